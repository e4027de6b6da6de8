/// A few rows in every table, so that every metric has something to say.
enum Seed {
    /// What no output may ever show; every such value holds this word.
    static let planted = "PLANTED"

    static let rows = """
        INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');
        INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at, created_at, purchased_at, verified_at,
          order_id) VALUES
          ('tok-PLANTED-1', 'user-PLANTED-1', 'gold', 'google', 'active', '2027-01-01T00:00:00Z', '2026-12-01T08:00:00Z',
            '2026-12-01T08:00:00Z', '2026-12-01T08:00:00Z', '2026-12-01T08:00:01Z', 'GPA.PLANTED-1'),
          ('tok-PLANTED-2', 'user-PLANTED-2', 'gold', 'apple', 'pending', NULL, '2026-12-01T08:00:00Z', NULL, NULL, NULL, 'GPA.PLANTED-2'),
          ('tok-PLANTED-3', 'user-PLANTED-3', 'gold', 'apple', 'purchased', NULL, '2026-12-01T08:00:00Z', '2026-12-01T08:00:00Z',
            '2026-12-01T08:00:00Z', NULL, 'GPA.PLANTED-3');
        INSERT INTO entitlements VALUES ('user-PLANTED-1', 'premium', '2027-01-01T00:00:00Z');
        INSERT INTO starts (start_id, user_id, store, app_version, started_at, unfinished) VALUES
          ('start-PLANTED-1', 'user-PLANTED-1', 'google', '5.10', '2026-12-01T11:00:00Z', 1);
        INSERT INTO notifications (notification_id, store, received_at) VALUES ('note-PLANTED-1', 'google', '2026-12-01T11:00:00Z');

        """

    /// A query file that counts purchases by store.
    static func counting(_ gauge: String, from source: String = "purchases", where condition: String = "true") -> String {
        """
        -- Purchases, as \(gauge).
        -- reads: purchases
        -- labels: store
        -- gauge \(gauge): Purchases there are.
        SELECT store, count(*) AS \(gauge) FROM \(source) WHERE \(condition) GROUP BY store

        """
    }
}

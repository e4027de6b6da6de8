import TestSupport

/// Databases in which a plan matters: thousands of rows in each table, most of them long settled.
enum LargeShops {
    static let rows = 12_000

    /// The schema of `queries/schema/`, filled.
    static func canonical(_ kind: SourceDatabase.Kind) -> String {
        let series = Series(kind)
        return """
            INSERT INTO products (product_id, feature) SELECT 'p' || n, 'f' || (n % 7) FROM \(series.numbers(1500));
            INSERT INTO purchases
              (token, user_id, product_id, store, state, expires_at, updated_at, created_at, purchased_at, verified_at, revoked_at,
               revocation_kind, environment)
            SELECT 't' || n, 'u' || (n / 2), 'p' || (n % 1500), CASE WHEN n % 2 = 0 THEN 'google' ELSE 'apple' END,
              CASE WHEN n % 400 = 0 THEN 'pending' WHEN n % 400 = 1 THEN 'purchased' WHEN n % 100 = 2 THEN 'revoked' ELSE 'active' END,
              \(series.time("n % 1000 - 1001")), \(series.time("n")), \(series.time("n")), \(series.time("n")),
              CASE WHEN n % 400 = 1 THEN NULL ELSE \(series.time("n")) END,
              CASE WHEN n % 100 = 2 THEN \(series.time("n")) END, CASE WHEN n % 100 = 2 THEN 'refund' END, 'production'
            FROM \(series.numbers(rows));
            INSERT INTO entitlements (user_id, feature, valid_until)
            SELECT 'u' || n, 'f1', \(series.time("n")) FROM \(series.numbers(rows / 2));
            INSERT INTO starts (start_id, user_id, store, started_at, unfinished, environment)
            SELECT 's' || n, 'u' || n, CASE WHEN n % 2 = 0 THEN 'google' ELSE 'apple' END, \(series.time("n")), 0, 'production'
            FROM \(series.numbers(rows));
            INSERT INTO notifications (notification_id, store, received_at)
            SELECT 'n' || n, CASE WHEN n % 2 = 0 THEN 'google' ELSE 'apple' END, \(series.time("n")) FROM \(series.numbers(rows));
            INSERT INTO access_reports (report_id, user_id, reported_at) SELECT 'r' || n, 'u' || n, \(series.time("n"))
            FROM \(series.numbers(2000));
            ANALYZE;
            """
    }

    /// More rows for the tables of the scenario `foreign_schema`: numbers for words, milliseconds for times.
    static func foreign(_ kind: SourceDatabase.Kind) -> String {
        let series = Series(kind)
        let milliseconds = "(\(ShopGenerator.now) - CAST(n AS BIGINT) * 600) * 1000"
        return """
            INSERT INTO iap_catalogue (sku, unlocks) SELECT 'p' || n, 'f' || (n % 7) FROM \(series.numbers(1500));
            INSERT INTO iap_orders
              (purchase_token, account, sku, platform, status, ends_ms, modified_ms, started_ms, paid_ms, refunded_ms, refund_reason, is_test)
            SELECT 'x' || n, 'u' || (n / 2), 'p' || (n % 1500), n % 2,
              CASE WHEN n % 400 = 0 THEN 2 WHEN n % 400 = 1 THEN 4 WHEN n % 100 = 2 THEN 3 ELSE 0 END,
              4102444800000, \(milliseconds), \(milliseconds), \(milliseconds),
              CASE WHEN n % 100 = 2 THEN \(milliseconds) ELSE 0 END, CASE WHEN n % 100 = 2 THEN 2 END, 0
            FROM \(series.numbers(rows));
            INSERT INTO grants (account, unlocks, until_ms) SELECT 'u' || n, 'f1', \(milliseconds) FROM \(series.numbers(rows / 2));
            INSERT INTO app_opens (id, platform, at_s, open_purchases)
            SELECT n + 100, n % 2, \(ShopGenerator.now) - CAST(n AS BIGINT) * 600, 0 FROM \(series.numbers(rows));
            ANALYZE;
            """
    }

    /// Numbers from 1, and times so many ten minutes before now.
    private struct Series {
        let kind: SourceDatabase.Kind

        init(_ kind: SourceDatabase.Kind) { self.kind = kind }

        func numbers(_ count: Int) -> String {
            switch kind {
            case .postgres: "generate_series(1, \(count)) AS series (n)"
            case .sqlite:
                "(WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < \(count)) SELECT n FROM s) AS series"
            }
        }

        func time(_ tens: String) -> String {
            switch kind {
            case .postgres: "to_timestamp(\(ShopGenerator.now) - (\(tens)) * 600)"
            case .sqlite: "strftime('%Y-%m-%dT%H:%M:%SZ', \(ShopGenerator.now) - (\(tens)) * 600, 'unixepoch')"
            }
        }
    }
}

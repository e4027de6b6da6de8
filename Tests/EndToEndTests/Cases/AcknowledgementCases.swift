import TestSupport
import Testing

/// Google's three days.
@Suite struct AcknowledgementCases {
    private func google(_ token: String, paid: String, _ more: String = "NULL, NULL", product: String = "gold", state: String = "active")
        -> String
    {
        """
        INSERT INTO purchases
          (token, user_id, product_id, store, state, expires_at, updated_at, purchased_at, verified_at, acknowledged_at, order_id)
        VALUES ('\(token)', 'ann', '\(product)', 'google', '\(state)', '2026-12-31T00:00:00Z', '2026-12-01T11:00:00Z', '\(paid)', '\(paid)', \(more));

        """
    }

    private func buckets(_ run: CaseRun) -> [Double?] {
        ["over_48", "24_to_48", "6_to_24", "under_6", "lost"].map {
            run.value("unacknowledged_purchases", [("store", "google"), ("hours_left", $0)])
        }
    }

    private static let products = "INSERT INTO products (product_id, feature) VALUES ('gold', 'premium'), ('weekly', 'premium');\n"

    @Test("case 1: a release never acknowledges; it shows long before 72 hours", arguments: SourceDatabase.Kind.allCases)
    func neverAcknowledged(_ kind: SourceDatabase.Kind) throws {
        let rows =
            Self.products + google("t1", paid: "2026-12-01T11:00:00Z") + google("t2", paid: "2026-11-30T11:00:00Z")
            + google("t3", paid: "2026-11-29T11:00:00Z") + google("t4", paid: "2026-11-28T17:00:00Z")
        let run = try CaseRun(kind, rows)
        #expect(buckets(run) == [1, 1, 1, 1, 0])
        // A day later the store has taken the oldest back, and says why.
        try run.shop.database.execute(
            """
            UPDATE purchases SET state = 'revoked', revocation_kind = 'unacknowledged', revoked_at = '2026-12-01T17:07:00Z'
            WHERE token = 't4'
            """)
        try run.shop.run(now: "2026-12-02T10:00:00Z", files: "later")
        let later = try run.shop.figures("later")
        #expect(later["iapwatch_recent_refunded_purchases{kind=\"unacknowledged\",store=\"google\"}"] == 1)
        #expect(later["iapwatch_unacknowledged_purchases{hours_left=\"under_6\",store=\"google\"}"] == 1)
        #expect(later["iapwatch_recent_presumed_refunded_purchases{store=\"google\"}"] == 0)
    }

    @Test("case 3: unacknowledged for 71:59, 72:00, 72:10", arguments: SourceDatabase.Kind.allCases)
    func boundaries(_ kind: SourceDatabase.Kind) throws {
        let rows =
            Self.products + google("t1", paid: "2026-11-28T12:01:00Z") + google("t2", paid: "2026-11-28T12:00:00Z")
            + google("t3", paid: "2026-11-28T11:50:00Z")
            // A fraction of a second before, and after, each of the two moments.
            + google("t4", paid: "2026-11-28T12:00:00.100Z") + google("t5", paid: "2026-11-28T11:50:00.100Z")
        let run = try CaseRun(kind, rows)
        #expect(buckets(run) == [0, 0, 0, 2, 2])
        #expect(run.value("recent_presumed_refunded_purchases", "google") == 1)
        #expect(run.total("recent_refunded_purchases") == 0)
    }

    @Test("no acknowledgement is owed for a renewal, by Apple, by a tester, or for what was told", arguments: SourceDatabase.Kind.allCases)
    func nothingOwed(_ kind: SourceDatabase.Kind) throws {
        let old = "2026-11-28T13:00:00Z"
        let rows =
            Self.products + google("t1", paid: old, "NULL, 'GPA.1111-2222..3'") + google("t2", paid: old, "'2026-11-28T13:00:05Z', NULL")
            + google("t3", paid: old, state: "pending") + google("t4", paid: old, state: "lapsed")
            + google("t5", paid: old, state: "revoked")
            + google("t6", paid: old) + google("t7", paid: old)
            + "UPDATE purchases SET store = 'apple' WHERE token = 't6'; UPDATE purchases SET environment = 'sandbox' WHERE token = 't7';"
        let run = try CaseRun(kind, rows)
        #expect(buckets(run) == [0, 0, 0, 0, 0])
        #expect(run.value("recent_presumed_refunded_purchases", "google") == 0)
    }

    @Test("a product with a deadline of its own, from the configuration or the table", arguments: SourceDatabase.Kind.allCases)
    func ownDeadline(_ kind: SourceDatabase.Kind) throws {
        let rows =
            Self.products + google("t1", paid: "2026-11-30T14:00:00Z", product: "weekly") + google("t2", paid: "2026-11-30T14:00:00Z")
            + google("t3", paid: "2026-11-30T14:00:00Z", product: "nobodys")
        let configuration = "acknowledge: { deadline: 48h, products: { weekly: 24h } }"
        #expect(buckets(try CaseRun(kind, rows, configuration: configuration)) == [0, 2, 0, 1, 0])
        let inTable = rows + "UPDATE products SET acknowledge_within_seconds = 86400 WHERE product_id = 'weekly';"
        #expect(buckets(try CaseRun(kind, inTable)) == [2, 0, 0, 1, 0])
        // What the configuration says goes before what the table says.
        #expect(buckets(try CaseRun(kind, inTable, configuration: "acknowledge: { products: { weekly: 30h } }")) == [2, 0, 1, 0, 0])
    }

    @Test("without the columns it cannot be known", arguments: SourceDatabase.Kind.allCases)
    func unavailable(_ kind: SourceDatabase.Kind) throws {
        let run = try CaseRun(kind, schema: "base", "INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');")
        for metric in ["unacknowledged_purchases", "recent_presumed_refunded_purchases"] {
            #expect(run.isAvailable(metric) == false && run.total(metric) == nil)
        }
    }
}

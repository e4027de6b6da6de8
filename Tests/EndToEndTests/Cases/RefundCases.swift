import TestSupport
import Testing
import WatchModel

/// Money that went back, access that was taken away, and what is neither.
@Suite struct RefundCases {
    /// A row of `purchases`: what every case has, and what it is about.
    private struct Row {
        var token: String
        var store = "apple"
        var state = "active"
        var purchased = "2026-12-01T08:00:00Z"
        var more: [String: String] = [:]

        /// Values are SQL.
        var sql: String {
            var values = [
                "token": "'\(token)'", "user_id": "'ann'", "product_id": "'gold'", "store": "'\(store)'", "state": "'\(state)'",
                "expires_at": "'2027-01-01T00:00:00Z'", "updated_at": "'2026-12-01T11:00:00Z'", "purchased_at": "'\(purchased)'",
                "verified_at": "'\(purchased)'", "acknowledged_at": "'\(purchased)'",
            ]
            values.merge(more) { $1 }
            let columns = values.keys.sorted()
            return "INSERT INTO purchases (\(columns.joined(separator: ", "))) VALUES ("
                + columns.map { values[$0] ?? "NULL" }.joined(separator: ", ") + ");\n"
        }
    }

    private static let product = "INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');\n"
    private static let access = "INSERT INTO entitlements VALUES ('ann', 'premium', '2027-01-01T00:00:00Z');\n"

    private func run(_ kind: SourceDatabase.Kind, _ rows: [Row], _ more: String = "", configuration: String? = nil) throws -> CaseRun {
        try CaseRun(kind, Self.product + rows.map(\.sql).joined() + more, configuration: configuration)
    }

    private func refunded(_ kind: String, at time: String = "'2026-12-01T10:00:00Z'") -> [String: String] {
        ["revoked_at": time, "revocation_kind": "'\(kind)'"]
    }

    private func value(_ run: CaseRun, _ metric: String, _ kind: String, _ store: String = "apple") -> Double? {
        run.value(metric, [("store", store), ("kind", kind)])
    }

    @Test("case 24: the original id is used as the charge id", arguments: SourceDatabase.Kind.allCases)
    func theOriginalIDAsChargeID(_ kind: SourceDatabase.Kind) throws {
        // Four transactions of one chain; the first was refunded in October, the last two are of today.
        let chain = ["order_id": "'1000'", "subscription_id": "'1000'"]
        let rows = [
            Row(
                token: "1000", state: "revoked", purchased: "2026-10-01T08:00:00Z",
                more: chain.merging(refunded("refund", at: "'2026-10-02T08:00:00Z'")) { $1 }),
            Row(token: "1001", state: "expired", purchased: "2026-11-01T08:00:00Z", more: chain),
            Row(token: "1002", state: "expired", more: chain), Row(token: "1003", more: chain),
        ]
        let run = try run(kind, rows, Self.access)
        #expect(run.value("recent_charges", "apple") == 2 && run.value("recent_purchases", "apple") == 2)
        #expect(run.value("recent_charged_subscriptions", "apple") == 1)
        #expect(run.value("recent_orders", "apple") == 0 && run.value("recent_purchases_with_order", "apple") == 0)
        #expect(run.total("recent_refunded_purchases") == 0 && run.total("recent_refunded_charges") == 0)
        #expect(run.total("paid_without_access") == 0 && run.total("access_without_payment") == 0)
        // The one of November is of the cohort, and the refunded one is too old for it.
        #expect(run.value("cohort_charges", "apple") == 1 && run.total("cohort_refunded_charges") == 0)
    }

    @Test("848 tokens for 197 orders", arguments: SourceDatabase.Kind.allCases)
    func severalTokensForAnOrder(_ kind: SourceDatabase.Kind) throws {
        let rows = (0..<848).map { Row(token: "t\($0)", store: "google", more: ["order_id": "'GPA.\($0 % 197)'"]) }
        let refund = (0..<3).map { index in
            Row(
                token: "r\(index)", store: "google", state: "revoked",
                more: refunded("refund").merging(["order_id": "'GPA.0'"]) { $1 })
        }
        // A promotion and a token whose order is not known.
        let bare = [Row(token: "p", store: "google"), Row(token: "q", store: "google", more: ["order_id": "''"])]
        let run = try run(kind, rows + refund + bare)
        #expect(run.value("recent_purchases", "google") == 853)
        #expect(run.value("recent_orders", "google") == 197 && run.value("recent_purchases_with_order", "google") == 851)
        #expect(run.value("recent_charges", "google") == 199)
        #expect(value(run, "recent_refunded_purchases", "refund", "google") == 3)
        #expect(value(run, "recent_refunded_charges", "refund", "google") == 1)
        #expect(run.value("recent_charges", "apple") == 0)
    }

    @Test("case 25: a family share ends", arguments: SourceDatabase.Kind.allCases)
    func aFamilyShareEnds(_ kind: SourceDatabase.Kind) throws {
        let row = Row(token: "t", state: "revoked", more: refunded("family").merging(["subscription_id": "'c'", "order_id": "'o'"]) { $1 })
        let run = try run(kind, [row])
        #expect(value(run, "recent_revoked_purchases", "family") == 1 && value(run, "recent_revoked_subscriptions", "family") == 1)
        for metric in ["purchases", "charges", "purchase_equivalents", "purchases_by_product", "purchases_by_version", "amount_micros"] {
            #expect(run.total("recent_refunded_\(metric)") == 0, "\(metric)")
        }
        #expect(run.total("cohort_refunded_purchases") == 0)
    }

    @Test("case 26: an upgrade is recorded as a cancellation", arguments: SourceDatabase.Kind.allCases)
    func anUpgradeIsNoRefund(_ kind: SourceDatabase.Kind) throws {
        let old = Row(token: "t1", state: "revoked", more: refunded("upgrade").merging(["subscription_id": "'c'"]) { $1 })
        let new = Row(token: "t2", more: ["subscription_id": "'c'", "linked_token": "'t1'"])
        let run = try run(kind, [old, new], Self.access)
        #expect(value(run, "recent_revoked_purchases", "upgrade") == 1)
        #expect(run.total("recent_refunded_purchases") == 0 && run.total("recent_refunded_charges") == 0)
        #expect(run.total("access_without_payment") == 0)
        // One subscription, however it changed.
        #expect(run.value("recent_charged_subscriptions", "apple") == 1)
    }

    @Test("case 30: a transfer between accounts is no refund", arguments: SourceDatabase.Kind.allCases)
    func aTransferIsNoRefund(_ kind: SourceDatabase.Kind) throws {
        let run = try run(kind, [Row(token: "t", state: "revoked", more: refunded("transfer"))])
        #expect(value(run, "recent_revoked_purchases", "other") == 1 && run.total("recent_refunded_purchases") == 0)
    }

    @Test("cases 16 and 29: what lapsed is quiet, and an old purchase counts whatever its age", arguments: SourceDatabase.Kind.allCases)
    func lapsedIsQuiet(_ kind: SourceDatabase.Kind) throws {
        let lapsed = Row(token: "t1", state: "lapsed", more: ["verified_at": "NULL", "pending_since": "'2026-11-29T08:00:00Z'"])
        let old = Row(token: "t2", state: "purchased", purchased: "2026-09-02T12:00:00Z", more: ["verified_at": "NULL"])
        let run = try run(kind, [lapsed, old])
        for metric in ["recent_purchases", "recent_charges", "recent_paid_amount_micros", "overdue_pending_purchases", "cohort_purchases"] {
            #expect(run.total(metric) == 0, "\(metric)")
        }
        #expect(run.value("overdue_unverified_purchases_by_product", [("store", "apple"), ("product", "gold")]) == 1)
    }

    @Test("case 19: the same notification 200 times", arguments: SourceDatabase.Kind.allCases)
    func theSameNotificationManyTimes(_ kind: SourceDatabase.Kind) throws {
        // Each one writes the row again: an upsert.
        let row = Row(token: "t", state: "revoked", more: refunded("refund").merging(["order_id": "'o'"]) { $1 }).sql
        let upsert = row.replacing(");\n", with: ") ON CONFLICT (token) DO UPDATE SET updated_at = excluded.updated_at;\n")
        let run = try CaseRun(kind, Self.product + String(repeating: upsert, count: 200))
        #expect(value(run, "recent_refunded_purchases", "refund") == 1 && value(run, "recent_refunded_charges", "refund") == 1)
        #expect(run.value("recent_purchases", "apple") == 1 && run.value("recent_charges", "apple") == 1)
    }

    @Test("a part of a purchase goes back: by number, by percentage, or all of it", arguments: SourceDatabase.Kind.allCases)
    func partsGoBack(_ kind: SourceDatabase.Kind) throws {
        func row(_ token: String, _ price: String, _ more: [String: String]) -> Row {
            let money = ["price_micros": price, "currency": "'EUR'", "quantity": "1"]
            return Row(token: token, state: "revoked", more: refunded("refund").merging(money) { $1 }.merging(more) { $1 })
        }
        let rows = [
            row("one of three", "2990000", ["quantity": "3", "refunded_quantity": "1"]),
            row("a third, prorated", "10000000", ["refunded_millipercent": "33333"]),
            row("all, and nothing says how much", "990000", [:]),
            // What cannot be counts as the whole.
            row("more than was bought", "1000000", ["quantity": "2", "refunded_quantity": "3"]),
            row("more than all", "1000000", ["refunded_millipercent": "100001"]),
            row("nothing", "5000000", ["refunded_millipercent": "0"]),
            // Prices in rupiah are long numbers, and must not overflow.
            row("long", "1000000000000000", ["currency": "'IDR'", "refunded_millipercent": "99999"]),
            row("no price", "NULL", [:]), row("no such price", "-1", [:]),
        ]
        let run = try run(kind, rows)
        func amount(_ metric: String, _ currency: String) -> Double? { run.value(metric, [("store", "apple"), ("currency", currency)]) }
        #expect(amount("recent_refunded_amount_micros", "EUR") == 7_319_966)
        #expect(amount("recent_refunded_amount_micros", "IDR") == 999_990_000_000_000)
        #expect(amount("recent_paid_amount_micros", "EUR") == 20_980_000)
        #expect(value(run, "recent_refunded_purchases", "refund") == 9)
        #expect(value(run, "recent_refunded_purchase_equivalents", "refund") == 6.666653)
    }

    @Test("a refund is reversed", arguments: SourceDatabase.Kind.allCases)
    func aReversalUndoes(_ kind: SourceDatabase.Kind) throws {
        let rows = [
            Row(token: "kind cleared", more: ["revoked_at": "'2026-12-01T10:00:00Z'"]),
            Row(token: "date cleared", more: ["revocation_kind": "'refund'"]),
            Row(token: "refunded, and access stays", more: refunded("refund")),
        ]
        let run = try run(kind, rows, Self.access, configuration: "thresholds: { cohort_maturity: 1h, cohort_window: 1d }\n")
        #expect(value(run, "recent_refunded_purchases", "refund") == 1)
        #expect(value(run, "cohort_refunded_purchases", "refund") == 1)
        #expect(run.value("cohort_purchases", "apple") == 3 && run.total("recent_revoked_purchases") == 0)
    }

    @Test("a cohort ends when its refunds are in, and not before", arguments: SourceDatabase.Kind.allCases)
    func theCohortHasEdges(_ kind: SourceDatabase.Kind) throws {
        let end = ShopGenerator.now - 14 * 86_400
        let start = end - 30 * 86_400
        let rows = [start - 1, start, end - 1, end].enumerated().map { index, seconds in
            Row(
                token: "t\(index)", state: "revoked", purchased: Instant(seconds: seconds).iso8601,
                more: refunded(index % 2 == 0 ? "refund" : "chargeback"))
        }
        let run = try run(kind, rows)
        #expect(run.value("cohort_purchases", "apple") == 2 && run.value("cohort_charges", "apple") == 2)
        // By the purchase's day two of them, by the refund's day all four.
        #expect(value(run, "cohort_refunded_purchases", "refund") == 1 && value(run, "cohort_refunded_purchases", "chargeback") == 1)
        #expect(run.total("recent_refunded_purchases") == 4)
        #expect(run.value("cohort_maturity_seconds") == 14 * 86_400 && run.value("cohort_window_seconds") == 30 * 86_400)
    }

    @Test("starts that are added up by day and version", arguments: SourceDatabase.Kind.allCases)
    func weightedStarts(_ kind: SourceDatabase.Kind) throws {
        let schema = kind == .sqlite ? "main" : "public"
        let time = kind == .sqlite ? "TEXT" : "timestamptz"
        let configuration = """
            tables:
              starts:
                select: |
                  SELECT day, platform, version, opens_with_open_purchase AS weight, 1 AS unfinished FROM \(schema).app_opens_by_day
                  UNION ALL
                  SELECT day, platform, version, opens - opens_with_open_purchase, 0 FROM \(schema).app_opens_by_day
                columns:
                  store: platform
                  app_version: version
                  started_at: day
            """
        let rows = """
            CREATE TABLE app_opens_by_day (day \(time), platform TEXT, version TEXT, opens INTEGER, opens_with_open_purchase INTEGER);
            INSERT INTO app_opens_by_day VALUES
              ('2026-12-01T00:00:00Z', 'google', '5.10', 1000, 40), ('2026-12-01T00:00:00Z', 'google', '5.9', 500, 1),
              ('2026-12-01T00:00:00Z', 'apple', '5.10', 300, 0), ('2026-11-30T00:00:00Z', 'google', '5.10', 9000, 9000);
            """
        let run = try CaseRun(kind, rows, configuration: configuration)
        #expect(run.value("recent_starts", "google") == 1500 && run.value("recent_starts", "apple") == 300)
        #expect(run.value("recent_starts_with_unfinished_purchase", "google") == 41)
        let new = [("store", "google"), ("app_version", "5.10")]
        #expect(run.value("recent_starts_by_version", new) == 1000)
        #expect(run.value("recent_starts_with_unfinished_purchase_by_version", new) == 40)
        #expect(run.isAvailable("recent_users_with_start") == false && run.isAvailable("recent_starts") == true)
    }
}

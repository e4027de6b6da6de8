import TestSupport
import Testing

/// Rows that contradict themselves or each other, and rows that nothing can use.
@Suite struct DataQualityCases {
    @Test("case 28: the expiry lies before the start", arguments: SourceDatabase.Kind.allCases)
    func expiryBeforeStart(_ kind: SourceDatabase.Kind) throws {
        func purchase(_ token: String, _ state: String, expires: String) -> String {
            CaseRows.purchase(token, state: state, expires: expires, ["purchased_at": "2026-11-20T00:00:01Z"])
        }
        let rows =
            purchase("t1", "expired", expires: "2026-11-20T00:00:00.9Z") + purchase("t2", "expired", expires: "2026-11-20T00:00:01Z")
            + purchase("t3", "expired", expires: "2026-11-20T00:00:02Z")
        #expect(try CaseRun(kind, CaseRows.products + rows).found == ["expiry_before_purchase": 1, "products_without_feature": 1])
    }

    @Test("revoked a second before it was paid, and in the same second", arguments: SourceDatabase.Kind.allCases)
    func revokedBeforePaid(_ kind: SourceDatabase.Kind) throws {
        func purchase(_ token: String, _ state: String, revoked: String) -> String {
            CaseRows.purchase(
                token, user: token, state: state,
                ["purchased_at": "2026-11-20T00:00:01Z", "revoked_at": revoked, "revocation_kind": "refund"])
        }
        let rows =
            purchase("t1", "revoked", revoked: "2026-11-20T00:00:00Z") + purchase("t2", "revoked", revoked: "2026-11-20T00:00:01Z")
            // An old refund of a chain that was renewed.
            + purchase("t3", "active", revoked: "2026-11-20T00:00:00Z") + CaseRows.entitlement("t3")
        #expect(try CaseRun(kind, CaseRows.products + rows).found == ["revoked_before_purchase": 1, "products_without_feature": 1])
    }

    @Test("times five minutes ahead, and a second less", arguments: SourceDatabase.Kind.allCases)
    func timesInTheFuture(_ kind: SourceDatabase.Kind) throws {
        let (ahead, believed) = ("2026-12-01T12:05:00Z", "2026-12-01T12:04:59Z")
        let columns = [
            "updated_at", "created_at", "pending_since", "purchased_at", "verified_at", "granted_at", "acknowledged_at", "revoked_at",
        ]
        var rows = ""
        for column in columns {
            for time in [ahead, believed] {
                rows += CaseRows.purchase("\(column) \(time)", state: "expired", [column: time])
            }
        }
        rows += CaseRows.purchase("tester", state: "expired", ["updated_at": ahead, "environment": "sandbox"])
        for (index, time) in [ahead, believed].enumerated() {
            rows += """
                INSERT INTO starts (start_id, store, started_at, unfinished) VALUES ('s\(index)', 'apple', '\(time)', 0);
                INSERT INTO notifications (notification_id, store, received_at) VALUES ('n\(index)', 'google', '\(time)');
                INSERT INTO access_reports (report_id, user_id, reported_at) VALUES ('r\(index)', 'ann', '\(time)');

                """
        }
        let run = try CaseRun(kind, CaseRows.products + rows)
        #expect(
            run.found.filter { $0.key.contains("future") } == [
                "purchases_from_the_future": Double(columns.count), "starts_from_the_future": 1, "notifications_from_the_future": 1,
                "access_reports_from_the_future": 1,
            ])
        #expect(run.value("starts_from_the_future", "apple") == 1 && run.value("notifications_from_the_future", "google") == 1)
        // A table that is not there has no records in the future that could be counted.
        let base = try CaseRun(kind, schema: "base", "")
        for table in ["starts", "notifications", "access_reports"] { #expect(base.isAvailable("\(table)_from_the_future") == false) }
    }

    @Test("values that stand for none and were not mapped away", arguments: SourceDatabase.Kind.allCases)
    func placeholders(_ kind: SourceDatabase.Kind) throws {
        let users: [String?] = [nil, "", "0", "null", "invalid", "00000000-0000-0000-0000-000000000000", "00"]
        var rows = users.enumerated().map { CaseRows.purchase("t\($0.offset)", user: $0.element, state: "expired") }.joined()
        rows += CaseRows.purchase("t8", state: "expired", expires: "1970-01-01T00:00:00Z")
        rows += CaseRows.purchase("t9", state: "expired", ["revoked_at": "2007-12-31T23:59:59Z"])
        rows += CaseRows.purchase("t10", state: "expired", ["revoked_at": "2008-01-01T00:00:00.5Z"])
        let run = try CaseRun(kind, CaseRows.products + rows)
        #expect(
            run.found == [
                "purchases_without_user": 6, "unusable_purchases": 6, "purchases_with_placeholder_time": 2, "products_without_feature": 1,
            ])
        // Nobody who is nobody has paid for anything.
        let paid = try CaseRun(kind, CaseRows.products + CaseRows.purchase("t", user: "invalid"))
        #expect(paid.total("paid_without_access") == 0 && paid.total("purchases_without_user") == 1)
    }

    @Test("words outside their lists", arguments: SourceDatabase.Kind.allCases)
    func unknownWords(_ kind: SourceDatabase.Kind) throws {
        let rows =
            CaseRows.purchase("t1", state: "Active") + CaseRows.purchase("t2", store: "amazon", state: "expired")
            + CaseRows.purchase("t3", state: "expired", ["environment": nil])
            + CaseRows.purchase("t4", state: "expired", ["environment": "0"])
            + CaseRows.purchase("t5", state: "revoked", ["revocation_kind": "goodwill"])
            + CaseRows.purchase("t6", product: "blank", state: "pending") + CaseRows.purchase("t7", product: "gone", state: "expired")
            + CaseRows.purchase("t8", product: "gone", state: "bought", ["environment": "sandbox"])
        let run = try CaseRun(kind, CaseRows.products + rows)
        #expect(
            run.found == [
                "unknown_state_purchases": 2, "unknown_store_purchases": 1, "unknown_environment_purchases": 2,
                "unknown_revocation_kind_purchases": 1, "unknown_product_purchases": 1, "unusable_purchases": 3,
                "products_without_feature": 1,
            ])
        #expect(run.value("purchase_rows") == 8 && run.total("sandbox_purchases") == 1)
    }

    @Test("text that sorts wrongly, behind many rows that do not")
    func textThatSortsWrongly() throws {
        var rows = (0..<60).map { CaseRows.purchase("t\($0)", state: "expired", ["created_at": "2026-11-01T00:00:00Z"]) }.joined()
        rows += CaseRows.purchase("t70", state: "expired", ["created_at": "2026-11-01 00:00:00Z"])
        rows += CaseRows.purchase("t71", state: "expired", ["created_at": "2026-11-01T00:00:00+01:00"])
        rows += CaseRows.purchase("t72", state: "expired", ["created_at": "1796126400", "updated_at": "2026-11-01"])
        let run = try CaseRun(.sqlite, CaseRows.products + rows)
        func bad(_ column: String) -> Double? { run.value("badly_sorting_times", [("table", "purchases"), ("column", column)]) }
        #expect(bad("created_at") == 3 && bad("updated_at") == 1 && bad("expires_at") == 0)
        #expect(run.value("badly_sorting_times", [("table", "entitlements"), ("column", "valid_until")]) == 0)
    }

    /// Types of Postgres cannot sort wrongly, and a column that is not there has no times in either.
    @Test(arguments: SourceDatabase.Kind.allCases)
    func aMissingColumnHasNoBadTimes(_ kind: SourceDatabase.Kind) throws {
        let run = try CaseRun(kind, schema: "base", "")
        #expect(run.value("badly_sorting_times", [("table", "purchases"), ("column", "expires_at")]) == 0)
        #expect(run.value("badly_sorting_times", [("table", "purchases"), ("column", "created_at")]) == nil)
    }

    @Test(
        "case 34: NULLs, case, Unicode forms and hostile characters: no row is lost, no two series collapse",
        arguments: SourceDatabase.Kind.allCases)
    func hostileValues(_ kind: SourceDatabase.Kind) throws {
        let (one, two) = ("caf\u{e9}", "cafe\u{301}")
        var rows =
            "INSERT INTO products (product_id, feature) VALUES ('gold', 'premium'), ('GOLD', 'premium'), ('\(one)', 'coffee'), ('\(two)', 'coffee');\n"
        let users = ["quote\"user", "line\nbreak", "<script>alert(1)</script>", "=1+1", "semi;colon'--", one, two]
        for (index, user) in users.enumerated() {
            rows += CaseRows.purchase("=t\(index)'\"\n", user: user, product: index % 2 == 0 ? "gold" : "GOLD")
        }
        rows += CaseRows.purchase("u1", user: "x", product: one) + CaseRows.purchase("u2", user: "x", product: "Gold")
        rows += "INSERT INTO purchases (token) VALUES ('nothing');\n"
        rows += CaseRows.purchase("u3", user: "y", store: "goo\"gle\n", ["revocation_kind": "kind\"} 1"])
        rows += CaseRows.entitlement(two)
        let run = try CaseRun(kind, rows)
        #expect(run.value("purchase_rows") == 11)
        // Each user is another one, also where two look the same.
        #expect(run.value("paid_features", "google") == 8 && run.value("paid_features", "other") == 1)
        #expect(run.total("paid_without_access") == 8)
        // Two ids in case only; the two forms of an accent are two products, and no case of each other.
        #expect(run.value("products_differing_in_case") == 2)
        #expect(run.value("unknown_product_purchases", "google") == 1 && run.value("unknown_product_purchases", "other") == 1)
        #expect(run.total("unusable_purchases") == 3 && run.value("unknown_store_purchases") == 2)
        let series = run.figures.values.keys
        #expect(series.allSatisfy { !$0.contains("goo") || $0.contains("store=\"google\"") })
        #expect(!run.figures.text.contains("<script") && !run.figures.text.contains("line\nbreak"))
    }
}

import TestSupport
import Testing

/// Payments that do not complete.
@Suite struct PendingCases {
    @Test("case 5: approved in the store, the server never told", arguments: SourceDatabase.Kind.allCases)
    func approvedAndNeverTold(_ kind: SourceDatabase.Kind) throws {
        // Inside its day, and a second outside.
        let rows = """
            INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');
            INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at, created_at, pending_since) VALUES
              ('t1', 'ann', 'gold', 'google', 'pending', '2026-12-31T00:00:00Z', '2026-12-01T11:00:00Z', NULL, '2026-11-30T12:00:00Z'),
              ('t2', 'bob', 'gold', 'google', 'pending', '2026-12-31T00:00:00Z', '2026-12-01T11:00:00Z', NULL, '2026-11-30T11:59:59Z');
            """
        let run = try CaseRun(kind, rows)
        #expect(run.value("pending_purchases", "google") == 2)
        #expect(run.value("overdue_pending_purchases", "google") == 1)
        #expect(run.value("overdue_pending_purchases", "apple") == 0)
        #expect(run.total("paid_without_access") == 0 && run.total("unverified_purchases") == 0)
    }

    @Test("case 23: a pending purchase is cancelled by its user", arguments: SourceDatabase.Kind.allCases)
    func cancelledWhilePending(_ kind: SourceDatabase.Kind) throws {
        let rows = """
            INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');
            INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at, pending_since) VALUES
              ('t1', 'ann', 'gold', 'google', 'lapsed', '2026-12-31T00:00:00Z', '2026-12-01T11:00:00Z', '2026-11-28T12:00:00Z');
            """
        let run = try CaseRun(kind, rows)
        #expect(run.total("pending_purchases") == 0 && run.total("overdue_pending_purchases") == 0)
        #expect(run.total("recent_refunded_purchases") == 0 && run.total("recent_revoked_purchases") == 0)
        #expect(run.total("recent_purchases") == 0)
    }

    @Test("case 6: declined pending rows never cleared, weeks old", arguments: SourceDatabase.Kind.allCases)
    func neverCleared(_ kind: SourceDatabase.Kind) throws {
        func pending(_ token: String, _ since: String) -> String {
            CaseRows.purchase(token, user: token, state: "pending", ["pending_since": since])
        }
        let weeks = pending("t1", "2026-11-01T00:00:00Z") + pending("t2", "2026-11-24T11:59:59Z")
        let run = try CaseRun(kind, "INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');\n" + weeks)
        #expect(run.found == ["dead_pending_purchases": 2])
        #expect(run.value("pending_purchases", "google") == 2)
        // Nobody is told that something has been pending for a month.
        #expect(run.value("oldest_pending_purchase_timestamp_seconds", "google") == nil)
        // Exactly a week is the last second of overdue.
        let week = weeks + pending("t3", "2026-11-24T12:00:00Z")
        let edge = try CaseRun(kind, "INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');\n" + week)
        #expect(edge.found == ["dead_pending_purchases": 2, "overdue_pending_purchases": 1])
        #expect(edge.value("oldest_pending_purchase_timestamp_seconds", "google") == 1_795_521_600)
        let patient = try CaseRun(
            kind, "INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');\n" + week,
            configuration: "thresholds: { dead_pending: 60d }\n")
        #expect(patient.found == ["overdue_pending_purchases": 3])
    }

    /// Without a column that tells, the ledger knows both: what it saw first a week ago is dead.
    @Test("case 6, by the ledger", arguments: SourceDatabase.Kind.allCases)
    func neverClearedByTheLedger(_ kind: SourceDatabase.Kind) throws {
        let rows = """
            INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');
            INSERT INTO purchases VALUES ('t1', 'ann', 'gold', 'google', 'pending', '2026-12-31T00:00:00Z', '2026-11-24T11:59:59Z');
            INSERT INTO purchases VALUES ('t2', 'bob', 'gold', 'google', 'pending', '2026-12-31T00:00:00Z', '2026-11-24T12:00:00Z');
            """
        let run = try CaseRun(kind, schema: "base", rows)
        #expect(run.value("dead_pending_purchases", "google") == 1 && run.value("overdue_pending_purchases", "google") == 1)
        #expect(run.value("oldest_pending_purchase_timestamp_seconds", "google") == 1_795_521_600)
        // Sent again, so that updated_at starts again: the ledger remembers. A second later the other one is dead, too.
        try run.shop.database.execute("UPDATE purchases SET updated_at = '2026-12-01T12:00:00Z';")
        #expect(try run.shop.run(now: "2026-12-01T12:00:01Z").isClean)
        let later = try run.shop.figures().values
        #expect(later["iapwatch_dead_pending_purchases{store=\"google\"}"] == 2)
        #expect(later["iapwatch_overdue_pending_purchases{store=\"google\"}"] == 0)
        #expect(later["iapwatch_oldest_pending_purchase_timestamp_seconds{store=\"google\"}"] == nil)
    }
}

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
}

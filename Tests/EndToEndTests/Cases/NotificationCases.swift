import TestSupport
import Testing

/// What the stores send, and what they stop sending.
@Suite struct NotificationCases {
    private func notifications(_ times: [String], store: String = "google", processed: Bool = true) -> String {
        times.enumerated().map { index, time in
            """
            INSERT INTO notifications (notification_id, store, kind, received_at, processed_at)
            VALUES ('\(store)-\(time)-\(index)', '\(store)', 'RENEWED', '\(time)', \(processed ? "'\(time)'" : "NULL"));

            """
        }.joined()
    }

    @Test("a store that is silent, at an hour when it never is", arguments: SourceDatabase.Kind.allCases)
    func silence(_ kind: SourceDatabase.Kind) throws {
        // Four Tuesdays, eleven to twelve; and one notification that is older.
        let usual = ["2026-11-24", "2026-11-17", "2026-11-10", "2026-11-03"].flatMap { day in
            ["\(day)T11:00:00Z", "\(day)T11:30:00Z", "\(day)T11:59:59Z"]
        }
        // Just outside: another hour, another day.
        let others = ["2026-11-24T10:59:59Z", "2026-11-24T12:00:00Z", "2026-11-30T11:30:00Z", "2026-10-20T11:30:00Z"]
        let rows = notifications(usual + others) + notifications(["2026-12-01T11:30:00Z", "2026-12-01T12:00:00Z"], store: "apple")
        let run = try CaseRun(kind, rows)
        #expect(run.value("last_hour_notifications", "google") == 0)
        #expect(run.value("usual_hour_notifications", "google") == 3)
        #expect(run.value("last_hour_notifications", "apple") == 1)
        // Four weeks are needed to know what is usual.
        #expect(run.value("usual_hour_notifications", "apple") == nil)
    }

    @Test("case 19: the same notification 200 times", arguments: SourceDatabase.Kind.allCases)
    func repeated(_ kind: SourceDatabase.Kind) throws {
        // Their own key keeps what came first; what it tells is saved under the token, again and again.
        let once = """
            INSERT INTO notifications (notification_id, store, kind, received_at) VALUES ('n', 'google', 'REFUND', '2026-12-01T11:30:00Z')
              ON CONFLICT (notification_id) DO NOTHING;
            INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at, revoked_at, revocation_kind)
              VALUES ('t', 'ann', 'gold', 'google', 'revoked', '2026-12-31T00:00:00Z', '2026-12-01T11:30:00Z', '2026-12-01T11:00:00Z', 'refund')
              ON CONFLICT (token) DO UPDATE SET updated_at = excluded.updated_at;

            """
        let rows = "INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');\n" + String(repeating: once, count: 200)
        let run = try CaseRun(kind, rows)
        #expect(run.value("last_hour_notifications", "google") == 1 && run.value("unprocessed_notifications", "google") == 1)
        #expect(run.total("recent_refunded_purchases") == 1 && run.total("recent_revoked_purchases") == 1)
    }
}

import TestSupport
import Testing

/// How long the steps of a purchase take.
@Suite struct DurationCases {
    /// Purchases paid at eleven, verified after so many seconds each; nil for those that still wait.
    private func purchases(_ seconds: [Int?], store: String = "google", column: String = "verified_at") -> String {
        let rows = seconds.enumerated().map { index, seconds in
            let end = seconds.map { "'2026-12-01T11:\($0 / 600)\($0 / 60 % 10):\($0 / 10 % 6)\($0 % 10)Z'" } ?? "NULL"
            return "('\(store)-\(index)', 'u\(index)', 'gold', '\(store)', 'active', '2026-12-31T00:00:00Z', '2026-12-01T11:00:00Z', "
                + "'2026-12-01T11:00:00Z', \(end))"
        }
        return """
            INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at, purchased_at, \(column)) VALUES
            \(rows.joined(separator: ",\n"));

            """
    }

    private static let products = "INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');\n"

    private func seconds(_ run: CaseRun, _ metric: String, _ store: String, _ percentile: String) -> Double? {
        run.value(metric, [("store", store), ("percentile", percentile)])
    }

    @Test("verified one after the other, a second each", arguments: SourceDatabase.Kind.allCases)
    func allFinished(_ kind: SourceDatabase.Kind) throws {
        let run = try CaseRun(kind, Self.products + purchases((1...20).map { $0 }) + purchases((1...19).map { $0 }, store: "apple"))
        #expect(seconds(run, "recent_verification_seconds", "google", "50") == 10)
        #expect(seconds(run, "recent_verification_seconds", "google", "90") == 18)
        #expect(seconds(run, "recent_verification_seconds", "google", "95") == 19)
        // One in a hundred cannot be told from twenty, and nothing from nineteen.
        #expect(seconds(run, "recent_verification_seconds", "google", "99") == nil)
        #expect(seconds(run, "recent_verification_seconds", "apple", "50") == nil)
        #expect(run.total("recent_verification_at_least_seconds") == nil)
    }

    /// Fifteen are quick and five hang: the finished alone would say that all is well.
    @Test("what still waits is not left out", arguments: SourceDatabase.Kind.allCases)
    func inFlight(_ kind: SourceDatabase.Kind) throws {
        let hanging: [Int?] = (1...15).map { $0 } + Array(repeating: nil, count: 5)
        let run = try CaseRun(kind, Self.products + purchases(hanging))
        #expect(seconds(run, "recent_verification_seconds", "google", "50") == 10)
        #expect(seconds(run, "recent_verification_seconds", "google", "90") == nil)
        // They have waited for an hour.
        #expect(seconds(run, "recent_verification_at_least_seconds", "google", "90") == 3600)
        #expect(seconds(run, "recent_verification_at_least_seconds", "google", "50") == nil)
    }

    @Test("acknowledged: Google alone has the deadline", arguments: SourceDatabase.Kind.allCases)
    func acknowledged(_ kind: SourceDatabase.Kind) throws {
        let rows = purchases((1...20).map { $0 * 10 }, column: "acknowledged_at")
        let apple = purchases((1...20).map { $0 }, store: "apple", column: "acknowledged_at")
        let run = try CaseRun(kind, Self.products + rows + apple)
        #expect(seconds(run, "recent_acknowledgement_seconds", "google", "50") == 100)
        #expect(seconds(run, "recent_acknowledgement_seconds", "apple", "50") == nil)
    }

    @Test("notifications that come late, and one whose clock is ahead", arguments: SourceDatabase.Kind.allCases)
    func lateness(_ kind: SourceDatabase.Kind) throws {
        let rows = (0..<20).map { index in
            let event = index == 0 ? "2026-12-01T11:00:30Z" : "2026-12-01T10:\(59 - index):00Z"
            return "('n\(index)', 'apple', 'RENEWED', '\(event)', '2026-12-01T11:00:00Z')"
        }
        let insert =
            "INSERT INTO notifications (notification_id, store, kind, event_at, received_at) VALUES \(rows.joined(separator: ", "));"
        let run = try CaseRun(kind, insert)
        #expect(seconds(run, "recent_notification_lateness_seconds", "apple", "50") == 600)
        #expect(seconds(run, "recent_notification_lateness_seconds", "apple", "95") == 1140)
    }
}

import WatchModel

/// One run with something of everything.
enum RunResultExample {
    /// 2026-12-01T04:00:00Z
    static let now = Instant(seconds: 1_796_097_600)

    static let timeout = Problem(
        code: "query-timed-out", at: FilePosition(file: "queries/drift.sql", line: 4, column: 2), excerpt: "secret line",
        summary: "the query took longer than 30 s", hint: "raise query_seconds, or add an index")

    static var full: RunResult {
        var result = RunResult(now: now)
        result.ending = .somethingFailed
        result.snapshot = SnapshotFacts(server: "Postgres 15.18", now: now, isStandby: true, replayLagSeconds: 2.5)
        result.queries = [
            .init(name: "pending", hash: "ab12", origin: "built-in", status: .succeeded, durationSeconds: 0.0125, rows: 3, measuredAt: now),
            .init(
                name: "audit", hash: "cd34", origin: "/etc/iapwatch/queries", status: .kept, measuredAt: now.adding(seconds: -7200)),
            .init(name: "drift", hash: "ef56", origin: "built-in", status: .failed(timeout), durationSeconds: 30),
            .init(name: "acknowledge", hash: "0a", origin: "built-in", status: .unavailable(wants: "purchases.acknowledged_at")),
            .init(name: "late", hash: "0b", origin: "built-in", status: .notReached),
        ]
        result.metrics = [
            .init(name: "iapwatch_drift", query: "drift", outcome: .failed(timeout)),
            .init(name: "iapwatch_oldest_pending_purchase_timestamp_seconds", query: "pending", outcome: .measured(oldest, note: nil)),
            .init(
                name: "iapwatch_oldest_unverified_purchase_timestamp_seconds", query: "pending",
                outcome: .noData(reason: "nothing is unverified")),
            .init(name: "iapwatch_pending_purchases", query: "pending", outcome: .measured(pending, note: "estimated")),
            .init(name: "iapwatch_recent_refunded_purchases", query: "pending", outcome: .measured(refunded, note: nil)),
            .init(name: "iapwatch_recent_window_seconds", query: "pending", outcome: .measured(window, note: nil)),
            .init(
                name: "iapwatch_unacknowledged_purchases", query: "acknowledge",
                outcome: .unavailable(wants: "purchases.acknowledged_at")),
        ]
        result.problems = [Problem(.warning, code: "no-baseline", summary: "there is no history yet")]
        result.phases = [("connect", 0.01), ("queries", 0.02)]
        result.lastSuccess = now.adding(seconds: -3 * 3600)
        result.wroteFigures = true
        return result
    }

    /// 3 d 4 h ago in one store, 59 s ago in the other.
    private static let oldest = MetricFamily(
        name: "iapwatch_oldest_pending_purchase_timestamp_seconds", help: "When the oldest pending purchase became pending.",
        samples: [
            .init(LabelSet([("store", "google")]), 1_796_097_600 - 3 * 86_400 - 4 * 3600 - 120),
            .init(LabelSet([("store", "apple")]), 1_796_097_600 - 59),
        ])

    private static let pending = MetricFamily(
        name: "iapwatch_pending_purchases", help: "Purchases whose payment is not complete.",
        samples: [
            .init(LabelSet([("store", "other")]), 0), .init(LabelSet([("store", "google")]), 12),
            .init(LabelSet([("store", "apple")]), 1),
        ])

    private static let refunded = MetricFamily(
        name: "iapwatch_recent_refunded_purchases", help: "Refunded.",
        samples: [
            .init(LabelSet([("store", "google"), ("kind", "one_off")]), 2),
            .init(LabelSet([("store", "google"), ("kind", "subscription")]), 5),
            .init(LabelSet([("store", "google"), ("kind", "other")]), 0), .init(LabelSet([("store", "apple"), ("kind", "one_off")]), 1),
            .init(LabelSet([("store", "apple"), ("kind", "subscription")]), 0),
            .init(LabelSet([("store", "apple"), ("kind", "other")]), 0),
        ])

    private static let window = MetricFamily(
        name: "iapwatch_recent_window_seconds", help: "Window.", samples: [.init(LabelSet(), 86_400)])
}

package import WatchModel

/// The named parameters that queries may use, and their values for one run.
package enum QueryParameters {
    package struct Definition: Sendable {
        package var name: String
        package var meaning: String
    }

    package static let definitions: [Definition] = [
        Definition(name: "now", meaning: "The moment of the run."),
        Definition(name: "pending_cutoff", meaning: "now - thresholds.pending: what is pending since before it is overdue."),
        Definition(name: "unverified_cutoff", meaning: "now - thresholds.unverified."),
        Definition(name: "window_start", meaning: "now - thresholds.recent_window."),
        Definition(
            name: "cohort_start", meaning: "now - thresholds.cohort_maturity - thresholds.cohort_window."),
        Definition(name: "cohort_end", meaning: "now - thresholds.cohort_maturity: what was paid before has had time to be refunded."),
        Definition(name: "drift_cutoff", meaning: "now - thresholds.drift."),
        Definition(name: "dead_pending_cutoff", meaning: "now - thresholds.dead_pending: what is pending since before it is dead."),
        Definition(name: "expiry_cutoff", meaning: "now - thresholds.expiry: what ended before it is over."),
        Definition(
            name: "unacknowledged_start", meaning: "now - the longest deadline to acknowledge - 10 minutes: paid before it is settled."),
        Definition(name: "presumed_refund_start", meaning: "the same - thresholds.recent_window."),
        Definition(name: "future_cutoff", meaning: "now + 5 minutes: a later time is not believed."),
        Definition(name: "pending_threshold_seconds", meaning: "thresholds.pending."),
        Definition(name: "unverified_threshold_seconds", meaning: "thresholds.unverified."),
        Definition(name: "drift_tolerance_seconds", meaning: "thresholds.drift."),
        Definition(name: "acknowledge_deadline_seconds", meaning: "acknowledge.deadline."),
        Definition(name: "window_seconds", meaning: "thresholds.recent_window."),
        Definition(name: "refund_keeps_access", meaning: "1 when policy.refund_keeps_access is true, else 0."),
    ]

    /// Every name that a query may use: the definitions, and `has_COLUMN`.
    package static let names = definitions.map(\.name) + optionalColumns.map { "has_\($0)" }

    /// What `:has_COLUMN` asks about: a NULL in a column that is not there means nothing.
    package static let optionalColumns = (CanonicalSchema[table: "purchases"]?.columns ?? []).filter { !$0.isRequired }.map(\.name)

    /// Clocks of servers and hosts differ a little; a record from further ahead is taken for a mistake.
    static let futureToleranceSeconds: Int64 = 300

    /// How long after the deadline the store has refunded what nobody acknowledged.
    ///
    /// - Source: seen at 72 hours and 5 to 10 minutes.
    static let refundDelaySeconds: Int64 = 600

    /// - Parameter available: the columns of purchases that the user's table has.
    package static func values(
        now: Instant, configuration: Configuration, available: Set<String>
    ) -> [String: ParameterValue] {
        let (thresholds, acknowledgement) = (configuration.thresholds, configuration.acknowledgement)
        let settledSeconds = acknowledgement.longestSeconds + refundDelaySeconds
        var values: [String: ParameterValue] = [
            "now": .time(now),
            "pending_cutoff": .time(now.adding(seconds: -thresholds.pendingSeconds)),
            "unverified_cutoff": .time(now.adding(seconds: -thresholds.unverifiedSeconds)),
            "window_start": .time(now.adding(seconds: -thresholds.recentWindowSeconds)),
            "cohort_start": .time(now.adding(seconds: -thresholds.cohortMaturitySeconds - thresholds.cohortWindowSeconds)),
            "cohort_end": .time(now.adding(seconds: -thresholds.cohortMaturitySeconds)),
            "drift_cutoff": .time(now.adding(seconds: -thresholds.driftSeconds)),
            "dead_pending_cutoff": .time(now.adding(seconds: -thresholds.deadPendingSeconds)),
            "expiry_cutoff": .time(now.adding(seconds: -thresholds.expirySeconds)),
            "unacknowledged_start": .time(now.adding(seconds: -settledSeconds)),
            "presumed_refund_start": .time(now.adding(seconds: -settledSeconds - thresholds.recentWindowSeconds)),
            "acknowledge_deadline_seconds": .integer(acknowledgement.deadlineSeconds),
            "future_cutoff": .time(now.adding(seconds: futureToleranceSeconds)),
            "pending_threshold_seconds": .integer(thresholds.pendingSeconds),
            "unverified_threshold_seconds": .integer(thresholds.unverifiedSeconds),
            "drift_tolerance_seconds": .integer(thresholds.driftSeconds),
            "window_seconds": .integer(thresholds.recentWindowSeconds),
            "refund_keeps_access": .integer(configuration.policy.refundKeepsAccess ? 1 : 0),
        ]
        for column in optionalColumns { values["has_\(column)"] = .integer(available.contains(column) ? 1 : 0) }
        return values
    }
}

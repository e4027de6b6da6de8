import WatchModel

/// What names may be given to metrics and labels, so that nobody downstream chokes on them.
package enum MetricNames {
    package static let prefix = "iapwatch_"
    package static let customPrefix = "iapwatch_custom_"

    /// Metrics that the job writes about itself; a query may not feed them.
    package static let jobMetrics: Set<String> = [
        "build_info", "last_success_timestamp_seconds", "last_completion_timestamp_seconds", "last_run_success",
        "last_run_duration_seconds", "last_run_phase_duration_seconds", "query_success", "query_duration_seconds", "query_rows",
        "query_measured_timestamp_seconds", "metric_available", "schedule_interval_seconds", "data_timestamp_seconds",
        "check_threshold_seconds", "recent_window_seconds", "source_replay_lag_seconds", "source_is_standby", "first_seen_ledger_entries",
        "label_values", "label_values_limit", "cohort_maturity_seconds", "cohort_window_seconds",
    ]

    /// - Returns: what is wrong with the name of a gauge; nil when nothing is.
    static func complaint(gauge name: String) -> String? {
        if jobMetrics.contains(name) { return "the job itself writes \(prefix)\(name)" }
        if name.hasPrefix("custom_") {
            return "the prefix custom_ is added by the job to the user's own metrics; write the name without it"
        }
        if name.hasPrefix("iapwatch_") { return "the prefix iapwatch_ is added by the job; write the name without it" }
        if name.hasSuffix("_total") {
            return "_total is for counters that never go down; rows can be deleted, so a count of them is a gauge"
        }
        return isPlainName(name) ? nil : "a gauge's name is made of small letters, digits and underscores, and begins with a letter"
    }

    static func complaint(label name: String) -> String? {
        if LabelSet.reservedNames.contains(name) { return "the label \(name) is reserved: scrapers and relabelling use it" }
        if name.hasPrefix("__") { return "labels that begin with __ make scrapers refuse the whole file" }
        return isPlainName(name) ? nil : "a label's name is made of small letters, digits and underscores, and begins with a letter"
    }

    static func complaint(query name: String) -> String? {
        if name.hasPrefix("custom_") { return "the prefix custom_ is added by the job to the user's own queries; name the file without it" }
        return isPlainName(name) ? nil : "a query's name is made of small letters, digits and underscores, and begins with a letter"
    }

    private static func isPlainName(_ name: String) -> Bool {
        guard let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
        return name.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                || $0 == UInt8(ascii: "_")
        }
    }
}

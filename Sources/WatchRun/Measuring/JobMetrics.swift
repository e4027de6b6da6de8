import WatchCatalog
import WatchModel

/// The families that the job writes about itself, and those that say what the figures mean.
enum JobMetrics {
    /// The health file: rewritten after every run, whatever became of it.
    static func health(
        _ result: RunResult, configuration: Configuration, completedAt: Instant, version: String, ledger: [String: Int64]
    ) -> [MetricFamily] {
        var families = [
            single("build_info", "Always 1; the label says which version of iapwatch runs.", 1, [("version", version)]),
            single(
                "last_completion_timestamp_seconds", "When the last run ended, whether it measured anything or not.",
                completedAt.secondsWithFraction),
            single(
                "last_run_success", "1 when the last run measured everything that the schema can answer, else 0.",
                result.ending == .measured ? 1 : 0),
            single("last_run_duration_seconds", "How long the last run took.", result.phases.reduce(0) { $0 + $1.seconds }),
            single(
                "schedule_interval_seconds",
                "How often the job is meant to run, as configured; what is staler than a few of these is stale.",
                Double(configuration.intervalSeconds)),
        ]
        if let lastSuccess = result.lastSuccess {
            families.append(
                single(
                    "last_success_timestamp_seconds", "When the last run was that measured everything; failed runs leave it where it was.",
                    lastSuccess.secondsWithFraction))
        }
        families.append(
            family(
                "last_run_phase_duration_seconds", "How long each part of the last run took.",
                result.phases.map { ([("phase", $0.name)], $0.seconds) }))
        families += queryFamilies(result) + snapshotFamilies(result)
        families.append(
            family(
                "metric_available",
                "1 when this database can answer the metric, 0 when it lacks a column or table; `iapwatch check` names it.",
                result.metrics.map { metric in
                    let isUnavailable = if case .unavailable = metric.outcome { true } else { false }
                    return ([("metric", metric.name)], isUnavailable ? 0 : 1)
                }))
        families.append(
            family(
                "first_seen_ledger_entries", "Outstanding purchases whose age the job keeps itself, because no column tells it.",
                ledger.map { ([("condition", $0.key)], Double($0.value)) }))
        return families.filter { !$0.samples.isEmpty }
    }

    private static func queryFamilies(_ result: RunResult) -> [MetricFamily] {
        // What the schema cannot answer was not tried: neither a success nor a failure.
        let tried = result.queries.filter { if case .unavailable = $0.status { false } else { true } }
        return [
            family(
                "query_success",
                "1 when the query's last try succeeded, 0 when it failed or was not reached: its figures are left out then.",
                tried.map { ([("query", $0.name)], $0.status == .succeeded || $0.status == .kept ? 1 : 0) })
        ] + costs(result)
    }

    package static let durationMetric = MetricNames.prefix + "query_duration_seconds"
    package static let rowsMetric = MetricNames.prefix + "query_rows"

    /// What each query cost that ran now.
    static func costs(_ result: RunResult) -> [MetricFamily] {
        let ran = result.queries.filter {
            switch $0.status {
            case .succeeded, .failed: true
            case .kept, .unavailable, .notReached: false
            }
        }
        return [
            family(
                "query_duration_seconds", "How long the query took in the last run that ran it now.",
                ran.map { ([("query", $0.name)], $0.durationSeconds) }),
            family(
                "query_rows", "How many rows the query returned, before they were folded into figures.",
                ran.map { ([("query", $0.name)], Double($0.rows)) }),
        ]
    }

    private static func snapshotFamilies(_ result: RunResult) -> [MetricFamily] {
        guard let snapshot = result.snapshot else { return [] }
        var families = [
            single("source_is_standby", "1 when the database is a standby that replays its primary, else 0.", snapshot.isStandby ? 1 : 0)
        ]
        if let lag = snapshot.replayLagSeconds {
            families.append(single("source_replay_lag_seconds", "How far the standby is behind its primary; absent on a primary.", lag))
        }
        if let offset = snapshot.clockOffsetSeconds {
            families.append(
                single(
                    "source_clock_offset_seconds",
                    "How far the database's clock is ahead of this host's, give or take a round trip; absent for SQLite, which has none.",
                    offset))
        }
        return families
    }

    /// The figures file: what was measured, as of when, and against which limits.
    static func figures(_ result: RunResult, configuration: Configuration) -> [MetricFamily] {
        let thresholds = configuration.thresholds
        var families = [
            single(
                "data_timestamp_seconds", "The moment the figures describe: when their snapshot of the database was taken.",
                result.now.secondsWithFraction),
            family(
                "check_threshold_seconds", "From which age on a check calls something overdue, or how much drift it tolerates.",
                [
                    ([("check", "pending")], Double(thresholds.pendingSeconds)),
                    ([("check", "unverified")], Double(thresholds.unverifiedSeconds)),
                    ([("check", "drift")], Double(thresholds.driftSeconds)),
                    ([("check", "dead_pending")], Double(thresholds.deadPendingSeconds)),
                    ([("check", "expiry")], Double(thresholds.expirySeconds)),
                ]),
            single(
                "recent_window_seconds", "How far back the figures with recent in their name look.", Double(thresholds.recentWindowSeconds)),
            family(
                "query_measured_timestamp_seconds",
                "When the figures of each query were measured: earlier than iapwatch_data_timestamp_seconds for hourly and daily ones.",
                result.queries.compactMap { query in query.measuredAt.map { ([("query", query.name)], $0.secondsWithFraction) } }),
            single(
                "cohort_maturity_seconds", "How old the youngest purchase of the figures with cohort in their name is.",
                Double(thresholds.cohortMaturitySeconds)),
            single(
                "cohort_window_seconds", "How long a time the purchases of the figures with cohort in their name are from.",
                Double(thresholds.cohortWindowSeconds)),
        ]
        families += labelFamilies(result)
        for metric in result.metrics {
            if case .measured(let family, _) = metric.outcome { families.append(family) }
        }
        return families.filter { !$0.samples.isEmpty }
    }

    /// What is behind `other` in labels that take their values from the data.
    private static func labelFamilies(_ result: RunResult) -> [MetricFamily] {
        let counts = result.queries.flatMap { query in
            query.labelValues.map { (labels: [("query", query.name), ("label", $0.label)], count: $0) }
        }
        return [
            family(
                "label_values",
                "How many values of the label the query found; above iapwatch_label_values_limit the rarest of them are counted as other.",
                counts.map { ($0.labels, Double($0.count.distinct)) }),
            family(
                "label_values_limit",
                "How many values of the label are shown at most, as configured; other and unknown are not among them.",
                counts.map { ($0.labels, Double($0.count.limit)) }),
        ]
    }

    private static func single(_ name: String, _ help: String, _ value: Double, _ labels: [(String, String)] = []) -> MetricFamily {
        family(name, help, [(labels, value)])
    }

    private static func family(_ name: String, _ help: String, _ samples: [([(String, String)], Double)]) -> MetricFamily {
        MetricFamily(
            name: MetricNames.prefix + name, help: help,
            samples: samples.map { labels, value in
                MetricFamily.Sample(LabelSet(labels.map { (name: $0.0, value: $0.1) }), value)
            })
    }
}

package import WatchModel

/// The result of a run as JSON, for programs.
///
/// - Shape: Every key is always there, with null where there is nothing to say. Times are ISO 8601 in UTC, durations
///   seconds. A reader has to accept keys that are added; `schema_version` grows when one changes its meaning or goes.
package enum RunResultJSON {
    package static let schemaVersion: Int64 = 1

    /// The document in UTF-8, ending with a line feed.
    package static func render(_ result: RunResult) -> [UInt8] {
        JSONValue.object([
            ("schema_version", .integer(schemaVersion)),
            ("now", .string(result.now.iso8601)),
            ("ending", .string(result.ending.word)),
            ("exit_code", .integer(Int64(result.ending.rawValue))),
            ("wrote_figures", .bool(result.wroteFigures)),
            ("last_success", .text(result.lastSuccess?.iso8601)),
            ("snapshot", result.snapshot.map(json) ?? .null),
            ("phases", .array(result.phases.map { .object([("name", .string($0.name)), ("seconds", .number($0.seconds))]) })),
            ("queries", .array(result.queries.map(json))),
            ("metrics", .array(result.metrics.map(json))),
            ("problems", .array(result.problems.map(json))),
        ]).rendered()
    }

    private static func json(_ snapshot: SnapshotFacts) -> JSONValue {
        .object([
            ("server", .string(snapshot.server)),
            ("now", .text(snapshot.now?.iso8601)),
            ("is_standby", .bool(snapshot.isStandby)),
            ("replay_lag_seconds", snapshot.replayLagSeconds.map { .number($0) } ?? .null),
        ])
    }

    private static func json(_ query: RunResult.QueryRun) -> JSONValue {
        let reason: String? = if case .unavailable(let wants) = query.status { wants } else { nil }
        let problem: Problem? = if case .failed(let problem) = query.status { problem } else { nil }
        return .object([
            ("name", .string(query.name)),
            ("origin", .string(query.origin)),
            ("hash", .string(query.hash)),
            ("status", .string(query.status.word)),
            ("reason", .text(reason)),
            ("problem", problem.map(json) ?? .null),
            ("duration_seconds", .number(query.durationSeconds)),
            ("rows", .integer(Int64(query.rows))),
            ("measured_at", .text(query.measuredAt?.iso8601)),
            ("label_values", .array(query.labelValues.map(json))),
        ])
    }

    private static func json(_ count: LabelValueCount) -> JSONValue {
        .object([
            ("label", .string(count.label)), ("distinct", .integer(Int64(count.distinct))), ("limit", .integer(Int64(count.limit))),
        ])
    }

    private static func json(_ metric: RunResult.MetricRun) -> JSONValue {
        var (family, note, reason): (MetricFamily?, String?, String?) = (nil, nil, nil)
        var problem: Problem?
        switch metric.outcome {
        case .measured(let measured, let said): (family, note) = (measured, said)
        case .noData(let why): reason = why
        case .unavailable(let wants): reason = wants
        case .failed(let failure): problem = failure
        }
        let samples = (family?.samples ?? []).sorted { $0.labels < $1.labels }
        return .object([
            ("name", .string(metric.name)),
            ("query", .string(metric.query)),
            ("outcome", .string(metric.outcome.word)),
            ("reason", .text(reason)),
            ("problem", problem.map(json) ?? .null),
            ("note", .text(note)),
            ("kind", .text(family?.kind.rawValue)),
            ("help", .text(family?.help)),
            ("samples", .array(samples.map(json))),
        ])
    }

    private static func json(_ sample: MetricFamily.Sample) -> JSONValue {
        .object([
            ("labels", .object(sample.labels.labels.map { ($0.name, .string($0.value)) })),
            ("value", .number(sample.value)),
        ])
    }

    /// The excerpt stays out: a document that travels should not carry lines of a configuration.
    private static func json(_ problem: Problem) -> JSONValue {
        .object([
            ("severity", .string(problem.severity.rawValue)),
            ("code", .string(problem.code)),
            ("file", .text(problem.position?.file)),
            ("line", problem.position.map { .integer(Int64($0.line)) } ?? .null),
            ("column", problem.position.map { .integer(Int64($0.column)) } ?? .null),
            ("summary", .string(problem.summary)),
            ("hint", .text(problem.hint)),
        ])
    }
}

extension RunResult.QueryRun.Status {
    /// One word for programs.
    package var word: String {
        switch self {
        case .succeeded: "succeeded"
        case .kept: "kept"
        case .unavailable: "unavailable"
        case .failed: "failed"
        case .notReached: "not_reached"
        }
    }
}

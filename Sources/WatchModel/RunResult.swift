/// Everything that one run found out. The outputs are renderings of it.
package struct RunResult: Equatable, Sendable {
    /// How the run ended, and what the process says about it.
    package enum Ending: Int32, Sendable {
        case measured = 0
        case somethingFailed = 1
        case sourceUnreachable = 3
        case outputFailed = 4

        package var word: String {
            switch self {
            case .measured: "measured"
            case .somethingFailed: "something_failed"
            case .sourceUnreachable: "source_unreachable"
            case .outputFailed: "output_failed"
            }
        }
    }

    /// What became of one query.
    package struct QueryRun: Equatable, Sendable {
        package var name: String
        /// SHA-256 of the files it was read from, in hex.
        package var hash: String
        /// `built-in`, or the directory it came from.
        package var origin: String
        package var status: Status
        package var durationSeconds: Double
        /// Rows that the database returned.
        package var rows: Int
        /// When its figures were measured; earlier than this run for a query that runs hourly or daily.
        package var measuredAt: Instant?
        /// How full its open labels are; empty for a query without any, and where nothing was measured.
        package var labelValues: [LabelValueCount] = []

        package enum Status: Equatable, Sendable {
            case succeeded
            /// Not due yet: its last good result stands, with the time it was measured at.
            case kept
            /// The schema lacks what it needs.
            case unavailable(wants: String)
            case failed(Problem)
            /// The run ended before it was reached.
            case notReached
        }

        package init(
            name: String, hash: String, origin: String, status: Status, durationSeconds: Double = 0, rows: Int = 0,
            measuredAt: Instant? = nil
        ) {
            (self.name, self.hash, self.origin, self.status) = (name, hash, origin, status)
            (self.durationSeconds, self.rows, self.measuredAt) = (durationSeconds, rows, measuredAt)
        }
    }

    /// One metric, by its full name, and the query that feeds it.
    package struct MetricRun: Equatable, Sendable {
        package var name: String
        package var query: String
        package var outcome: MetricOutcome

        package init(name: String, query: String, outcome: MetricOutcome) {
            (self.name, self.query, self.outcome) = (name, query, outcome)
        }
    }

    /// The moment that every age is measured against.
    package var now: Instant
    package var ending: Ending
    /// nil when no snapshot could be opened.
    package var snapshot: SnapshotFacts?
    package var queries: [QueryRun]
    /// Sorted by name. Empty when no snapshot could be opened.
    package var metrics: [MetricRun]
    /// What went wrong or deserves a warning, the run as a whole first.
    package var problems: [Problem]
    /// Seconds by phase, in the order they ran.
    package var phases: [(name: String, seconds: Double)]
    /// The last run that measured everything; nil when none is known.
    package var lastSuccess: Instant?
    /// Whether the figures file was replaced.
    package var wroteFigures: Bool

    package init(now: Instant) {
        self.now = now
        ending = .measured
        (queries, metrics, problems, phases) = ([], [], [], [])
        wroteFigures = false
    }

    package static func == (left: RunResult, right: RunResult) -> Bool {
        left.now == right.now && left.ending == right.ending && left.snapshot == right.snapshot && left.queries == right.queries
            && left.metrics == right.metrics && left.problems == right.problems && left.lastSuccess == right.lastSuccess
            && left.wroteFigures == right.wroteFigures && left.phases.elementsEqual(right.phases) { $0 == $1 }
    }
}

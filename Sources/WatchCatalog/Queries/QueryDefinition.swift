package import WatchModel

/// One query file: a scan of one thing that feeds several gauges. `queries/README.md` has the grammar of its header.
package struct QueryDefinition: Equatable, Sendable {
    /// A table that the query reads; an optional one is empty where the user has none.
    package struct TableUse: Equatable, Sendable {
        package var table: String
        package var isOptional: Bool
    }

    package struct LabelDefinition: Equatable, Sendable {
        package var name: String
        /// The closed list; any other value becomes `other`. Empty where the values come from the data.
        package var values: [String]
        /// `(top)`: the most frequent values of the data are shown.
        package var open: OpenLabel?

        package init(name: String, values: [String], open: OpenLabel? = nil) {
            (self.name, self.values, self.open) = (name, values, open)
        }
    }

    /// SQL of one dialect and where it stands, so that a database's complaint can point into the file.
    package struct Body: Equatable, Sendable {
        package var sql: String
        package var file: String
        /// The line of the file on which `sql` begins.
        package var firstLine: Int
    }

    /// An index that makes the query independent of the table's size, in canonical columns.
    package struct IndexSuggestion: Equatable, Sendable {
        package var table: String
        package var columns: [String]
        /// The WHERE of a partial index; nil for a full one.
        package var condition: String?
    }

    package enum Origin: Equatable, Sendable {
        case builtIn
        /// `--queries`: replaces the built-in set.
        case replacement(directory: String)
        /// `queries.directory`: stands beside it.
        case custom(directory: String)

        package var text: String {
            switch self {
            case .builtIn: "built-in"
            case .replacement(let directory), .custom(let directory): directory
            }
        }
    }

    package var name: String
    package var summary: String
    package var origin: Origin
    package var reads: [TableUse]
    package var needs: Requirement
    /// At most one of them is open.
    package var labels: [LabelDefinition]
    package var gauges: [GaugeDefinition]
    package var cadence: Cadence
    package var indexes: [IndexSuggestion]
    package var bodies: [Dialect: Body]
    /// Rows `store, token, since` of what is outstanding, for the first-seen ledger.
    package var firstSeenBody: Body?
    /// Rows `EvidenceRow.columns`, one for each thing that a gauge counts; empty where nobody has written that down.
    package var evidenceBodies: [Dialect: Body]
    /// The text of every file that it was read from, in order of name; its hash identifies the definition.
    package var sourceText: String

    package var openLabel: OpenLabel? { labels.lazy.compactMap(\.open).first }
}

/// One column of a query that becomes one metric.
package struct GaugeDefinition: Equatable, Sendable {
    package enum Fold: String, Sendable, CaseIterable {
        case sum
        case min
        case max
    }

    /// What stands in when `needs` is not met: the job's own ledger of when it first saw each purchase.
    package enum Fallback: Equatable, Sendable {
        /// How many were first seen before one moment, and not before another one (names of parameters).
        case countFirstSeen(from: String?, before: String)
        /// Of those that were not first seen before this moment.
        case oldestFirstSeen(from: String?)

        var isMoment: Bool { if case .oldestFirstSeen = self { true } else { false } }
    }

    /// The column's name; the metric is this behind `iapwatch_` or `iapwatch_custom_`.
    package var name: String
    package var metric: String
    package var help: String
    package var fold: Fold
    /// A NULL leaves the sample out; otherwise a NULL fails the query.
    package var isAbsentWhenNull: Bool
    /// False: one figure over all rows, whatever the query's labels.
    package var hasLabels: Bool
    package var needs: Requirement
    package var fallback: Fallback?
    package var position: FilePosition
    /// For a metric of percentiles, the columns that it is worked out from; nil for a metric that is a column.
    package var percentiles: Percentiles?

    /// Durations of what is finished, and of what still waits, as counts by duration.
    package struct Percentiles: Equatable, Sendable {
        package var durationColumn: String
        package var finishedColumn: String
        package var waitingColumn: String
        /// The companion metric: how long at least, where the percentile is not reached.
        package var isLowerBound: Bool
    }

    /// The result columns that the metric reads.
    package var columns: [String] {
        percentiles.map { [$0.durationColumn, $0.finishedColumn, $0.waitingColumn] } ?? [name]
    }

    /// Times are exported as seconds since the epoch.
    package var isTimestamp: Bool { name.hasSuffix("_timestamp_seconds") }
}

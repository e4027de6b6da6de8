package import WatchCatalog
package import WatchDatabase
package import WatchModel

/// Says of each metric whether this database can answer it.
package struct Listing: SnapshotWork {
    let configuration: Configuration
    let queries: [QueryDefinition]

    package init(configuration: Configuration, queries: [QueryDefinition]) {
        (self.configuration, self.queries) = (configuration, queries)
    }

    /// What identifies the text of a query: SHA-256, in hex.
    package static func hash(of query: QueryDefinition) -> String { FingerprintKey.digest(query.sourceText) }

    /// - Returns: in words, by metric.
    /// - Throws: when the source cannot be opened.
    package func availability(interruption: Interruption) throws(SourceError) -> [String: String] {
        guard let location = configuration.source.location else { return [:] }
        var work = self
        return try withSnapshot(
            of: location, schema: configuration.source.schema, acceptsRowSecurity: configuration.source.acceptsRowSecurity,
            limits: configuration.source.limits, interruption: interruption, perform: &work)
    }

    /// What a query cost when it ran last.
    package struct Cost: Equatable, Sendable {
        package var seconds: Double
        package var rows: Int
        package var at: Instant
    }

    /// What each query cost when it ran last, as the state remembers; empty where there is none.
    package func costs() throws(SourceError) -> [String: Cost] {
        let state = try StateStore(copyOf: configuration.stateDirectory)
        let (start, end) = (Instant(seconds: 0), Instant(seconds: .max / 2_000_000))
        let seconds = try state.history(of: JobMetrics.durationMetric, from: start, to: end)
        let rows = try state.history(of: JobMetrics.rowsMetric, from: start, to: end)
        var costs: [String: Cost] = [:]
        for (labels, samples) in seconds {
            guard let query = labels.labels.first?.value, let last = samples.last else { continue }
            let count = rows[labels]?.last { $0.at == last.at }?.value ?? 0
            costs[query] = Cost(seconds: last.value, rows: Int(count), at: last.at)
        }
        return costs
    }

    package mutating func perform<Source: SourceConnection & ~Copyable>(on source: inout Source) throws(SourceError) -> [String: String] {
        let tables = Set(queries.flatMap { $0.reads.map(\.table) })
        let compiler = QueryCompiler(
            dialect: Source.dialect, tables: try Preflight(configuration: configuration).states(of: tables, on: &source))
        var words: [String: String] = [:]
        for query in queries {
            switch compiler.plan(query) {
            case .unavailable(let wants): for gauge in query.gauges { words[gauge.metric] = "wants \(wants)" }
            case .failed(let problem): for gauge in query.gauges { words[gauge.metric] = "fails: \(problem.summary)" }
            case .runnable(_, _, let gauges): for plan in gauges { words[plan.gauge.metric] = Self.words(plan.source) }
            }
        }
        return words
    }

    private static func words(_ source: QueryCompiler.GaugePlan.Source) -> String {
        switch source {
        case .column: "available"
        case .ledger: "available, ages from when first seen"
        case .unavailable(let wants): "wants \(wants)"
        }
    }
}

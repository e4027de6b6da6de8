package import WatchCatalog
package import WatchDatabase
package import WatchModel

/// Finds the purchases behind figures, on a snapshot of its own. It writes nothing.
package struct Explain {
    let configuration: Configuration
    let queries: [QueryDefinition]
    let clock: RunClock
    let interruption: Interruption

    package init(
        configuration: Configuration, queries: [QueryDefinition], clock: RunClock = RunClock(), interruption: Interruption = .never
    ) {
        (self.configuration, self.queries, self.clock, self.interruption) = (configuration, queries, clock, interruption)
    }

    /// What the caller may see of one figure.
    package struct Request: Sendable {
        package var metric: String
        /// Only this store; nil for all.
        package var store: String?
        package var limit: Int
        /// With tokens and users.
        package var reveals: Bool

        package init(metric: String, store: String? = nil, limit: Int = 20, reveals: Bool = false) {
            (self.metric, self.store, self.limit, self.reveals) = (metric, store, limit, reveals)
        }
    }

    /// Why there is nothing to show.
    package enum Refusal: Error {
        case source(SourceError)
        /// No such figure, or one without evidence.
        case metric(Problem)
        case unavailable(Problem)
    }

    /// The purchases behind one figure, the oldest first.
    package func explain(_ request: Request) throws(Refusal) -> Explanation {
        let (query, gauge) = try find(request.metric)
        var work = EvidenceSearch(explain: self, query: query, gauge: gauge, request: request, ledger: try ledger())
        let outcome: EvidenceSearch.Outcome = try onSnapshot(&work)
        switch outcome {
        case .found(let explanation): return explanation
        case .unavailable(let wants):
            throw .unavailable(
                Problem(
                    code: "unavailable", summary: "\(gauge.metric) cannot be known on this database: it wants \(wants)",
                    hint: "docs/mapping.md tells how to map a column."))
        case .failed(let problem): throw .unavailable(problem)
        }
    }

    /// Every figure that can be explained, and how many are behind it.
    package func overview() throws(Refusal) -> (now: Instant, figures: [ExplainableFigure], problems: [Problem]) {
        var work = EvidenceCounts(explain: self)
        return try onSnapshot(&work)
    }

    /// Everything about one purchase.
    package func report(token: String) throws(Refusal) -> TokenReport {
        var work = TokenSearch(explain: self, token: token)
        return try onSnapshot(&work)
    }

    private func onSnapshot<Work: SnapshotWork>(_ work: inout Work) throws(Refusal) -> Work.Result {
        guard let location = configuration.source.location else {
            throw .source(
                SourceError(
                    .invalidLocation, message: "no database is named",
                    hint: "Set `source: { url: ... }` in the configuration, or use --source."))
        }
        do {
            return try withSnapshot(
                of: location, schema: configuration.source.schema, acceptsRowSecurity: configuration.source.acceptsRowSecurity,
                limits: configuration.source.limits, interruption: interruption, perform: &work)
        } catch {
            throw .source(error)
        }
    }

    /// The job's memory, for fingerprints that mean the same as in its state, and ages that only it knows.
    private func ledger() throws(Refusal) -> Ledger {
        do throws(SourceError) {
            let state = try StateStore(copyOf: configuration.stateDirectory)
            return Ledger(key: state.key, isPersistent: state.keyIsKept, since: try state.allFirstSeen())
        } catch {
            throw .source(error)
        }
    }

    /// What the state knows about outstanding purchases.
    struct Ledger {
        var key: FingerprintKey
        /// False: the key was made for this call, and another call gives other fingerprints.
        var isPersistent: Bool
        /// By condition and fingerprint.
        var since: [String: [String: Instant]]
    }

    /// A metric by its full name, or without its prefix.
    private func find(_ name: String) throws(Refusal) -> (QueryDefinition, GaugeDefinition) {
        for query in queries {
            for gauge in query.gauges where gauge.metric == name || gauge.name == name || gauge.metric == "iapwatch_" + name {
                guard query.evidenceBodies.isEmpty else { return (query, gauge) }
                throw .metric(
                    Problem(
                        code: "no-evidence", summary: "\(gauge.metric) is no count of purchases that could be listed",
                        hint: "`iapwatch explain` lists the figures that can be explained."))
            }
        }
        let names = queries.filter { !$0.evidenceBodies.isEmpty }.flatMap(\.gauges).map(\.metric)
        let containing = names.filter { $0.contains(name) }
        let near =
            nearest(name, in: names + names.map { String($0.dropFirst(MetricNames.prefix.count)) })
            ?? (containing.count == 1 ? containing.first : nil)
        throw .metric(
            Problem(
                code: "unknown-metric", summary: "there is no such figure",
                hint: near.map { "Did you mean `\($0)`?" } ?? "`iapwatch explain` lists the figures that can be explained."))
    }
}

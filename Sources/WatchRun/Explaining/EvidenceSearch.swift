import WatchCatalog
import WatchDatabase
import WatchModel

/// Reads the evidence of one figure.
struct EvidenceSearch: SnapshotWork {
    let explain: Explain
    let query: QueryDefinition
    let gauge: GaugeDefinition
    let request: Explain.Request
    let ledger: Explain.Ledger

    enum Outcome {
        case found(Explanation)
        case unavailable(wants: String)
        case failed(Problem)
    }

    mutating func perform<Source: SourceConnection & ~Copyable>(on source: inout Source) throws(SourceError) -> Outcome {
        let desk = try EvidenceDesk(explain, on: &source)
        switch desk.compiler.plan(query) {
        case .unavailable(let wants): return .unavailable(wants: wants)
        case .failed(let problem): return .failed(problem)
        case .runnable(_, _, let gauges):
            switch gauges.first(where: { $0.gauge.name == gauge.name })?.source {
            case .unavailable(let wants): return .unavailable(wants: wants)
            case .ledger(let fallback): return .found(try byLedger(fallback, gauges, desk, on: &source))
            case .column, nil: return .found(try byColumns(desk, on: &source))
            }
        }
    }

    private func byColumns<Source: SourceConnection & ~Copyable>(
        _ desk: EvidenceDesk, on source: inout Source
    ) throws(SourceError) -> Explanation {
        let counts = try desk.counts(of: query, metric: gauge.name, on: &source)
        var rows: [EvidenceRow] = []
        try desk.read(query, metric: gauge.name, store: request.store, limit: request.limit, on: &source) { row in
            rows.append(evidence(row, since: row.since))
        }
        return explanation(desk, counts.filter { request.store == nil || $0.store == request.store }, rows, notes: [])
    }

    /// No column tells the age, but the job has noted when it saw each purchase first.
    private func byLedger<Source: SourceConnection & ~Copyable>(
        _ fallback: GaugeDefinition.Fallback, _ gauges: [QueryCompiler.GaugePlan], _ desk: EvidenceDesk, on source: inout Source
    ) throws(SourceError) -> Explanation {
        let known = ledger.since[query.name] ?? [:]
        // All that are in the condition, whatever their age, are what the figure of the first column counts.
        let base = gauges.first { $0.source == .column }?.gauge.name ?? gauge.name
        var found: [EvidenceRow] = []
        try desk.read(
            query, metric: base, store: request.store, limit: explain.configuration.source.limits.rows, on: &source
        ) { row in
            let fingerprint = ledger.key.fingerprint(row.token ?? "").hex
            let seen = [known[fingerprint], row.since, desk.now].compactMap { $0 }.min() ?? desk.now
            if desk.isCaught(seen, by: fallback) { found.append(evidence(row, since: seen)) }
        }
        found.sort { ($0.since ?? desk.now, $0.fingerprint) < ($1.since ?? desk.now, $1.fingerprint) }
        let counts = Dictionary(grouping: found) { EvidenceDesk.label($0.store) }.map { (store: $0.key, count: $0.value.count) }
        let note =
            "Ages count from when iapwatch first saw the purchase, or from its updated_at then, because no column tells more."
            + (known.isEmpty ? " The job has noted nothing yet, or its state was not found: use --state." : "")
        return explanation(desk, counts.sorted { $0.store < $1.store }, Array(found.prefix(request.limit)), notes: [note])
    }

    private func evidence(_ row: EvidenceDesk.Row, since: Instant?) -> EvidenceRow {
        EvidenceRow(
            fingerprint: String(ledger.key.fingerprint(row.token ?? row.user ?? "").hex.prefix(12)), rule: row.rule, product: row.product,
            store: row.store, appVersion: row.appVersion, state: row.state, since: since, detail: row.detail,
            identifiers: request.reveals ? EvidenceRow.Identifiers(token: row.token, user: row.user) : nil)
    }

    private func explanation(
        _ desk: EvidenceDesk, _ counts: [(store: String, count: Int)], _ rows: [EvidenceRow], notes: [String]
    ) -> Explanation {
        var notes = notes
        if !ledger.isPersistent && !rows.isEmpty {
            notes.append("The fingerprints are of this call alone: with the job's state (--state) they stay the same.")
        }
        return Explanation(metric: gauge.metric, help: gauge.help, now: desk.now, counts: counts, rows: rows, notes: notes)
    }
}

/// Counts the evidence of every figure.
struct EvidenceCounts: SnapshotWork {
    let explain: Explain

    typealias Result = (now: Instant, figures: [ExplainableFigure], problems: [Problem])

    mutating func perform<Source: SourceConnection & ~Copyable>(on source: inout Source) throws(SourceError) -> Result {
        let desk = try EvidenceDesk(explain, on: &source)
        var result: Result = (desk.now, [], [])
        for query in explain.queries where !query.evidenceBodies.isEmpty {
            guard case .runnable(_, _, let gauges) = desk.compiler.plan(query) else { continue }
            do throws(SourceError) {
                for (metric, store, count) in try desk.allCounts(of: query, on: &source) {
                    guard let plan = gauges.first(where: { $0.gauge.name == metric }), plan.source == .column else { continue }
                    result.figures.append(ExplainableFigure(metric: plan.gauge.metric, store: store, count: count))
                }
            } catch {
                guard !error.endsSnapshot else { throw error }
                result.problems.append(Problem(error, doing: "the evidence of query \(query.name)"))
            }
        }
        result.figures.sort { ($0.metric, $0.store) < ($1.metric, $1.store) }
        return result
    }
}

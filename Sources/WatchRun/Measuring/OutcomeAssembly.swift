import WatchCatalog
import WatchDatabase
import WatchModel

/// Turns what a snapshot gave, and the state, into the outcome of every query and metric.
struct OutcomeAssembly {
    let measured: Measured
    let runNumber: Int64
    let parameters: [String: ParameterValue]
    /// How many values of an open label are shown.
    let limit: (OpenLabel) -> Int

    struct Outcomes {
        var queries: [RunResult.QueryRun] = []
        var metrics: [RunResult.MetricRun] = []
        var problems: [Problem] = []
    }

    /// Updates the ledger and the kept results on the way: one failure stays one query's.
    func outcomes(state: borrowing StateStore) -> Outcomes {
        var outcomes = Outcomes()
        for query in measured.queries {
            do throws(Problem) {
                try add(query, state: state, to: &outcomes)
            } catch {
                addFailure(query, error, to: &outcomes)
                try? state.forget(query: query.query.name)
            }
        }
        outcomes.metrics.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return outcomes
    }

    private func add(_ measuredQuery: MeasuredQuery, state: borrowing StateStore, to outcomes: inout Outcomes) throws(Problem) {
        let query = measuredQuery.query
        switch measuredQuery.status {
        case .failed(let problem): throw problem
        case .notReached:
            outcomes.queries.append(run(measuredQuery, .notReached))
            let problem = Problem(
                code: "not-reached", summary: "query \(query.name) was not reached before the run's time limit",
                hint: "Raise `source.run_timeout`, or see `iapwatch check` for indexes.")
            outcomes.metrics += query.gauges.map { RunResult.MetricRun(name: $0.metric, query: query.name, outcome: .failed(problem)) }
        case .unavailable(let wants):
            outcomes.queries.append(run(measuredQuery, .unavailable(wants: wants)))
            outcomes.metrics += query.gauges.map {
                RunResult.MetricRun(name: $0.metric, query: query.name, outcome: .unavailable(wants: wants))
            }
        case .kept(let kept, let gauges):
            outcomes.queries.append(run(measuredQuery, .kept, measuredAt: kept.measuredAt, labelValues: kept.labelValues))
            outcomes.metrics += metrics(
                query, gauges, measuredQuery.cadence, samples: kept.samples, note: "measured at \(kept.measuredAt.iso8601)")
        case .rows(let rows, let outstanding, let gauges):
            let columns = gauges.filter { $0.source == .column }.map(\.gauge)
            var samples: [String: [MetricFamily.Sample]] = [:]
            var labelValues: [LabelValueCount] = []
            if !columns.isEmpty {
                let folding = try Folding(query: query, rows: rows, reading: columns, limit: query.openLabel.map(limit) ?? 0)
                (samples, labelValues) = (try folding.samples(), folding.labelValues)
            }
            if let outstanding {
                for (metric, list) in try ledgerSamples(query, outstanding, gauges, state: state) { samples[metric] = list }
            }
            outcomes.queries.append(run(measuredQuery, .succeeded, measuredAt: measured.now, labelValues: labelValues))
            outcomes.metrics += metrics(query, gauges, measuredQuery.cadence, samples: samples, note: nil)
            // A result that cannot be kept is only measured again sooner.
            if measuredQuery.cadence != .run {
                try? state.keep(
                    KeptResult(
                        query: query.name, definition: measuredQuery.definition, measuredAt: measured.now, samples: samples,
                        labelValues: labelValues))
            }
        }
    }

    private func addFailure(_ measuredQuery: MeasuredQuery, _ problem: Problem, to outcomes: inout Outcomes) {
        let query = measuredQuery.query
        outcomes.queries.append(run(measuredQuery, .failed(problem)))
        outcomes.metrics += query.gauges.map { RunResult.MetricRun(name: $0.metric, query: query.name, outcome: .failed(problem)) }
        // One cause, such as a missing table, can fail many queries; it is told once.
        if !outcomes.problems.contains(problem) { outcomes.problems.append(problem) }
    }

    private func run(
        _ measuredQuery: MeasuredQuery, _ status: RunResult.QueryRun.Status, measuredAt: Instant? = nil,
        labelValues: [LabelValueCount] = []
    ) -> RunResult.QueryRun {
        var run = RunResult.QueryRun(
            name: measuredQuery.query.name, hash: FingerprintKey.digest(measuredQuery.query.sourceText),
            origin: measuredQuery.query.origin.text,
            status: status, durationSeconds: measuredQuery.durationSeconds, rows: measuredQuery.rowCount, measuredAt: measuredAt)
        run.labelValues = labelValues
        return run
    }

    private func metrics(
        _ query: QueryDefinition, _ gauges: [QueryCompiler.GaugePlan], _ cadence: Cadence, samples: [String: [MetricFamily.Sample]],
        note: String?
    ) -> [RunResult.MetricRun] {
        gauges.map { plan in
            RunResult.MetricRun(
                name: plan.gauge.metric, query: query.name,
                outcome: outcome(
                    plan, samples[plan.gauge.metric] ?? [], note,
                    addition: (plan.gauge.hasLabels ? labelHelp(query) : "") + cadenceHelp(query, cadence)))
        }
    }

    /// A figure that can be an hour old says so where it is read.
    private func cadenceHelp(_ query: QueryDefinition, _ cadence: Cadence) -> String {
        guard cadence != .run else { return "" }
        return " Measured every \(cadence.rawValue), at iapwatch_query_measured_timestamp_seconds{query=\"\(query.name)\"}."
    }

    /// A figure that does not show everything says so, too.
    private func labelHelp(_ query: QueryDefinition) -> String {
        guard let label = query.openLabel else { return "" }
        return " The most frequent values of \(label.rawValue) are shown, the others together as other."
    }

    private func outcome(
        _ plan: QueryCompiler.GaugePlan, _ samples: [MetricFamily.Sample], _ note: String?, addition: String
    ) -> MetricOutcome {
        var note = note
        switch plan.source {
        case .unavailable(let wants): return .unavailable(wants: wants)
        case .ledger:
            note = [note, "ages count from when iapwatch first saw the purchase, or its updated_at then"].compactMap { $0 }.joined(
                separator: "; ")
        case .column: break
        }
        guard !samples.isEmpty else { return .noData(reason: "nothing to report on just now") }
        return .measured(MetricFamily(name: plan.gauge.metric, help: plan.gauge.help + addition, samples: samples), note: note)
    }

    private func ledgerSamples(
        _ query: QueryDefinition, _ outstanding: [OutstandingPurchase], _ gauges: [QueryCompiler.GaugePlan], state: borrowing StateStore
    ) throws(Problem) -> [String: [MetricFamily.Sample]] {
        var samples: [String: [MetricFamily.Sample]] = [:]
        do throws(SourceError) {
            try state.noteOutstanding(outstanding, condition: query.name, run: runNumber)
            for plan in gauges {
                guard case .ledger(let fallback) = plan.source else { continue }
                samples[plan.gauge.metric] = Self.samples(
                    plan.gauge, query, try byStore(fallback, condition: query.name, state: state))
            }
        } catch {
            throw Problem(error, doing: "the first-seen ledger of \(query.name)")
        }
        return samples
    }

    private func byStore(
        _ fallback: GaugeDefinition.Fallback, condition: String, state: borrowing StateStore
    ) throws(SourceError) -> [String: Double] {
        switch fallback {
        case .oldestFirstSeen(let from):
            return try state.oldestFirstSeen(condition: condition, from: moment(from)).mapValues(\.secondsWithFraction)
        case .countFirstSeen(let from, let before):
            guard let before = moment(before) else { return [:] }
            return try state.countFirstSeen(condition: condition, from: moment(from), before: before).mapValues(Double.init)
        }
    }

    private func moment(_ parameter: String?) -> Instant? {
        guard let parameter, case .time(let moment)? = parameters[parameter] else { return nil }
        return moment
    }

    /// By label instead of by what the table calls the store; stores outside the list are folded together.
    private static func samples(_ gauge: GaugeDefinition, _ query: QueryDefinition, _ byStore: [String: Double]) -> [MetricFamily.Sample] {
        let names = query.labels.first?.values ?? []
        var folded: [LabelSet: Double] = [:]
        for (store, value) in byStore {
            let key = LabelSet([(name: "store", value: FoldedText.closed(store, names))])
            folded[key] = folded[key].map { Folding.fold($0, value, gauge.fold) } ?? value
        }
        return Folding.zeroFilled(folded, gauge, query).map { MetricFamily.Sample($0.key, $0.value) }.sorted { $0.labels < $1.labels }
    }
}

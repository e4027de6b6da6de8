import WatchCatalog
import WatchModel

/// Works out what is not there, and which metrics it would make known.
struct MissingColumns {
    let compiler: QueryCompiler
    let queries: [QueryDefinition]

    /// Every missing table or set of columns with the metrics that it unlocks, in the order of the queries.
    func list() -> [CheckReport.Missing] {
        var missing: [CheckReport.Missing] = []
        for query in queries {
            switch compiler.plan(query) {
            case .unavailable(let wants):
                for gauge in query.gauges { add(wants, gauge.metric, to: &missing) }
            case .runnable(_, _, let gauges):
                for plan in gauges {
                    switch plan.source {
                    case .unavailable(let wants): add(wants, plan.gauge.metric, to: &missing)
                    case .ledger:
                        add(
                            compiler.wanted(plan.gauge.needs, query) + " (now counted from when iapwatch first saw it)", plan.gauge.metric,
                            to: &missing)
                    case .column: break
                    }
                }
            case .failed: break
            }
        }
        return missing
    }

    private func add(_ what: String, _ metric: String, to missing: inout [CheckReport.Missing]) {
        if let index = missing.firstIndex(where: { $0.what == what }) {
            missing[index].unlocks.append(metric)
        } else {
            missing.append(CheckReport.Missing(what: what, unlocks: [metric]))
        }
    }
}

/// What became of one metric in one run. A failure is data, and stops nothing else.
package enum MetricOutcome: Equatable, Sendable {
    /// Measured; `note` says how where that is not the obvious way.
    case measured(MetricFamily, note: String?)
    /// The question makes no sense just now: nothing is outstanding, so nothing is the oldest.
    case noData(reason: String)
    /// The schema cannot answer. `wants` names the columns that would.
    case unavailable(wants: String)
    case failed(Problem)

    /// One word for programs.
    package var word: String {
        switch self {
        case .measured: "measured"
        case .noData: "no_data"
        case .unavailable: "unavailable"
        case .failed: "failed"
        }
    }
}

import WatchCatalog
import WatchModel
import WatchStatistics

extension Folding {
    /// Which percentiles are shown, and how many purchases each of them wants.
    ///
    /// - Source: one in a hundred is not told by a few: the 99th from 300 on.
    private static let percentiles: [(label: String, share: Double, leastCount: Int)] = [
        ("50", 0.5, 20), ("90", 0.9, 20), ("95", 0.95, 20), ("99", 0.99, 300),
    ]

    /// The label that percentiles have beside those of their query.
    static let percentileLabel = QueryDefinition.LabelDefinition(name: "percentile", values: percentiles.map(\.label))

    /// Percentiles by labels, with what still waits counted as "at least this long"; or, for the companion metric, how long at least.
    func percentileSamples(_ gauge: GaugeDefinition, _ percentiles: GaugeDefinition.Percentiles) throws(Problem) -> [MetricFamily.Sample] {
        var observations: [LabelSet: [SurvivalCurve.Observation]] = [:]
        let columns = gauge.columns.compactMap { rows.columns.firstIndex(of: $0) }
        for row in rows.rows {
            let duration = try number(row[columns[0]], gauge, gauge.columns[0])
            let finished = try number(row[columns[1]], gauge, gauge.columns[1])
            let waiting = try number(row[columns[2]], gauge, gauge.columns[2])
            observations[labels(of: row), default: []].append(
                SurvivalCurve.Observation(duration: Double(duration), finished: Int(finished), waiting: Int(waiting)))
        }
        var samples: [MetricFamily.Sample] = []
        for (labels, list) in observations {
            let curve = SurvivalCurve(list)
            for (label, share, leastCount) in Self.percentiles where curve.count >= leastCount {
                let value = curve.quantile(share).value
                guard let shown = percentiles.isLowerBound ? (value == nil ? curve.longestFollowUp : nil) : value else { continue }
                let pairs = labels.labels.map { (name: $0.name, value: $0.value) } + [(name: Self.percentileLabel.name, value: label)]
                samples.append(MetricFamily.Sample(LabelSet(pairs), shown))
            }
        }
        return samples.sorted { $0.labels < $1.labels }
    }

    /// How many a row stands for; what is no number fails later, where it can be named.
    func count(of row: [Cell], _ percentiles: GaugeDefinition.Percentiles) -> Double {
        [percentiles.finishedColumn, percentiles.waitingColumn].reduce(0) { sum, name in
            switch rows.columns.firstIndex(of: name).map({ row[$0] }) {
            case .integer(let number): sum + Double(number)
            case .real(let number): sum + number
            default: sum
            }
        }
    }

    /// A count, or a number of seconds: whole, and not negative.
    private func number(_ cell: Cell, _ gauge: GaugeDefinition, _ column: String) throws(Problem) -> Int64 {
        switch cell {
        case .integer(let number) where number >= 0: return number
        case .real(let number) where number >= 0 && number < 9e15 && number.rounded() == number: return Int64(number)
        default:
            throw Self.problem(
                query, "not-a-number",
                "the column \(column) of \(gauge.metric) holds \(cell.kindName) where it wants a whole number from 0",
                at: gauge.position)
        }
    }
}

import WatchCatalog
import WatchModel

/// Folds a query's rows into the samples of its gauges. Pure.
///
/// Rows with the same labels are folded column by column, so a query may return partial rows: one per shard, say.
struct Folding {
    let query: QueryDefinition
    let rows: RowSet

    /// Column positions: of each label, and of each gauge to be read.
    private let labelColumns: [Int]
    private let gaugeColumns: [Int]
    private let gauges: [GaugeDefinition]
    private var shown = ShownValues.none

    /// - Parameter limit: how many values of an open label are shown.
    /// - Throws: when the columns are not exactly the labels and gauges that the header declares.
    init(
        query: QueryDefinition, rows: RowSet, reading gauges: [GaugeDefinition], limit: Int = Configuration.defaultLabelLimit
    ) throws(Problem) {
        (self.query, self.rows, self.gauges) = (query, rows, gauges)
        let declared = query.labels.map(\.name) + query.gauges.flatMap(\.columns)
        for name in declared where !rows.columns.contains(name) {
            throw Self.problem(query, "missing-result-column", "the query returns no column \(name), which its header declares")
        }
        for (index, name) in rows.columns.enumerated() {
            guard declared.contains(name) else {
                throw Self.problem(query, "extra-result-column", "the query returns a column \(name), which its header does not declare")
            }
            guard rows.columns.firstIndex(of: name) == index else {
                throw Self.problem(query, "duplicate-result-column", "the query returns the column \(name) twice")
            }
        }
        labelColumns = query.labels.compactMap { rows.columns.firstIndex(of: $0.name) }
        gaugeColumns = gauges.compactMap { rows.columns.firstIndex(of: $0.columns[0]) }
        if let label = query.openLabel { shown = ShownValues(label, try frequencies(of: label), limit: limit) }
    }

    /// How many values of the query's open label there were.
    var labelValues: [LabelValueCount] {
        query.openLabel.map { [LabelValueCount(label: $0.rawValue, distinct: shown.distinct, limit: shown.limit)] } ?? []
    }

    /// Each row's value of the open label, and its count of the first gauge that counts.
    private func frequencies(of label: OpenLabel) throws(Problem) -> [(text: String?, count: Double)] {
        guard let column = rows.columns.firstIndex(of: label.rawValue) else { return [] }
        let ranking = gauges.firstIndex { $0.fold == .sum && $0.hasLabels }
        var frequencies: [(text: String?, count: Double)] = []
        if ranking == nil, let percentiles = gauges.compactMap(\.percentiles).first {
            return rows.rows.map { (FoldedText.text($0[column]), count(of: $0, percentiles)) }
        }
        for row in rows.rows {
            let count = try ranking.map { (index) throws(Problem) in try value(row[gaugeColumns[index]], gauges[index], LabelSet()) }
            frequencies.append((FoldedText.text(row[column]), (count ?? 0) ?? 0))
        }
        return frequencies
    }

    /// The samples by metric, with an explicit 0 for every known pair of labels that had no row.
    ///
    /// - Throws: for a NULL, a text or a value that is not finite, naming the key it stands under.
    func samples() throws(Problem) -> [String: [MetricFamily.Sample]] {
        var folded: [[LabelSet: Double]] = gauges.map { _ in [:] }
        for row in rows.rows {
            let labels = labels(of: row)
            for (index, gauge) in gauges.enumerated() where gauge.percentiles == nil {
                let key = gauge.hasLabels ? labels : LabelSet()
                guard let value = try value(row[gaugeColumns[index]], gauge, key) else { continue }
                folded[index][key] = folded[index][key].map { Self.fold($0, value, gauge.fold) } ?? value
            }
        }
        var samples: [String: [MetricFamily.Sample]] = [:]
        for (index, gauge) in gauges.enumerated() {
            if let percentiles = gauge.percentiles {
                samples[gauge.metric] = try percentileSamples(gauge, percentiles)
                continue
            }
            for (key, value) in folded[index] where !value.isFinite {
                throw Self.problem(query, "not-finite", "\(Self.name(gauge, key)) is not a finite number", at: gauge.position)
            }
            samples[gauge.metric] = Self.zeroFilled(folded[index], gauge, query, shown).map { MetricFamily.Sample($0.key, $0.value) }
                .sorted { $0.labels < $1.labels }
        }
        return samples
    }

    /// Adds the zeros: a count of nothing is 0, while the oldest of nothing is absent.
    static func zeroFilled(
        _ values: [LabelSet: Double], _ gauge: GaugeDefinition, _ query: QueryDefinition, _ shown: ShownValues = .none
    ) -> [LabelSet: Double] {
        guard gauge.fold == .sum, !gauge.isAbsentWhenNull else { return values }
        var values = values
        for key in knownKeys(gauge, query, shown) where values[key] == nil { values[key] = 0 }
        return values
    }

    /// Every combination of the closed label values, and of those that an open label shows.
    private static func knownKeys(_ gauge: GaugeDefinition, _ query: QueryDefinition, _ shown: ShownValues) -> [LabelSet] {
        guard gauge.hasLabels else { return [LabelSet()] }
        var combinations: [[(name: String, value: String)]] = [[]]
        for label in query.labels {
            let values = label.open == nil ? label.values : shown.names
            combinations = combinations.flatMap { prefix in values.map { prefix + [(name: label.name, value: $0)] } }
        }
        return combinations.map { LabelSet($0) }
    }

    func labels(of row: [Cell]) -> LabelSet {
        LabelSet(
            zip(query.labels, labelColumns).map { label, column in
                let text = FoldedText.text(row[column])
                return (name: label.name, value: label.open == nil ? FoldedText.closed(text, label.values) : shown.name(of: text))
            })
    }

    /// - Returns: nil for a NULL that the header allows.
    private func value(_ cell: Cell, _ gauge: GaugeDefinition, _ key: LabelSet) throws(Problem) -> Double? {
        if cell == .null {
            guard gauge.isAbsentWhenNull else {
                throw Self.problem(
                    query, "null-value", "\(Self.name(gauge, key)) is NULL", at: gauge.position,
                    hint: "A NULL is never taken for 0. Write `absent when null` in the header if that is what it means.")
            }
            return nil
        }
        if gauge.isTimestamp {
            guard let instant = FoldedText.instant(cell) else {
                throw Self.problem(query, "bad-time", "\(Self.name(gauge, key)) is \(cell.kindName) that is no time", at: gauge.position)
            }
            return instant.secondsWithFraction
        }
        switch cell {
        case .integer(let number): return Double(number)
        case .real(let number): return number
        default:
            throw Self.problem(query, "not-a-number", "\(Self.name(gauge, key)) is \(cell.kindName), not a number", at: gauge.position)
        }
    }

    static func fold(_ left: Double, _ right: Double, _ fold: GaugeDefinition.Fold) -> Double {
        switch fold {
        case .sum: left + right
        case .min: Swift.min(left, right)
        case .max: Swift.max(left, right)
        }
    }

    /// The series as Prometheus would write it. Label values are of closed lists or shown anyway, so nothing private is in it.
    private static func name(_ gauge: GaugeDefinition, _ key: LabelSet) -> String {
        let labels = key.labels.map { "\($0.name)=\"\($0.value)\"" }
        return labels.isEmpty ? gauge.metric : "\(gauge.metric){\(labels.joined(separator: ","))}"
    }

    static func problem(
        _ query: QueryDefinition, _ code: String, _ summary: String, at position: FilePosition? = nil, hint: String? = nil
    ) -> Problem {
        Problem(code: code, at: position, summary: "query \(query.name): \(summary)", hint: hint)
    }
}

import WatchModel

/// The figures of a run as rows for a person, derived from names and labels alone: a new metric needs no line here.
struct FigureTables {
    /// A row for each figure, a column for each store.
    let byStore: AlignedTable
    /// The figures that know no store.
    let others: AlignedTable

    init(_ metrics: [RunResult.MetricRun], now: Instant, width: Int) {
        var families: [MetricFamily] = []
        for metric in metrics {
            if case .measured(let family, _) = metric.outcome, !family.samples.isEmpty { families.append(family) }
        }
        let perStore = families.filter { Self.store(of: $0.samples[0]) != nil }
        let stores = Self.columns(Set(perStore.flatMap(\.samples).compactMap(Self.store)))

        let rows = perStore.flatMap { Self.rows($0, stores: stores, now: now) }
        let alignments = [.left] + stores.map { _ in AlignedTable.Alignment.right }
        byStore = AlignedTable(header: [""] + stores, rows: Self.fitted(rows, header: stores, width: width), alignments: alignments)
        let otherRows = families.filter { Self.store(of: $0.samples[0]) == nil }.flatMap { Self.rows($0, now: now) }
        others = AlignedTable(rows: Self.fitted(otherRows, header: [], width: width), alignments: [.left, .right])
    }

    static let storeLabel = "store"

    private static func store(of sample: MetricFamily.Sample) -> String? { sample.labels[storeLabel] }

    /// Stores in the order of the alphabet, what is in none of them last.
    private static func columns(_ stores: Set<String>) -> [String] {
        stores.sorted { ($0 == "other" ? 1 : 0, $0) < ($1 == "other" ? 1 : 0, $1) }
    }

    /// One row; or, where there are more labels than the store, a row with the sums and one for each that is not zero.
    private static func rows(_ family: MetricFamily, stores: [String], now: Instant) -> [[String]] {
        let reading = FigureReading(metric: family.name)
        let groups = Dictionary(grouping: family.samples, by: FigureDetails.title)
        func cells(_ samples: [MetricFamily.Sample]) -> [String] {
            stores.map { store in
                let values = samples.filter { Self.store(of: $0) == store }.map(\.value)
                guard let least = values.min() else { return "–" }
                return reading.text(reading.isAmount ? values.reduce(0, +) : least, now: now)
            }
        }
        guard family.samples.contains(where: { $0.labels.labels.count > 1 }) else { return [[reading.title] + cells(family.samples)] }
        let details = FigureDetails(family.samples.filter { !reading.isAmount || $0.value != 0 })
        // Times have no sum, and neither have several currencies.
        let hasSum = reading.isCount || (reading.isAmount && details.shown.isEmpty)
        var rows = [[reading.title] + (hasSum ? cells(family.samples) : [])]
        for shown in details.shown { rows.append(["  " + shown.title] + cells(groups[shown.title] ?? [])) }
        if !details.rest.isEmpty { rows.append(["  \(details.rest.count) more"] + cells(details.rest.flatMap { groups[$0.title] ?? [] })) }
        return rows
    }

    /// One row for each sample that is not zero; a single one where all are.
    private static func rows(_ family: MetricFamily, now: Instant) -> [[String]] {
        let reading = FigureReading(metric: family.name)
        let shown = family.samples.filter { !reading.isAmount || $0.value != 0 }.sorted { $0.labels < $1.labels }
        guard !shown.isEmpty else { return [[reading.title, reading.text(0, now: now)]] }
        return shown.map { sample in
            let detail = FigureDetails.title(of: sample)
            return [reading.title + (detail.isEmpty ? "" : ": " + detail), reading.text(sample.value, now: now)]
        }
    }

    private static let narrowestTitle = 16

    /// The rows with titles cut so that a line fits into `width`, where that leaves enough of them.
    private static func fitted(_ rows: [[String]], header: [String], width: Int) -> [[String]] {
        let numbers = (0..<max(header.count, rows.map(\.count).max() ?? 1)).reduce(0) { sum, column in
            let cells = rows.compactMap { column + 1 < $0.count ? $0[column + 1] : nil } + header.dropFirst(column).prefix(1)
            return sum + (cells.isEmpty ? 0 : 2 + (cells.map(TerminalText.width).max() ?? 0))
        }
        let title = max(width - numbers, narrowestTitle)
        return rows.map { [TerminalText.shortened(TerminalText.visible($0[0]), to: title)] + $0.dropFirst() }
    }
}

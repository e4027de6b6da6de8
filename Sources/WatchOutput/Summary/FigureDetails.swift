import WatchModel

/// The lines under a figure that has more labels than its store, in the order in which a person reads them.
struct FigureDetails {
    struct Line {
        /// The labels without the store: `refund`.
        var title: String
        fileprivate var labels: LabelSet
        fileprivate var size: Double
    }

    /// Versions in the order of releases, everything else in that of the alphabet.
    private(set) var shown: [Line]
    /// What there is no room for: of labels that take their values from the data, only the largest have a line.
    private(set) var rest: [Line] = []

    private static let mostLines = 6

    init(_ samples: [MetricFamily.Sample]) {
        shown = Dictionary(grouping: samples, by: Self.title).map { title, samples in
            Line(title: title, labels: samples[0].labels, size: samples.reduce(0) { $0 + $1.value })
        }.sorted(by: Self.precedes)
        let isOpen = shown.contains { line in line.labels.labels.contains { OpenLabel(rawValue: $0.name) != nil } }
        guard isOpen, shown.count > Self.mostLines else { return }
        let largest = Set(
            shown.enumerated().sorted { ($1.element.size, $0.offset) < ($0.element.size, $1.offset) }.prefix(Self.mostLines - 1).map(
                \.offset))
        rest = shown.enumerated().filter { !largest.contains($0.offset) }.map(\.element)
        shown = shown.enumerated().filter { largest.contains($0.offset) }.map(\.element)
    }

    static func title(of sample: MetricFamily.Sample) -> String {
        sample.labels.labels.filter { $0.name != FigureTables.storeLabel }.map(\.value).joined(separator: ", ")
    }

    private static func precedes(_ left: Line, _ right: Line) -> Bool {
        for (a, b) in zip(left.labels.labels, right.labels.labels) where a.name == b.name && a.name != FigureTables.storeLabel {
            guard !a.value.utf8.elementsEqual(b.value.utf8) else { continue }
            guard let open = OpenLabel(rawValue: a.name) else { return a.value < b.value }
            return open.precedes(a.value, b.value)
        }
        return left.title < right.title
    }
}

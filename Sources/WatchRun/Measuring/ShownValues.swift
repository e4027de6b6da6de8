import WatchModel

/// Which values of an open label are shown: the most frequent ones; the rest are `other`, and what is missing is `unknown`.
struct ShownValues {
    let limit: Int
    /// How many values there were; `other` and `unknown` are none.
    let distinct: Int
    /// What is shown, with `other`, which is always there, and `unknown` where something is missing.
    let names: [String]
    /// Texts are told apart by their bytes: as strings, two spellings of `é` would be one.
    private let shown: Set<[UInt8]>

    /// For a query whose labels are all closed.
    static let none = ShownValues()

    private init() {
        (limit, distinct, names, shown) = (0, 0, [OpenLabel.other], [])
    }

    /// - Parameter frequencies: of the same value several times, if need be.
    init(_ label: OpenLabel, _ frequencies: [(text: String?, count: Double)], limit: Int) {
        var counts: [[UInt8]: Double] = [:]
        var hasUnknown = false
        for (text, count) in frequencies {
            let value = OpenLabel.value(of: text)
            if value == OpenLabel.unknown { hasUnknown = true }
            guard value != OpenLabel.unknown, value != OpenLabel.other else { continue }
            // What is no number fails the query when it is folded; here it must only not upset the order.
            counts[Array(value.utf8), default: 0] += count.isFinite ? count : 0
        }
        let ranked = counts.map { (value: String(decoding: $0.key, as: UTF8.self), count: $0.value) }
            .sorted { $0.count == $1.count ? label.outranks($0.value, $1.value) : $0.count > $1.count }
            .prefix(limit).map(\.value)
        self.limit = limit
        distinct = counts.count
        names = ranked + [OpenLabel.other] + (hasUnknown ? [OpenLabel.unknown] : [])
        shown = Set(ranked.map { Array($0.utf8) })
    }

    func name(of text: String?) -> String {
        let value = OpenLabel.value(of: text)
        return value == OpenLabel.unknown || shown.contains(Array(value.utf8)) ? value : OpenLabel.other
    }
}

/// A label whose values come from the data: the most frequent ones are shown, and the others are `other`.
///
/// Its values come from clients and are hostile: without a limit, each new one would be a new series for ever.
package enum OpenLabel: String, Sendable, CaseIterable {
    case appVersion = "app_version"
    case product
    case currency

    /// Where all the values that are not shown go.
    package static let other = "other"
    /// Where what is missing or empty goes.
    package static let unknown = "unknown"
    /// - Units: bytes of UTF-8.
    package static let longestValue = 64

    /// What a text from the database is called as a label.
    ///
    /// Control characters become visible, and a long text is cut on a scalar and marked with a number made of all of it: texts that
    /// differ anywhere stay different, and no row is lost.
    package static func value(of text: String?) -> String {
        guard let text, !text.utf8.isEmpty else { return unknown }
        guard text.utf8.count > longestValue || text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
        var bytes: [UInt8] = []
        // The place behind the last scalar that leaves room for the mark.
        var end = 0
        for scalar in text.unicodeScalars {
            bytes += visible(scalar).utf8
            if bytes.count <= longestValue - markBytes { end = bytes.count }
            if bytes.count > longestValue { break }
        }
        guard bytes.count > longestValue else { return String(decoding: bytes, as: UTF8.self) }
        return String(decoding: bytes[..<end], as: UTF8.self) + "…" + mark(text)
    }

    private static let markBytes = "…00000000".utf8.count

    /// - Source: FNV-1a, 32 bits.
    private static func mark(_ text: String) -> String {
        let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The text as it is but for what the text format cannot carry, or a reader would not see.
    private static func visible(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x00...0x1F: String(Unicode.Scalar(0x2400 + scalar.value) ?? "?")
        case 0x7F: "␡"
        case 0x80...0x9F, 0x2028, 0x2029, 0xFEFF: "\\u{" + String(scalar.value, radix: 16) + "}"
        default: String(scalar)
        }
    }

    /// The order in which values are shown: versions as releases, everything else by its bytes; what is no value of its own last.
    package func precedes(_ left: String, _ right: String) -> Bool {
        let (a, b) = (Self.rank(left), Self.rank(right))
        guard a == b else { return a < b }
        return self == .appVersion ? AppVersion(left) < AppVersion(right) : left.utf8.lexicographicallyPrecedes(right.utf8)
    }

    /// Which of two equally frequent values is shown where there is room for one: the newer release, and never garbage before one.
    package func outranks(_ left: String, _ right: String) -> Bool {
        guard self == .appVersion else { return left.utf8.lexicographicallyPrecedes(right.utf8) }
        let (a, b) = (AppVersion(left), AppVersion(right))
        guard a.isVersion == b.isVersion else { return a.isVersion }
        return a.isVersion ? b < a : a < b
    }

    private static func rank(_ value: String) -> Int {
        switch value {
        case unknown: 1
        case other: 2
        default: 0
        }
    }
}

/// How many values of an open label there were, and how many of them a query shows at most.
package struct LabelValueCount: Equatable, Sendable {
    package var label: String
    package var distinct: Int
    package var limit: Int

    package init(label: String, distinct: Int, limit: Int) {
        (self.label, self.distinct, self.limit) = (label, distinct, limit)
    }
}

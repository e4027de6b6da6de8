/// A release of an app, ordered as people order releases: 5.10 after 5.9, `5.10-beta.2` before 5.10, and what is no version last.
///
/// - Shape: `v5.10.1-beta.2 (1234)`: numbers separated by dots, then a pre-release behind `-`, then a build in parentheses or behind
///   `+`; all but the numbers can be missing. Different texts are different versions, however alike they mean.
package struct AppVersion: Hashable, Comparable, Sendable {
    package let text: String
    /// nil for a text that is no version.
    private let parts: Parts?

    private struct Parts: Hashable {
        /// Digits without leading zeros, so that no number is too long to compare; trailing zeros are left out.
        var numbers: [[UInt8]]
        /// Empty for a release proper.
        var preRelease: [[UInt8]]
        /// Empty where none is named.
        var build: [[UInt8]]
    }

    package init(_ text: String) {
        self.text = text
        var cursor = VersionCursor(Array(text.utf8))
        parts = Self.parts(&cursor)
    }

    /// Whether the text has the form of a version.
    package var isVersion: Bool { parts != nil }

    private static func parts(_ cursor: inout VersionCursor) -> Parts? {
        cursor.skipLetterV()
        guard var numbers = cursor.numbers() else { return nil }
        while numbers.last == [] { numbers.removeLast() }
        var parts = Parts(numbers: numbers, preRelease: [], build: [])
        if cursor.skip("-") {
            guard let identifiers = cursor.identifiers() else { return nil }
            parts.preRelease = identifiers
        }
        if cursor.skip("+") {
            guard let identifiers = cursor.identifiers() else { return nil }
            parts.build = identifiers
        } else if cursor.skipSpacesAndParenthesis() {
            guard let identifiers = cursor.identifiers(), cursor.skip(")") else { return nil }
            parts.build = identifiers
        }
        return cursor.isAtEnd ? parts : nil
    }

    package static func == (left: AppVersion, right: AppVersion) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(byte) }
    }

    package static func < (left: AppVersion, right: AppVersion) -> Bool {
        let order =
            switch (left.parts, right.parts) {
            case (let left?, let right?): compare(left, right)
            case (_?, nil): -1
            case (nil, _?): 1
            case (nil, nil): 0
            }
        return order == 0 ? left.text.utf8.lexicographicallyPrecedes(right.text.utf8) : order < 0
    }

    // MARK: - Three-way comparison: below 0, 0, above 0

    private static func compare(_ left: Parts, _ right: Parts) -> Int {
        var order = compare(left.numbers, right.numbers, by: compareNumbers)
        if order == 0 {
            // A pre-release comes before the release that it announces.
            order =
                left.preRelease.isEmpty != right.preRelease.isEmpty
                ? (left.preRelease.isEmpty ? 1 : -1) : compare(left.preRelease, right.preRelease, by: compareIdentifiers)
        }
        return order == 0 ? compare(left.build, right.build, by: compareIdentifiers) : order
    }

    /// The first difference tells; where there is none, the shorter list comes first.
    private static func compare(_ left: [[UInt8]], _ right: [[UInt8]], by element: ([UInt8], [UInt8]) -> Int) -> Int {
        for (a, b) in zip(left, right) {
            let order = element(a, b)
            if order != 0 { return order }
        }
        return left.count - right.count
    }

    private static func compareNumbers(_ left: [UInt8], _ right: [UInt8]) -> Int {
        guard left.count == right.count else { return left.count - right.count }
        return compareBytes(left, right)
    }

    /// Numbers come before words, and are compared as numbers.
    ///
    /// - Source: Semantic Versioning 2.0.0, item 11.
    private static func compareIdentifiers(_ left: [UInt8], _ right: [UInt8]) -> Int {
        switch (VersionCursor.isNumber(left), VersionCursor.isNumber(right)) {
        case (true, true): compareNumbers(VersionCursor.withoutLeadingZeros(left), VersionCursor.withoutLeadingZeros(right))
        case (true, false): -1
        case (false, true): 1
        case (false, false): compareBytes(left, right)
        }
    }

    private static func compareBytes(_ left: [UInt8], _ right: [UInt8]) -> Int {
        if left.lexicographicallyPrecedes(right) { return -1 }
        return right.lexicographicallyPrecedes(left) ? 1 : 0
    }
}

/// Reads the parts of a version out of its bytes.
private struct VersionCursor {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    static func isNumber(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy(isDigit) }

    static func withoutLeadingZeros(_ digits: [UInt8]) -> [UInt8] { Array(digits.drop { $0 == UInt8(ascii: "0") }) }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    mutating func skipLetterV() {
        if !skip("v") { _ = skip("V") }
    }

    mutating func skipSpacesAndParenthesis() -> Bool {
        let start = index
        while skip(" ") {}
        if skip("(") { return true }
        index = start
        return false
    }

    /// `5.10.0`; nil where a number is missing.
    mutating func numbers() -> [[UInt8]]? {
        var numbers: [[UInt8]] = []
        repeat {
            let digits = take(while: Self.isDigit)
            guard !digits.isEmpty else { return nil }
            numbers.append(Self.withoutLeadingZeros(digits))
        } while skip(".")
        return numbers
    }

    /// `beta.2`; nil where a word is missing.
    mutating func identifiers() -> [[UInt8]]? {
        var identifiers: [[UInt8]] = []
        repeat {
            let word = take { byte in
                Self.isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte < 0x80
                    || byte == UInt8(ascii: "-")
            }
            guard !word.isEmpty else { return nil }
            identifiers.append(word)
        } while skip(".")
        return identifiers
    }

    private mutating func take(while isPart: (UInt8) -> Bool) -> [UInt8] {
        let start = index
        while index < bytes.count, isPart(bytes[index]) { index += 1 }
        return Array(bytes[start..<index])
    }
}

import WatchModel

/// Reads words and punctuation out of one header line, and knows where it is for the caret.
struct HeaderScanner {
    let line: QueryHeader.Line
    private let scalars: [Unicode.Scalar]
    private(set) var offset: Int

    init(_ line: QueryHeader.Line, from offset: Int = 0) {
        self.line = line
        self.scalars = Array(line.text.unicodeScalars)
        self.offset = offset
    }

    var isAtEnd: Bool {
        mutating get {
            skipSpaces()
            return offset >= scalars.count
        }
    }

    /// Where the next word or sign begins.
    var nextOffset: Int {
        var ahead = self
        ahead.skipSpaces()
        return ahead.offset
    }

    /// What is left of the line, without the spaces around it.
    mutating func rest() -> String {
        skipSpaces()
        defer { offset = scalars.count }
        var end = scalars.count
        while end > offset, scalars[end - 1] == " " { end -= 1 }
        return Self.text(scalars[offset..<end])
    }

    /// A name: letters, digits and underscores.
    mutating func word() -> (text: String, offset: Int)? {
        skipSpaces()
        let start = offset
        while offset < scalars.count, Self.isNamePart(scalars[offset]) { offset += 1 }
        return offset > start ? (Self.text(scalars[start..<offset]), start) : nil
    }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        skipSpaces()
        guard offset < scalars.count, scalars[offset] == scalar else { return false }
        offset += 1
        return true
    }

    /// Skips these words, or nothing.
    mutating func skip(words: String...) -> Bool {
        var ahead = self
        for expected in words {
            guard let found = ahead.word(), found.text == expected else { return false }
        }
        offset = ahead.offset
        return true
    }

    private mutating func skipSpaces() {
        while offset < scalars.count, scalars[offset] == " " || scalars[offset] == "\t" { offset += 1 }
    }

    /// A problem at what comes next, or at the word that begins at `start`.
    func problem(_ code: String, _ summary: String, at start: Int? = nil, length: Int? = nil, hint: String? = nil) -> Problem {
        let place = min(start ?? nextOffset, max(0, scalars.count - 1))
        let length = length ?? max(1, scalars[place...].prefix { Self.isNamePart($0) }.count)
        return Problem(
            code: code, at: line.position(place, length: length), excerpt: line.excerpt(at: place), summary: summary, hint: hint)
    }

    func unknownTable(_ word: (text: String, offset: Int)) -> Problem {
        let names = CanonicalSchema.tables.map(\.name)
        return problem(
            "unknown-table", "there is no canonical table \(word.text)", at: word.offset,
            hint: nearest(word.text, in: names).map { "Did you mean `\($0)`?" } ?? "The tables are: \(names.joined(separator: ", ")).")
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }

    static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }
}

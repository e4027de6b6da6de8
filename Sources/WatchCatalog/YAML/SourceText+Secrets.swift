extension SourceText {
    /// Which lines of a file may hold a password. They are judged as plain text, because the YAML may be malformed.
    ///
    /// Hidden are: lines with a sensitive word or sign, the section `source` except for a few harmless settings, and
    /// whatever may continue a hidden line. It rather hides too much: a position is still a position without its text.
    static func linesThatMayHoldSecrets(_ lines: [String]) -> [Bool] {
        var state = SecretLines()
        return lines.map { state.hides($0) }
    }

    /// In any place of a line, in lower case.
    fileprivate static let sensitiveParts = ["//", "@", "postgres", "url", "dsn", "pass", "pwd", "secret", "credential", "user:"]
    /// As a key, slips of the finger included.
    fileprivate static let sensitiveKeys = ["password", "password_file", "password_env", "passwd", "url", "dsn", "secret", "source"]
    /// Keys of `source` whose lines may be shown when they look harmless.
    fileprivate static let harmlessKeys: Set<String> = [
        "schema", "row_security", "connect_timeout", "query_timeout", "run_timeout", "lock_timeout", "retries", "port", "sslmode",
    ]
}

/// Walks over the lines and remembers what may go on from the line before.
private struct SecretLines {
    /// Indentation of the hidden line that may go on; nil when none does.
    private var hiddenIndentation: Int?
    /// Indentation of `source:` while its section lasts, and of the first setting in it.
    private var section: (indentation: Int, settings: Int?)?
    /// The quote that a hidden line opened and did not close.
    private var openQuote: Character?

    mutating func hides(_ line: String) -> Bool {
        let line = Line(line)
        if let quote = openQuote {
            if line.text.contains(quote) { openQuote = nil }
            return true
        }
        // A comment or an empty line ends nothing and opens nothing.
        guard !line.isComment else { return line.isSensitive || hiddenIndentation != nil || section != nil }
        followSection(line)
        let isContinuation = hiddenIndentation.map { line.key == nil || line.indentation > $0 } ?? false
        guard !isHarmless(line), line.isSensitive || isContinuation || section != nil else {
            hiddenIndentation = nil
            return false
        }
        if !isContinuation { hiddenIndentation = line.indentation }
        openQuote = line.openQuote
        return true
    }

    private mutating func followSection(_ line: Line) {
        if let section, line.key != nil, line.indentation <= section.indentation { self.section = nil }
        if section != nil, section?.settings == nil { section?.settings = line.indentation }
        if section == nil, line.opensSource { section = (line.indentation, nil) }
    }

    /// A known setting that stands directly in the section, so that it cannot be a piece of a longer value.
    private func isHarmless(_ line: Line) -> Bool {
        guard let section, line.indentation == section.settings else { return false }
        return line.isHarmlessSetting && !line.isSensitive
    }
}

private struct Line {
    /// In lower case, with a question mark for everything that is not ASCII.
    let text: String
    let indentation: Int
    /// `key` of a line that reads `key:` or `key: ...`; nil for any other.
    let key: String?

    init(_ line: String) {
        text = String(String.UnicodeScalarView(line.unicodeScalars.map { $0.isASCII ? $0 : "?" })).lowercased()
        let content = text.drop { $0 == " " || $0 == "\t" }
        indentation = text.count - content.count
        let trimmed = content.drop { " \t-{\"'".contains($0) }
        let name = trimmed.prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
        let rest = trimmed.dropFirst(name.count).drop { " \"'".contains($0) }
        let isKey = !name.isEmpty && rest.first == ":" && (rest.count == 1 || rest.dropFirst().first == " ")
        key = isKey ? String(name) : nil
    }

    var isComment: Bool { text.first { $0 != " " && $0 != "\t" }.map { $0 == "#" } ?? true }

    var isSensitive: Bool {
        SourceText.sensitiveParts.contains { text.contains($0) } || key.map { nearest($0, in: SourceText.sensitiveKeys) != nil } ?? false
    }

    var opensSource: Bool {
        key.map { nearest($0, in: ["source"]) != nil } ?? false || text.contains("source") && text.contains(":")
    }

    /// A known setting with plain words behind it, and nothing else on the line but a comment.
    var isHarmlessSetting: Bool {
        guard let key, SourceText.harmlessKeys.contains(key), let colon = text.firstIndex(of: ":") else { return false }
        return text[..<colon].allSatisfy { $0 != "{" && $0 != "-" }
            && text[text.index(after: colon)...].prefix { $0 != "#" }.allSatisfy { $0.isLetter || $0.isNumber || " _-.".contains($0) }
    }

    var openQuote: Character? {
        ["\"", "'"].first { quote in text.count { $0 == quote } % 2 == 1 }
    }
}

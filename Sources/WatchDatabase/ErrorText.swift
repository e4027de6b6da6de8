/// Keeps values out of messages that a database wrote.
enum ErrorText {
    /// `message` with everything between quotes replaced: `invalid input syntax for type bigint: (value)`.
    ///
    /// For errors raised while rows are computed, where what stands between quotes may come from a row.
    static func withoutQuotedValues(_ message: String) -> String {
        var result = ""
        var quote: Character?
        var previous: Character = " "
        for character in message {
            defer { previous = character }
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || (character == "'" && !previous.isLetter) {
                quote = character
                result += "(value)"
            } else {
                result.append(character)
            }
        }
        return collapsed(result)
    }

    /// Two values side by side are what a doubled quote inside a value leaves behind.
    private static func collapsed(_ text: String) -> String {
        var result = ""
        for piece in text.split(separator: "(value)", omittingEmptySubsequences: false) {
            if piece.isEmpty, result.hasSuffix("(value)") { continue }
            result += result.isEmpty && piece.isEmpty ? "" : piece
            result += "(value)"
        }
        return String(result.dropLast("(value)".count))
    }
}

/// Keeps values out of messages that a database wrote.
enum ErrorText {
    /// `message` without what stands between its first and its last quote: `invalid input syntax for type bigint: (value)`.
    ///
    /// For errors raised while rows are computed, where it may come from a row, and may hold quotes of its own.
    static func withoutQuotedValues(_ message: String) -> String {
        guard let first = firstQuote(message) else { return message }
        let rest = message[message.index(after: first)...]
        let isQuote: (Character) -> Bool = { $0 == "\"" || $0 == "'" }
        guard let last = rest.lastIndex(where: isQuote) else { return message[..<first] + "(value)" }
        return message[..<first] + "(value)" + message[message.index(after: last)...]
    }

    /// An apostrophe inside of a word begins nothing.
    private static func firstQuote(_ message: String) -> String.Index? {
        var previous: Character = " "
        for index in message.indices {
            let character = message[index]
            if character == "\"" || (character == "'" && !previous.isLetter) { return index }
            previous = character
        }
        return nil
    }
}

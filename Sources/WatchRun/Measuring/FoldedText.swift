import WatchModel

/// Reads label values and times out of cells, the same way for every query.
enum FoldedText {
    /// A label or a token as text; nil for NULL.
    static func text(_ cell: Cell) -> String? {
        switch cell {
        case .null: nil
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        case .text(let text): text
        case .time(let instant): instant.iso8601
        }
    }

    /// A time: Postgres gives one, SQLite a text, and a number counts seconds since the epoch.
    static func instant(_ cell: Cell) -> Instant? {
        switch cell {
        case .null: nil
        case .integer(let seconds): Instant(seconds: seconds)
        case .real(let seconds): seconds.isFinite && abs(seconds) < 9e12 ? Instant(microseconds: Int64(seconds * 1_000_000)) : nil
        case .text(let text): Instant(iso8601: text)
        case .time(let instant): instant
        }
    }

    /// A value of a closed list; anything else is `other`, and what is missing is `unknown` where the list knows that word.
    static func closed(_ text: String?, _ values: [String]) -> String {
        guard let text else { return values.contains("unknown") ? "unknown" : "other" }
        return values.first { $0.utf8.elementsEqual(text.utf8) } ?? "other"
    }
}

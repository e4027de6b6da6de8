/// The few styles that terminal output uses; each is an ANSI sequence, or nothing.
enum TerminalStyle: String {
    case heading = "1"
    case error = "1;31"
    case warning = "1;33"
    case gutter = "34"
    case help = "36"
    case faint = "2"

    /// `text` in this style, or as it is when `colour` is off.
    func callAsFunction(_ text: String, colour: Bool) -> String {
        colour && !text.isEmpty ? "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" : text
    }
}

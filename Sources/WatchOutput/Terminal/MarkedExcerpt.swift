/// One line of a file, fit for a terminal, with carets under the part that is meant.
struct MarkedExcerpt {
    /// The line, without what ends it, and with control characters made visible; tabs stay.
    let line: String
    /// What stands before the carets: as wide as the text above it, with its tabs.
    let indentation: String
    let carets: String

    /// - Parameters:
    ///   - column: Counts scalars from 1. One that lies outside the line marks the nearest place in it.
    ///   - length: Scalars that are meant, cut at the end of the line; one caret is shown at least.
    init(_ excerpt: String, column: Int, length: Int) {
        var scalars = Array(excerpt.unicodeScalars)
        while let last = scalars.last, last == "\n" || last == "\r" { scalars.removeLast() }
        let start = min(max(column, 1) - 1, scalars.count)
        let window = Self.window(around: start, count: scalars.count)
        let end = min(start + max(min(length, Self.widest), 1), window.upperBound)

        let before = scalars[window.lowerBound..<start]
        let meant = scalars[start..<max(start, end)]
        let ellipsis = (before: window.lowerBound > 0 ? "…" : "", after: window.upperBound < scalars.count ? "…" : "")
        line = ellipsis.before + scalars[window].map { TerminalText.visible($0, keepingTabs: true) }.joined() + ellipsis.after
        indentation = (ellipsis.before.isEmpty ? "" : " ") + before.map { Self.filled($0, with: " ", tab: "\t") }.joined()
        let marks = meant.map { Self.filled($0, with: "^", tab: "^") }.joined()
        carets = marks.isEmpty ? "^" : marks
    }

    /// The most scalars shown of a line: minified files have lines of a megabyte.
    private static let widest = 160

    private static func window(around start: Int, count: Int) -> Range<Int> {
        guard count > widest else { return 0..<count }
        let lower = max(0, min(start - widest / 2, count - widest))
        return lower..<(lower + widest)
    }

    private static func filled(_ scalar: Unicode.Scalar, with filler: String, tab: String) -> String {
        guard scalar != "\t" else { return tab }
        return String(repeating: filler, count: TerminalText.width(TerminalText.visible(scalar)))
    }
}

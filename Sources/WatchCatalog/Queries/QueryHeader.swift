import WatchModel

/// The comment lines at the top of a query file, as one logical line per entry.
struct QueryHeader {
    /// A header entry: `-- key: value`, with its continuation lines joined by a space.
    struct Line {
        /// Text behind `-- `.
        var text: String
        var file: String
        /// Where each physical line's part begins in `text` (in Unicode scalars), and where it stands in the file.
        var segments: [(start: Int, line: Int, column: Int, source: String)]

        /// The place in the file of a range of scalars of `text`.
        func position(_ offset: Int = 0, length: Int = 1) -> FilePosition {
            let segment = segments.last { $0.start <= offset } ?? segments[0]
            return FilePosition(file: file, line: segment.line, column: segment.column + offset - segment.start, length: max(1, length))
        }

        /// The physical line, as it may be printed above carets.
        func excerpt(at offset: Int = 0) -> String { SourceText.printable((segments.last { $0.start <= offset } ?? segments[0]).source) }
    }

    var lines: [Line]
    /// What follows the header, and the line on which it begins.
    var body: String
    var bodyFirstLine: Int

    /// Splits a normalized text into its header and its SQL. Three or more spaces behind `--` continue the line above.
    init(text: String, file: String) {
        let physical = QueryText.lines(of: text)
        lines = []
        var index = 0
        while index < physical.count, physical[index].hasPrefix("--") {
            let raw = physical[index]
            let content = raw.dropFirst(2)
            let indent = content.prefix { $0 == " " }.count
            let trimmed = String(content.dropFirst(indent))
            let segment = (line: index + 1, column: 3 + indent, source: raw)
            if indent >= 3, !lines.isEmpty {
                let start = lines[lines.count - 1].text.unicodeScalars.count + 1
                lines[lines.count - 1].text += " " + trimmed
                lines[lines.count - 1].segments.append((start, segment.line, segment.column, segment.source))
            } else {
                lines.append(Line(text: trimmed, file: file, segments: [(0, segment.line, segment.column, segment.source)]))
            }
            index += 1
        }
        bodyFirstLine = index + 1
        body = physical[index...].joined(separator: "\n")
    }
}

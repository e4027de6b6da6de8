/// A table in plain text: columns two spaces apart, as wide as their widest cell.
///
/// Cells are plain: control characters in them, colours included, are made visible. Short rows are filled up with
/// empty cells, and no line ends with a space.
package struct AlignedTable {
    package enum Alignment: Sendable {
        case left
        case right
    }

    package var header: [String]?
    package var rows: [[String]]
    /// By column; columns beyond the last are aligned left.
    package var alignments: [Alignment]

    package init(header: [String]? = nil, rows: [[String]], alignments: [Alignment] = []) {
        (self.header, self.rows, self.alignments) = (header, rows, alignments)
    }

    /// The table in lines, each with a line feed; empty when there are no rows.
    ///
    /// - Parameter width: Columns of the terminal. Where the table is wider, the last column is wrapped if it is aligned left.
    package func render(indent: Int = 0, width: Int? = nil) -> String {
        guard !rows.isEmpty else { return "" }
        let cells = ((header.map { [$0] } ?? []) + rows).map { row in row.map { TerminalText.visible($0) } }
        let count = cells.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in cells.map { column < $0.count ? TerminalText.width($0[column]) : 0 }.max() ?? 0 }
        let start = indent + widths.dropLast().reduce(0) { $0 + $1 + 2 }
        var text = ""
        for row in cells {
            var continued: [String] = []
            var row = row
            if let width, row.count == count, alignment(count - 1) == .left, start + TerminalText.width(row[count - 1]) > width {
                let lines = TerminalText.wrapped(row[count - 1], to: max(width - start, Self.narrowestWrap))
                (row[count - 1], continued) = (lines[0], Array(lines.dropFirst()))
            }
            text += line(row, widths: widths, indent: indent)
            for rest in continued { text += String(repeating: " ", count: start) + rest + "\n" }
        }
        return text
    }

    /// Below this many columns a wrapped text is harder to read than a long line.
    private static let narrowestWrap = 24

    private func alignment(_ column: Int) -> Alignment { column < alignments.count ? alignments[column] : .left }

    private func line(_ row: [String], widths: [Int], indent: Int) -> String {
        var line = ""
        var pending = indent
        for (column, cell) in row.enumerated() {
            let padding = widths[column] - TerminalText.width(cell)
            let before = alignment(column) == .right ? padding : 0
            // Spaces are owed until there is something to stand after them, so that no line ends with one.
            if !cell.isEmpty {
                line += String(repeating: " ", count: pending + before) + cell
                pending = 0
            }
            pending += (cell.isEmpty ? widths[column] : padding - before) + 2
        }
        return line + "\n"
    }
}

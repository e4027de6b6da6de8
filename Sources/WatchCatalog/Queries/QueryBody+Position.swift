package import WatchModel

extension QueryDefinition.Body {
    /// The place in the file of an offset into the SQL.
    package func position(utf8Offset: Int, length: Int = 1) -> FilePosition {
        let before = sql.utf8.prefix(max(0, utf8Offset))
        let lines = before.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { sql.utf8.index(after: $0) } ?? sql.startIndex
        let column = String(sql[lineStart..<before.endIndex]).unicodeScalars.count + 1
        return FilePosition(file: file, line: firstLine + lines, column: column, length: length)
    }

    /// The line of the file that holds an offset into the SQL, as it may be printed above carets.
    package func line(utf8Offset: Int) -> String {
        let index = sql.utf8.index(sql.startIndex, offsetBy: max(0, utf8Offset), limitedBy: sql.endIndex) ?? sql.endIndex
        let start = sql.utf8[..<index].lastIndex(of: UInt8(ascii: "\n")).map { sql.utf8.index(after: $0) } ?? sql.startIndex
        let end = sql.utf8[index...].firstIndex(of: UInt8(ascii: "\n")) ?? sql.endIndex
        return SourceText.printable(String(sql[start..<end]))
    }
}

package import WatchModel

extension QueryDefinition.Body {
    /// The place in the file of an offset into the SQL.
    ///
    /// - Parameter length: how much is meant; nil for the whole word that begins there.
    package func position(utf8Offset: Int, length: Int? = nil) -> FilePosition {
        let before = sql.utf8.prefix(max(0, utf8Offset))
        let lines = before.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { sql.utf8.index(after: $0) } ?? sql.startIndex
        let column = String(sql[lineStart..<before.endIndex]).unicodeScalars.count + 1
        let word = sql.utf8.dropFirst(max(0, utf8Offset)).prefix { byte in
            byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || Unicode.Scalar(byte).properties.isAlphabetic
                || (48...57).contains(byte)
        }
        return FilePosition(file: file, line: firstLine + lines, column: column, length: max(1, length ?? word.count))
    }

    /// The line of the file that holds an offset into the SQL, as it may be printed above carets.
    package func line(utf8Offset: Int) -> String {
        let index = sql.utf8.index(sql.startIndex, offsetBy: max(0, utf8Offset), limitedBy: sql.endIndex) ?? sql.endIndex
        let start = sql.utf8[..<index].lastIndex(of: UInt8(ascii: "\n")).map { sql.utf8.index(after: $0) } ?? sql.startIndex
        let end = sql.utf8[index...].firstIndex(of: UInt8(ascii: "\n")) ?? sql.endIndex
        return SourceText.printable(String(sql[start..<end]))
    }
}

import WatchModel

/// A column that a header names, and where: what the query reads is known only at the end of the header.
struct ColumnMention {
    /// nil when the header does not say.
    var table: String?
    var column: String
    var position: FilePosition
    var excerpt: String

    /// - Returns: what is wrong with it; nil when exactly one table that the query reads has the column.
    func complaint(reading tables: [String]) -> Problem? {
        let owners = tables.filter { (table ?? $0) == $0 && CanonicalSchema[table: $0]?[column: column] != nil }
        if owners.count == 1 { return nil }
        if let first = owners.first {
            return Problem(
                code: "ambiguous-column", at: position, excerpt: excerpt,
                summary: "\(owners.joined(separator: " and ")) both have a column \(column)", hint: "Say which one: `\(first).\(column)`.")
        }
        let what = table.map { "the query does not read the table \($0)" } ?? "no table that the query reads has a column \(column)"
        return Problem(
            code: "unread-column", at: position, excerpt: excerpt, summary: what,
            hint: "It reads: \(tables.joined(separator: ", ")). Add the table to `reads`, or name another column.")
    }
}

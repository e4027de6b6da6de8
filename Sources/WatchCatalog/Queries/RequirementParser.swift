import WatchModel

/// Reads `a + b | state=purchased`.
enum RequirementParser {
    static func parse(_ scanner: inout HeaderScanner, _ mentions: inout [ColumnMention]) throws(Problem) -> Requirement {
        var alternatives: [[Requirement.Item]] = []
        repeat {
            var group: [Requirement.Item] = []
            repeat { group.append(try item(&scanner, &mentions)) } while scanner.skip("+")
            alternatives.append(group)
        } while scanner.skip("|")
        return Requirement(alternatives)
    }

    private static func item(_ scanner: inout HeaderScanner, _ mentions: inout [ColumnMention]) throws(Problem) -> Requirement.Item {
        guard let first = scanner.word() else { throw scanner.problem("no-column", "a column name is expected here") }
        var item = Requirement.Item(column: first.text)
        var offset = first.offset
        if scanner.skip(".") {
            guard CanonicalSchema[table: first.text] != nil else { throw scanner.unknownTable(first) }
            guard let column = scanner.word() else { throw scanner.problem("no-column", "a column name is expected here") }
            item = Requirement.Item(table: first.text, column: column.text)
            offset = column.offset
        }
        let columns = CanonicalSchema.tables.filter { item.table == nil || item.table == $0.name }.compactMap { $0[column: item.column] }
        guard !columns.isEmpty else {
            let names = CanonicalSchema.tables.filter { item.table == nil || item.table == $0.name }.flatMap { $0.columns.map(\.name) }
            throw scanner.problem(
                "unknown-column", "there is no canonical column \(item.text)", at: offset,
                hint: nearest(item.column, in: names).map { "Did you mean `\($0)`?" })
        }
        let position = scanner.line.position(first.offset, length: offset - first.offset + item.column.unicodeScalars.count)
        mentions.append(
            ColumnMention(table: item.table, column: item.column, position: position, excerpt: scanner.line.excerpt(at: first.offset)))
        if scanner.skip("=") { item.word = try word(of: item.column, columns, &scanner) }
        return item
    }

    private static func word(
        of name: String, _ columns: [CanonicalSchema.Column], _ scanner: inout HeaderScanner
    ) throws(Problem) -> String {
        guard let word = scanner.word() else { throw scanner.problem("no-word", "`\(name)=` wants a word that the column can hold") }
        let known = columns.flatMap { $0.words ?? [] }
        guard known.contains(word.text) else {
            throw scanner.problem(
                "unknown-word", "\(name) knows no word \(word.text)", at: word.offset,
                hint: known.isEmpty ? "Its words are not a closed list." : "Its words are: \(known.joined(separator: ", ")).")
        }
        return word.text
    }
}

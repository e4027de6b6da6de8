import WatchCatalog
import WatchModel

/// Turns the indexes that query files suggest into statements on the user's own tables and columns.
struct IndexAdvice {
    let dialect: Dialect
    let tables: [String: TableState]
    private(set) var statements: [String] = []
    private var seen: Set<String> = []

    init(dialect: Dialect, tables: [String: TableState]) {
        (self.dialect, self.tables) = (dialect, tables)
    }

    /// - Parameters:
    ///   - scanned: the canonical tables that the query's plan reads whole.
    ///   - used: the indexes in that plan. One that serves a part of the query already is not asked for again.
    mutating func add(_ query: QueryDefinition, scanned: [String], used: [String]) {
        for suggestion in query.indexes where scanned.contains(suggestion.table) {
            guard let shadow = tables[suggestion.table]?.shadow, let table = shadow.indexableTable,
                let columns = columns(suggestion.columns, shadow), let condition = condition(suggestion.condition, shadow)
            else { continue }
            // SQLite names the schema with the index, never with the table.
            let bareTable = dialect == .sqlite ? table.split(separator: ".").last.map(String.init) ?? table : table
            let target = "\(bareTable) (\(columns.joined(separator: ", ")))\(condition)"
            let words = ["iapwatch", suggestion.table] + suggestion.columns + Self.conditionWords(suggestion.condition)
            let name = words.joined(separator: "_")
            guard !used.contains(name), seen.insert(target).inserted else { continue }
            let concurrently = dialect == .postgres ? " CONCURRENTLY" : ""
            statements.append("CREATE INDEX\(concurrently) \(name) ON \(target);")
        }
    }

    /// The words of a partial index's condition, for its name: `state = 'pending'` is `state_pending`.
    private static func conditionWords(_ condition: String?) -> [String] {
        (condition ?? "").lowercased().split { !$0.isLetter && $0 != "_" }.map(String.init).filter { $0 != "is" }
    }

    private func columns(_ names: [String], _ shadow: Shadow) -> [String]? {
        var columns: [String] = []
        for name in names {
            guard let column = indexable(name, shadow) else { return nil }
            columns.append(column.isBareColumn ? column.sql : "(\(column.sql))")
        }
        return columns
    }

    /// nil for a column that is not there, and for one that the database would not index.
    private func indexable(_ name: String, _ shadow: Shadow) -> ColumnSQL? {
        guard let column = shadow.expressions[name], column.isIndexable else { return nil }
        return column
    }

    /// ` WHERE ...` in the user's columns; empty for a full index; nil when it cannot be written.
    private func condition(_ text: String?, _ shadow: Shadow) -> String? {
        guard let text else { return "" }
        var result = ""
        var word = ""
        var isQuoted = false
        for scalar in text.unicodeScalars {
            if scalar == "'" { isQuoted.toggle() }
            let isNamePart = !isQuoted && (("a"..."z").contains(scalar) || scalar == "_")
            if isNamePart {
                word.unicodeScalars.append(scalar)
                continue
            }
            guard let replaced = replacement(word, shadow) else { return nil }
            result += replaced
            word = ""
            result.unicodeScalars.append(scalar)
        }
        guard let replaced = replacement(word, shadow) else { return nil }
        return " WHERE " + result + replaced
    }

    private func replacement(_ word: String, _ shadow: Shadow) -> String? {
        guard CanonicalSchema[table: shadow.table]?[column: word] != nil else { return word }
        guard let column = indexable(word, shadow) else { return nil }
        // SQLite gives an expression that it takes out of a subquery a collation, and looks for an index that has it too.
        return dialect == .sqlite && !column.isBareColumn ? column.sql + " COLLATE BINARY" : column.sql
    }
}

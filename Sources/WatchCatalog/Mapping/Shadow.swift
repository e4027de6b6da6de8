package import WatchModel

/// A canonical table as the queries see it: a common table expression that shadows the user's own.
package struct Shadow: Equatable, Sendable {
    package var table: String
    /// The SELECT that gives the canonical columns.
    package var select: String
    /// The canonical columns that hold something; the others are typed NULLs.
    package var available: Set<String>
    /// The words that a column can hold, where its list is closed.
    package var words: [String: Set<String>]
    /// How each available column is written over the user's table, for index suggestions.
    package var expressions: [String: ColumnSQL]
    /// How to name the user's table in SQL; nil for a SELECT of the user's own.
    package var indexableTable: String?
    /// Canonical columns whose times have to be ISO 8601 UTC text already, because nothing converts them (SQLite).
    package var uncheckedTimes: [String]
    /// Optional columns that are there but may not be read.
    package var unreadable: [String]
}

/// One canonical column over the user's table.
package struct ColumnSQL: Equatable, Sendable {
    package var sql: String
    /// False when an index on the bare column does not serve it.
    package var isBareColumn: Bool
    /// False when the database would refuse an index on it, or other programs could not write to a table with one.
    package var isIndexable = true
}

/// What can be said about a canonical table on this database.
package enum TableState: Equatable, Sendable {
    case usable(Shadow)
    /// Not there, and it need not be; `wants` says what would have to be there.
    case absent(wants: String)
    case failed(Problem)

    package var shadow: Shadow? {
        if case .usable(let shadow) = self { shadow } else { nil }
    }
}

package import WatchModel

/// One open, read-only snapshot of the watched database.
///
/// A conformer's initializer connects and begins the snapshot; its `deinit` ends it, on every path. Nothing that goes
/// through a connection can write: the handle, the transaction and the session each refuse it.
package protocol SourceConnection: ~Copyable {
    static var dialect: Dialect { get }

    /// What the snapshot said about itself when it was opened.
    var facts: SnapshotFacts { get }

    /// Names, types and privileges of a relation's columns, and whether rows are hidden from this role. Reads no rows.
    ///
    /// - Throws: `missingRelation` when there is no such relation.
    mutating func describe(_ relation: Relation) throws(SourceError) -> RelationDescription

    /// Runs one statement and hands over its rows, one by one.
    ///
    /// After an error that does not end the snapshot (`SourceError.endsSnapshot`) the next query sees the same snapshot.
    /// - Returns: the names of the columns.
    mutating func run(_ statement: Statement, row: ([Cell]) throws(SourceError) -> Void) throws(SourceError) -> [String]

    /// Prepares a statement without running it: are its tables, columns and types right?
    ///
    /// - Returns: the names of the columns.
    mutating func prepare(_ statement: Statement) throws(SourceError) -> [String]

    /// The database's own words about how it would run a statement, a line a step.
    mutating func plan(_ statement: Statement) throws(SourceError) -> [String]

    /// Ends the snapshot and the session now.
    consuming func close()
}

extension SourceConnection where Self: ~Copyable {
    /// Runs one statement and keeps its rows.
    ///
    /// - Throws: `tooManyRows` past `limit`.
    package mutating func rows(_ statement: Statement, limit: Int) throws(SourceError) -> RowSet {
        var kept: [[Cell]] = []
        let columns = try run(statement) { (row) throws(SourceError) in
            guard kept.count < limit else {
                throw SourceError(
                    .tooManyRows, message: "the query returned more than \(limit) rows",
                    hint: "Figures are aggregates: group by labels with few values, or filter.")
            }
            kept.append(row)
        }
        return RowSet(columns: columns, rows: kept)
    }
}

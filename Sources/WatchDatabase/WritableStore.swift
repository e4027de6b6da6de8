package import WatchModel

/// A database of our own that is written to: a simulated server's, never the watched one.
package protocol WritableStore: ~Copyable {
    static var dialect: Dialect { get }

    /// Runs a script of statements without parameters; their rows are dropped.
    func execute(_ script: String) throws(SourceError)

    /// Runs one statement with values by name.
    @discardableResult
    func run(_ statement: Statement, row: ([Cell]) throws(SourceError) -> Void) throws(SourceError) -> [String]

    /// Does all of `work` or nothing of it. Inside of another transaction it is a part of that one.
    func transaction<Result>(_ work: () throws(SourceError) -> Result) throws(SourceError) -> Result

    /// Inserts many rows, in the order of the columns.
    func insert(into table: String, columns: [String], rows: some Sequence<[Cell]>) throws(SourceError)
}

extension WritableStore where Self: ~Copyable {
    package func rows(_ statement: Statement) throws(SourceError) -> RowSet {
        var kept: [[Cell]] = []
        let columns = try run(statement) { (row) throws(SourceError) in kept.append(row) }
        return RowSet(columns: columns, rows: kept)
    }

    package func run(_ statement: Statement) throws(SourceError) {
        _ = try run(statement) { (_) throws(SourceError) in }
    }
}

extension SQLiteStore: WritableStore {
    package static var dialect: Dialect { .sqlite }
}

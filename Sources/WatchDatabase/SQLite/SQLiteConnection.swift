import CSQLite
package import WatchModel

/// A read-only snapshot of an SQLite file: one read transaction on a handle that cannot write.
package struct SQLiteConnection: ~Copyable, SourceConnection {
    package static let dialect = Dialect.sqlite

    package let facts: SnapshotFacts
    let handle: SQLiteHandle

    /// Opens the file and takes the snapshot. Never creates a file.
    ///
    /// - Throws: `unreachable` for a path without a file, `damaged` for a file that is no database, `locked`, `permissionDenied`.
    package init(path: String, limits: SourceLimits, interruption: Interruption) throws(SourceError) {
        handle = try SQLiteOpening.snapshot(path: path, limits: limits, interruption: interruption)
        facts = unsafe SnapshotFacts(server: "SQLite " + String(cString: sqlite3_libversion()))
    }

    package mutating func run(
        _ statement: Statement, row: ([Cell]) throws(SourceError) -> Void
    ) throws(SourceError) -> [String] {
        let prepared = try begin(statement)
        try prepared.run(row: row)
        return prepared.columns
    }

    package mutating func prepare(_ statement: Statement) throws(SourceError) -> [String] {
        try begin(statement).columns
    }

    package mutating func plan(_ statement: Statement) throws(SourceError) -> [String] {
        let prepared = try begin(statement, prefix: "EXPLAIN QUERY PLAN ")
        var lines: [String] = []
        try prepared.run { (row) throws(SourceError) in
            if case .text(let detail)? = row.last { lines.append(detail) }
        }
        return lines
    }

    package consuming func close() {}

    /// A statement with its values bound, and its time running.
    ///
    /// - Throws: `connectionLost` when an earlier error ended the transaction: what came after would be another snapshot.
    func begin(_ statement: Statement, prefix: String = "", suffix: String = "") throws(SourceError) -> SQLiteStatement {
        try handle.watchdog.checkRun()
        guard handle.isInTransaction else {
            throw SourceError(.connectionLost, message: "the snapshot ended with an earlier error")
        }
        handle.watchdog.beginQuery()
        let prepared = try SQLiteStatement(prefix + statement.sql + suffix, on: handle, sqlShift: prefix.utf8.count)
        try prepared.bind(statement.parameters, times: .withoutZone)
        return prepared
    }
}

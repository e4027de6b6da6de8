import CSQLite
import Glibc
package import WatchModel

/// A small SQLite database of our own that is written to: the job's state, and simulated worlds.
package struct SQLiteStore: ~Copyable {
    private let handle: SQLiteHandle
    private let cache = SQLiteStatementCache()

    /// Opens the file, and creates it first where there is none, for this user's eyes only (mode 0600).
    ///
    /// - Parameter busySeconds: how long to wait for another process that writes to it.
    package init(path: String, busySeconds: Int64) throws(SourceError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw SourceError(.invalidLocation, message: "the path of the database file is empty or holds a NUL byte")
        }
        try Self.createFile(path)
        handle = try Self.open(path, busySeconds: busySeconds)
    }

    /// Runs a script of statements without parameters; their rows are dropped.
    package func execute(_ script: String) throws(SourceError) {
        handle.watchdog.beginQuery()
        try handle.execute(script)
    }

    /// Runs one statement with values by name; times are stored as `2026-12-01T01:36:35Z`.
    ///
    /// - Returns: the names of the columns.
    @discardableResult
    package func run(
        _ statement: Statement, row: ([Cell]) throws(SourceError) -> Void = { (_) throws(SourceError) in }
    ) throws(SourceError) -> [String] {
        let prepared = try cached(statement.sql)
        try prepared.bind(statement.parameters, times: .canonical)
        try prepared.run(row: row)
        return prepared.columns
    }

    /// Runs one statement with values by position (`?`, `?2`), which may be NULL.
    package func run(
        _ sql: String, values: [Cell], row: ([Cell]) throws(SourceError) -> Void = { (_) throws(SourceError) in }
    ) throws(SourceError) {
        let prepared = try cached(sql)
        try prepared.bind(values, times: .canonical)
        try prepared.run(row: row)
    }

    package func rows(_ statement: Statement) throws(SourceError) -> RowSet {
        var kept: [[Cell]] = []
        let columns = try run(statement) { (row) throws(SourceError) in kept.append(row) }
        return RowSet(columns: columns, rows: kept)
    }

    /// Inserts rows, all or none, through one prepared statement.
    package func insert(into table: String, columns: [String], rows: some Sequence<[Cell]>) throws(SourceError) {
        let names = columns.map { Dialect.quoted(identifier: $0) }.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        let sql = "INSERT INTO \(Dialect.quoted(identifier: table)) (\(names)) VALUES (\(marks))"
        try transaction { () throws(SourceError) in
            for row in rows { try run(sql, values: row) }
        }
    }

    /// Does all of `work` or nothing of it. Inside of another transaction it is a part of that one.
    package func transaction<Result>(_ work: () throws(SourceError) -> Result) throws(SourceError) -> Result {
        guard !handle.isInTransaction else { return try work() }
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try work()
            try execute("COMMIT")
            return result
        } catch {
            // Some errors have rolled back already.
            if handle.isInTransaction { try? execute("ROLLBACK") }
            throw error
        }
    }

    /// False when the file is damaged.
    ///
    /// - Throws: when it could not be asked, for example because another process holds it.
    package func isSound() throws(SourceError) -> Bool {
        do {
            return try rows(Statement("PRAGMA quick_check(1)")).rows == [[.text("ok")]]
        } catch {
            guard error.kind == .damaged else { throw error }
            return false
        }
    }

    package consuming func close() {}

    /// SQLite would create the file with the mode that the umask leaves, and so for everybody to read.
    private static func createFile(_ path: String) throws(SourceError) {
        let descriptor = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 || errno == EEXIST else {
            let reason = unsafe String(cString: strerror(errno))
            throw SourceError(.unreachable, message: "\(path) cannot be created: \(reason)")
        }
        if descriptor >= 0 { Glibc.close(descriptor) }
    }

    private static func open(_ path: String, busySeconds: Int64) throws(SourceError) -> SQLiteHandle {
        let limits = SourceLimits(querySeconds: .max, runSeconds: .max, lockSeconds: busySeconds)
        let watchdog = SQLiteWatchdog(limits: limits, interruption: .never)
        do {
            let handle = try SQLiteHandle(path: path, flags: SQLITE_OPEN_READWRITE, watchdog: watchdog)
            try SQLiteTimes.register(on: handle)
            try handle.execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; PRAGMA foreign_keys = 1")
            return handle
        } catch {
            throw SQLiteOpening.explained(error, path: path)
        }
    }

    private func cached(_ sql: String) throws(SourceError) -> SQLiteStatement {
        handle.watchdog.beginQuery()
        return try cache.statement(sql, on: handle)
    }
}

/// The statements that were prepared before, by their SQL.
private final class SQLiteStatementCache {
    private var statements: [String: SQLiteStatement] = [:]

    /// Past this many the SQL is not a small fixed set, and keeping it all would only cost memory.
    private static let capacity = 100

    func statement(_ sql: String, on handle: SQLiteHandle) throws(SourceError) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        let statement = try SQLiteStatement(sql, on: handle, isKept: true)
        if statements.count >= Self.capacity { statements.removeAll() }
        statements[sql] = statement
        return statement
    }
}

import Glibc
import WatchDatabase
package import WatchModel

/// Runs a world into a database, and keeps its truth beside it.
package struct Simulation {
    /// Why nothing was done.
    package enum Refusal: Error {
        /// Tables of these names are there already, and nobody said to replace them.
        case occupied(tables: [String])
        case database(SourceError)
    }

    let settings: WorldSettings
    /// Whether tables of ours that are there already may be dropped.
    let replaces: Bool
    let log: (String) -> Void
    let progress: (Double) -> Void

    package init(
        _ settings: WorldSettings, replaces: Bool = false, log: @escaping (String) -> Void = { _ in },
        progress: @escaping (Double) -> Void = { _ in }
    ) {
        (self.settings, self.replaces, self.log, self.progress) = (settings, replaces, log, progress)
    }

    /// Whether the database to write into is the one that is watched, under whatever name.
    package static func isWatched(_ location: SourceLocation, source: SourceLocation?) -> Bool {
        source.map(location.isSameDatabase) ?? false
    }

    /// - Returns: how many events happened in the world.
    @discardableResult
    package func run(into location: SourceLocation) throws(Refusal) -> Int {
        do throws(SourceError) {
            switch location {
            case .sqlite(let path):
                let tables = ServerTables(try SQLiteStore(path: path, busySeconds: 5))
                guard let occupied = try prepare(tables) else { return try world(tables) }
                throw SourceError(.query, code: Self.occupiedCode, message: occupied.joined(separator: ", "))
            case .postgres(let server):
                let tables = ServerTables(try PostgresStore(location: server))
                guard let occupied = try prepare(tables) else { return try worldThroughCopy(tables) }
                throw SourceError(.query, code: Self.occupiedCode, message: occupied.joined(separator: ", "))
            }
        } catch {
            throw error.code == Self.occupiedCode
                ? .occupied(tables: error.message.split(separator: ", ").map(String.init)) : .database(error)
        }
    }

    private static let occupiedCode = "occupied"

    /// - Returns: the tables that stand in the way; nil when there are none any more.
    private func prepare<Database: WritableStore & ~Copyable>(_ tables: borrowing ServerTables<Database>) throws(SourceError) -> [String]? {
        let existing = try tables.existing()
        guard existing.isEmpty || replaces else { return existing }
        try tables.drop()
        try tables.create()
        return nil
    }

    private func world<Database: WritableStore & ~Copyable>(_ tables: consuming ServerTables<Database>) throws(SourceError) -> Int {
        // A world that a power cut ended is simulated again.
        if Database.dialect == .sqlite { try tables.database.execute("PRAGMA synchronous = OFF") }
        let world = World(tables, settings: settings, log: WorldLog(sink: log))
        try world.run(progress: progress)
        return world.eventCount
    }

    /// A round trip for each event would take hours: the world runs in a temporary SQLite file, and is copied when it is done.
    private func worldThroughCopy(_ target: borrowing ServerTables<PostgresStore>) throws(SourceError) -> Int {
        let path = "/tmp/iapwatch-world-\(getpid())-\(UInt32.random(in: 0 ... .max)).sqlite"
        defer { unlink(path) }
        let source = ServerTables(try SQLiteStore(path: path, busySeconds: 5))
        try source.create()
        let count = try world(source)
        try Self.copy(from: path, to: target)
        return count
    }

    /// Copies a simulated world from a file into the empty tables of a Postgres database.
    static func copy(from path: String, to target: borrowing ServerTables<PostgresStore>) throws(SourceError) {
        let source = ServerTables(try SQLiteStore(path: path, busySeconds: 5))
        try target.database.transaction { () throws(SourceError) in
            for name in ServerTables<SQLiteStore>.names where name != "products" { try copy(name, from: source, to: target) }
        }
        try target.database.execute("ANALYZE")
    }

    private static func copy(
        _ table: String, from source: borrowing ServerTables<SQLiteStore>, to target: borrowing ServerTables<PostgresStore>
    ) throws(SourceError) {
        var columns: [String] = []
        var batch: [[Cell]] = []
        columns = try source.database.rows(Statement("SELECT * FROM \(table) LIMIT 0")).columns
        _ = try source.database.run(Statement("SELECT * FROM \(table) ORDER BY rowid")) { (row) throws(SourceError) in
            batch.append(row)
            guard batch.count >= 5000 else { return }
            try target.database.insert(into: table, columns: columns, rows: batch)
            batch.removeAll(keepingCapacity: true)
        }
        try target.database.insert(into: table, columns: columns, rows: batch)
    }
}

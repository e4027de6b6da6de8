import TestSupport
import WatchDatabase
import WatchModel

@testable import PurchaseWorld

/// A world that has run, in a file of its own, with its truth, its log and the stores' books.
final class SimulatedWorld {
    let settings: WorldSettings
    let path: String
    private(set) var truth = Truth()
    private(set) var log: [String] = []
    let stores: [StoreKind: Store]
    private let directory: TemporaryDirectory

    static let end = Instant(seconds: 1_796_112_000)

    /// - Parameters:
    ///   - keepsLog: whether the lines of the log are wanted, too.
    ///   - keepsBooks: whether the stores' books hold what is long over, too.
    init(_ settings: WorldSettings, keepsLog: Bool = false, keepsBooks: Bool = true) throws {
        self.settings = settings
        directory = try TemporaryDirectory("world")
        path = directory.file("world.sqlite")
        var truth = Truth()
        var log: [String] = []
        let tables = ServerTables(try SQLiteStore(path: path, busySeconds: 1))
        try tables.create()
        try tables.database.execute("PRAGMA synchronous = OFF")
        let sink = WorldLog { line in
            truth.read(line)
            if keepsLog { log.append(line) }
        }
        let world = World(tables, settings: settings, log: sink)
        if keepsBooks { for store in world.stores.values { store.closingSeconds = nil } }
        try world.run()
        (self.truth, self.log, stores) = (truth, log, world.stores)
    }

    /// - Parameter scenario: nil for settings without one.
    convenience init(_ scenario: String? = nil, users: Int, days: Int, seed: UInt64 = 1, keepsLog: Bool = false) throws {
        let settings = WorldSettings(users: users, days: days, end: Self.end, seed: seed)
        try self.init(scenario.flatMap { Scenario[named: $0] }?.applied(to: settings) ?? settings, keepsLog: keepsLog)
    }

    /// Every purchase of both stores.
    var records: [StoreRecord] { stores.values.flatMap { $0.records.values } }

    /// A line each, cells separated by `|`.
    func rows(_ sql: String) throws -> [String] {
        try SQLiteStore(path: path, busySeconds: 1).rows(Statement(sql)).rows.map { $0.map(\.text).joined(separator: "|") }
    }

    /// The same data on the shared Postgres server, copied as `simulate` copies it.
    ///
    /// - Returns: the URL of the database.
    func copyToPostgres() throws -> String {
        let url = try SourceDatabase.create(.postgres, schema: nil, in: directory).url
        let target = ServerTables(try PostgresStore(location: PostgresLocation(url: Secret(url))))
        try target.create()
        try Simulation.copy(from: path, to: target)
        return url
    }
}

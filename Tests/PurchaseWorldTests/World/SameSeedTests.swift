import TestSupport
import Testing
import WatchDatabase
import WatchModel

@testable import PurchaseWorld

/// One seed is one world, byte for byte, on both databases.
@Suite struct SameSeedTests {
    private static let keys = [
        "products": "product_id", "purchases": "token", "entitlements": "user_id, feature", "starts": "start_id",
        "notifications": "notification_id", "coins": "token",
    ]

    private func dump(_ world: SimulatedWorld) throws -> String {
        let sqlite3 = try Tool.require("sqlite3", package: "sqlite3")
        return try Tool.run(sqlite3, [world.path, ".dump"]).outputText
    }

    @Test func theSameSeedIsTheSameWorld() throws {
        let worlds = try [3, 3, 4].map { try SimulatedWorld("everything", users: 80, days: 6, seed: $0, keepsLog: true) }
        let dumps = try worlds.map(dump)
        #expect(dumps[0].utf8.count > 100_000)
        #expect(dumps[0] == dumps[1])
        #expect(worlds[0].log == worlds[1].log)
        #expect(dumps[0] != dumps[2])
        #expect(worlds[0].log != worlds[2].log)
    }

    @Test func bothDatabasesHoldTheSame() throws {
        let world = try SimulatedWorld("everything", users: 80, days: 6, seed: 3)
        let url = try world.copyToPostgres()
        let postgres = try PostgresStore(location: PostgresLocation(url: Secret(url)))
        for (table, key) in Self.keys {
            // In the order of bytes on both.
            let rows = try world.rows("SELECT * FROM \(table)").sorted()
            #expect(!rows.isEmpty, "\(table) is empty")
            let copied = try postgres.rows(Statement("SELECT * FROM \(table) ORDER BY \(key)")).rows.map {
                $0.map(\.text).joined(separator: "|")
            }
            #expect(copied.sorted() == rows, "\(table)")
        }
    }

    @Test func theProgramWritesTheSameFiles() throws {
        let directory = try TemporaryDirectory("seed")
        for name in ["one", "two"] {
            let words = [
                "simulate", "--users", "40", "--days", "4", "--seed", "5", "--into", "sqlite:\(name).sqlite", "--truth", "\(name).truth",
            ]
            #expect(try Program.run(words, in: directory.path).exitCode == 0)
        }
        #expect(try directory.read("one.truth") == directory.read("two.truth"))
        let sqlite3 = try Tool.require("sqlite3", package: "sqlite3")
        let dumps = try ["one", "two"].map { try Tool.run(sqlite3, [directory.file("\($0).sqlite"), ".dump"]).output }
        #expect(dumps[0] == dumps[1])
    }

    /// A fault of one kind does not change what another draws: the users of a world with a fault are the same users.
    @Test func aFaultLeavesTheUsersAlone() throws {
        let starts = try ["healthy", "ack_regression", "wrong_clock"].map {
            try SimulatedWorld($0, users: 40, days: 5).rows("SELECT user_id, started_at FROM starts ORDER BY user_id, started_at")
        }
        #expect(starts[0] == starts[1] && starts[0] == starts[2])
    }

    /// Closing the books saves memory, and changes nothing that anybody can see.
    @Test func closedBooksChangeNothing() throws {
        let settings = try #require(Scenario[named: "everything"]).applied(
            to: WorldSettings(users: 100, days: 40, end: SimulatedWorld.end, seed: 5))
        let kept = try SimulatedWorld(settings, keepsLog: true, keepsBooks: true)
        let closed = try SimulatedWorld(settings, keepsLog: true, keepsBooks: false)
        #expect(kept.log == closed.log)
        #expect(closed.records.count < kept.records.count * 3 / 4)
    }
}

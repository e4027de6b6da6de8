import Foundation
import TestSupport
import Testing

/// A hot standby is a good source: nothing is written there, and the health file says how far it is behind.
@Suite struct StandbyTests {
    private static let isStandby = "iapwatch_source_is_standby"
    private static let lag = "iapwatch_source_replay_lag_seconds"

    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory("standby")
    }

    /// A shop on a primary, followed by a standby that has seen no transaction of its own yet.
    private func standby(_ shop: Shop, options: [String] = []) throws -> PostgresStandby {
        let schema = try String(contentsOfFile: Program.repository("queries/schema/\(shop.schema).postgres.sql"), encoding: .utf8)
        return PostgresStandby(options: options) { primary in
            _ = primary.createDatabase("shop")
            primary.execute(schema + "\nBEGIN;\n" + shop.sql + "\nCOMMIT;", database: "shop")
        }
    }

    private func run(_ server: PostgresServer, _ arguments: [String] = []) throws -> (figures: OutputFile, health: OutputFile) {
        try FileManager.default.createDirectory(atPath: directory.file("metrics"), withIntermediateDirectories: true)
        let words = [
            "run", "--source", server.url(database: "shop"), "--output", "metrics", "--state", "state", "--now", ShopGenerator.nowText,
        ]
        let outcome = try Program.run(words + arguments, in: directory.path)
        #expect(outcome.isClean, "\(outcome)")
        return (try OutputFile(directory.read("metrics/iapwatch.prom")), try OutputFile(directory.read("metrics/iapwatch_job.prom")))
    }

    @Test func lagIsNeverGuessed() throws {
        var generator = ShopGenerator(seed: 51, isFull: true)
        let pair = try standby(generator.shop())
        defer { pair.remove() }
        let (primaryFigures, primaryHealth) = try run(pair.primary)
        #expect(primaryHealth[Self.isStandby] == 0)
        #expect(primaryHealth.family(Self.lag) == nil)

        // All of it works without writing anything, and gives the same figures.
        pair.waitUntilReplayed()
        let (figures, health) = try run(pair.server)
        #expect(figures.text == primaryFigures.text)
        #expect(health[Self.isStandby] == 1)
        #expect(try #require(health[Self.lag]) < 60)

        // Behind, and no transaction was replayed yet whose time would tell how far: not known is not 0.
        pair.pauseReplay()
        write(pair)
        #expect(try run(pair.server).health.family(Self.lag) == nil)

        // Behind a transaction whose time is known: the lag grows.
        pair.resumeReplay()
        pair.waitUntilReplayed()
        pair.pauseReplay()
        write(pair)
        let early = try #require(try run(pair.server).health[Self.lag])
        usleep(300_000)
        let late = try #require(try run(pair.server).health[Self.lag])
        #expect(early > 0)
        #expect(late > early)
        pair.resumeReplay()
        pair.waitUntilReplayed()
        #expect(try #require(try run(pair.server).health[Self.lag]) < 60)

        // Nobody knows what a primary that is gone has written since.
        pair.primary.stop()
        pair.wait(until: "NOT EXISTS (SELECT FROM pg_stat_wal_receiver)")
        let (lastFigures, alone) = try run(pair.server)
        #expect(lastFigures.names == figures.names)
        #expect(alone[Self.isStandby] == 1)
        #expect(try #require(alone[Self.lag]) > 0)
    }

    private func write(_ pair: PostgresStandby) {
        pair.primary.execute("UPDATE products SET feature = feature", database: "shop")
        pair.waitUntilReceived()
    }

    /// The standby has to end a query whose rows the primary cleans away: the same again on a fresh snapshot works.
    @Test func recoveryConflictIsRetried() throws {
        var generator = ShopGenerator(seed: 52, isFull: true)
        let pair = try standby(generator.shop(), options: ["max_standby_streaming_delay=0", "hot_standby_feedback=off"])
        defer { pair.remove() }
        pair.waitUntilReplayed()
        try directory.write(
            "mine/slow.sql",
            """
            -- Purchases, counted slowly.
            -- reads: purchases
            -- gauge slow_rows: Rows.
            SELECT count(*) AS slow_rows
            FROM (SELECT pg_sleep(CASE WHEN count(*) > 1 THEN 20 ELSE 0 END) FROM purchases) AS nap, purchases

            """)
        let interference = Thread {
            pair.wait(until: "EXISTS (SELECT FROM pg_stat_activity WHERE state = 'active' AND wait_event = 'PgSleep')")
            pair.primary.execute("DELETE FROM purchases WHERE token <> 't0'", database: "shop")
            pair.primary.execute("VACUUM purchases", database: "shop")
        }
        interference.start()
        let (figures, _) = try run(pair.server, ["--queries", "mine"])
        #expect(pair.server.execute("SELECT sum(confl_snapshot) FROM pg_stat_database_conflicts") != "0")
        #expect(figures["iapwatch_slow_rows"] == 1)
    }
}

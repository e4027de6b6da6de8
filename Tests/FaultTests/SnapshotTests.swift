import Foundation
import TestSupport
import Testing

/// All queries of a run see the same moment, whatever is committed meanwhile.
@Suite struct SnapshotTests {
    private static let gauges = ["fast_purchases", "slept_purchases", "last_purchases"]

    @Test func ofPostgres() throws {
        let (bench, words) = try Naps.bench()
        let good = try bench.goodRun(words)
        try Naps.set(2, in: bench)
        let program = try RunningProgram(bench.arguments(1, words), in: bench.directory.path)
        #expect(bench.waitUntil { bench.sessions(where: Naps.asleep) == 1 })
        try bench.execute("INSERT INTO purchases (token, store, state) VALUES ('new', 'apple', 'expired')")
        let left = try bench.expectSuccess(try program.outcome(), at: 1, after: good)
        for name in Self.gauges { #expect(left.total(name) == 3, "\(name)") }
        try Naps.set(0, in: bench)
        let next = try bench.expectSuccess(try bench.run(2, words), at: 2, after: good)
        for name in Self.gauges { #expect(next.total(name) == 4, "\(name)") }
    }

    @Test func ofSQLiteWithALiveWriter() throws {
        let bench = try Bench(.sqlite)
        let writer = try SQLiteSession(on: bench.name)
        try writer.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
        // Longer than a writer needs for many commits.
        let slow = "(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000) SELECT count(*) FROM n) > 0"
        let words = try bench.queries([
            "a_fast": Seed.counting("fast_purchases"), "b_slow": Seed.counting("slept_purchases", where: slow),
            "c_last": Seed.counting("last_purchases"),
        ])
        let program = try RunningProgram(bench.arguments(0, words), in: bench.directory.path)
        var count = 3
        while program.isRunning && count < 3000 {
            count += 1
            try writer.execute("INSERT INTO purchases (token, store, state) VALUES ('new\(count)', 'apple', 'expired')")
        }
        let left = try bench.expectSuccess(try program.outcome(), at: 0)
        let totals = Self.gauges.compactMap { left.total($0) }
        #expect(totals.count == 3 && Set(totals).count == 1, "\(totals)")
        #expect(totals.allSatisfy { $0 < Double(count) })
        let rows = try writer.execute("SELECT count(*) FROM purchases")
        #expect(rows == "\(count)\n", "no write was refused")
    }
}

import Foundation
import Glibc
import TestSupport
import Testing

/// Files that are no database, or no longer one.
@Suite struct SQLiteFileTests {
    @Test(arguments: ["truncated", "empty", "garbage", "a folder", "a pipe"])
    func theFileIsNoDatabase(_ damage: String) throws {
        let bench = try Bench(.sqlite)
        let good = try bench.goodRun()
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: bench.name)))
        try FileManager.default.removeItem(atPath: bench.name)
        switch damage {
        case "truncated": try bench.directory.write("purchases.sqlite", bytes.prefix(bytes.count / 2))
        case "empty": try bench.directory.write("purchases.sqlite", [])
        case "garbage": try bench.directory.write("purchases.sqlite", [UInt8](repeating: 0x5A, count: 9000))
        case "a folder": try bench.directory.makeFolder("purchases.sqlite")
        default: #expect(mkfifo(bench.name, 0o644) == 0)
        }
        try bench.expectFailure(try bench.run(1), exit: 3, after: good)
    }

    @Test func thePathIsMistyped() throws {
        var bench = try Bench(.sqlite)
        let good = try bench.goodRun()
        for (time, path) in [(1, "purchase.sqlite"), (2, "no/such/purchases.sqlite"), (3, "purchases.sqlite/x")] {
            bench.url = "sqlite:" + path
            try bench.expectFailure(try bench.run(time), exit: 3, after: good, at: time)
            #expect(!FileManager.default.fileExists(atPath: bench.directory.file(path)))
        }
    }

    /// Metrics of queries, to see that the figures of those that failed are missing.
    private static let metrics = [
        "pending": "pending_purchases", "recent_starts": "recent_starts", "access_audit": "paid_without_access",
        "unusable_purchases": "unknown_store_purchases", "unverified": "unverified_purchases", "recent_purchases": "recent_purchases",
    ]

    /// Whatever bytes changed: an answer, or an honest failure.
    @Test func randomBytesChange() throws {
        let bench = try Bench(.sqlite)
        let good = try bench.goodRun()
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: bench.name)))
        let files = ["metrics/iapwatch.prom": good.figures, "metrics/iapwatch_job.prom": good.health]
        for seed in UInt64(0)..<40 {
            var generator = SeededGenerator(seed: seed)
            var changed = bytes
            for _ in 0..<[1, 8, 64, 512][Int(seed % 4)] {
                changed[Int.random(in: (seed % 3 == 0 ? 0 : 100)..<bytes.count, using: &generator)] ^= UInt8.random(
                    in: 1...255, using: &generator)
            }
            try bench.directory.write("purchases.sqlite", changed)
            for (name, old) in files { try bench.directory.write(name, old) }
            let outcome = try bench.run(1)
            try Secrets(words: ["GPA.PLANTED", "tok-PLANTED"]).expectAbsent(outcome, bench, "seed \(seed)")
            let left = try Remains(of: bench)
            switch outcome.exitCode {
            case 0: #expect(left.failed.isEmpty, "seed \(seed)")
            case 1:
                #expect(!left.failed.isEmpty, "seed \(seed)")
                for (query, metric) in Self.metrics where left.queries[query] == false {
                    #expect(left.total(metric) == nil || left.figures == good.figures, "seed \(seed): \(metric)")
                }
            case 3: #expect(left.figures == good.figures && left.failed.count == left.queries.count, "seed \(seed)")
            default: Issue.record("seed \(seed): \(outcome)")
            }
            #expect(left.job("last_run_success") == (outcome.exitCode == 0 ? 1 : 0), "seed \(seed)")
        }
    }

    @Test func anotherProcessHoldsTheFile() throws {
        let bench = try Bench(.sqlite)
        let good = try bench.goodRun()
        let holder = try SQLiteSession(on: bench.name)
        try holder.execute("BEGIN EXCLUSIVE")
        let outcome = try bench.run(1, try bench.configuration("source: { lock_timeout: 1s }\n"))
        try bench.expectFailure(outcome, exit: 3, after: good)
        #expect(outcome.errorText.contains("[locked]"), "\(outcome)")
        holder.close()
        try bench.expectSuccess(try bench.run(2), at: 2, after: good)
    }

    @Test func anotherProcessLetsGoInTime() throws {
        let bench = try Bench(.sqlite)
        let good = try bench.goodRun()
        let holder = try SQLiteSession(on: bench.name)
        try holder.execute("BEGIN EXCLUSIVE")
        let words = try bench.configuration("source: { lock_timeout: 30s }\n")
        let program = try RunningProgram(bench.arguments(1, words), in: bench.directory.path)
        usleep(400_000)
        try holder.execute("COMMIT")
        try bench.expectSuccess(try program.outcome(), at: 1, after: good)
    }

    /// The reader of a WAL database has to write its shared-memory file.
    @Test(.enabled(if: geteuid() == 0)) func aWALDatabaseInAFolderOfSomebodyElse() throws {
        let bench = try Bench(.sqlite)
        try bench.giveAway("metrics")
        try bench.giveAway("state", mode: 0o700)
        #expect(try bench.runUnprivileged(0).exitCode == 0)
        let good = try Remains(of: bench)
        try bench.execute("PRAGMA journal_mode = WAL; UPDATE starts SET unfinished = 2")
        let outcome = try bench.runUnprivileged(1)
        try bench.expectFailure(outcome, exit: 3, after: good)
        #expect(outcome.errorText.contains("WAL mode"), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: bench.name + "-shm"))
    }

    @Test(.enabled(if: geteuid() == 0)) func aFileThatMayNotBeRead() throws {
        let bench = try Bench(.sqlite)
        try bench.giveAway("metrics")
        try bench.giveAway("state", mode: 0o700)
        #expect(try bench.runUnprivileged(0).exitCode == 0)
        let good = try Remains(of: bench)
        chmod(bench.name, 0o600)
        try bench.expectFailure(try bench.runUnprivileged(1), exit: 3, after: good)
    }
}

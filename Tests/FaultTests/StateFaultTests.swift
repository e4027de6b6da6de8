import Foundation
import TestSupport
import Testing

/// State that was lost or damaged: a run says so, sets the file aside, and measures all the same.
@Suite struct StateFaultTests {
    private func stateNames(_ bench: Bench) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: bench.directory.file("state")).sorted()
    }

    private func damagedFiles(_ bench: Bench) throws -> Int { try stateNames(bench).count { $0.hasPrefix("state.sqlite.damaged-") } }

    @Test(arguments: ["truncated", "empty", "garbage", "another database", "a newer version", "no tables"])
    func theFileIsOfNoUse(_ damage: String) throws {
        let bench = try Bench(.sqlite)
        let good = try bench.goodRun()
        let path = bench.directory.file("state/state.sqlite")
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        switch damage {
        case "truncated": try bench.directory.write("state/state.sqlite", bytes.prefix(bytes.count / 2))
        case "empty": try bench.directory.write("state/state.sqlite", [])
        case "garbage": try bench.directory.write("state/state.sqlite", [UInt8](repeating: 0xA5, count: 5000))
        case "another database":
            try FileManager.default.removeItem(atPath: path)
            _ = try Tool.run("sqlite3", [path, "CREATE TABLE meta (x); PRAGMA user_version = 1"])
        case "a newer version": _ = try Tool.run("sqlite3", [path, "PRAGMA user_version = 99"])
        default: _ = try Tool.run("sqlite3", [path, "DROP TABLE first_seen"])
        }
        let outcome = try bench.run(1)
        try bench.expectSuccess(outcome, at: 1, after: good)
        // What never held anything is simply begun anew.
        let isSetAside = damage != "empty"
        #expect(try damagedFiles(bench) == (isSetAside ? 1 : 0), "\(outcome)")
        #expect(outcome.errorText.contains("[state-damaged]") == isSetAside, "\(outcome)")
        let next = try bench.run(2)
        try bench.expectSuccess(next, at: 2, after: good)
        #expect(next.errors.isEmpty, "\(next)")
    }

    /// Whatever bytes change, a run measures; where it noticed, it says so and keeps the old file.
    @Test func randomBytesChange() throws {
        let bench = try Bench(.sqlite)
        let good = try bench.goodRun()
        let path = bench.directory.file("state/state.sqlite")
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        for seed in UInt64(0)..<30 {
            var generator = SeededGenerator(seed: seed)
            var changed = bytes
            for _ in 0..<(seed % 2 == 0 ? 3 : 200) {
                changed[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            // The header, where one byte means most.
            if seed % 5 == 0 { changed[Int.random(in: 0..<100, using: &generator)] ^= 0xFF }
            try bench.directory.write("state/state.sqlite", changed)
            for name in try stateNames(bench) where name.contains("damaged") {
                try FileManager.default.removeItem(atPath: bench.directory.file("state/" + name))
            }
            let outcome = try bench.run(1)
            #expect(outcome.exitCode == 0, "seed \(seed): \(outcome)")
            let left = try Remains(of: bench)
            #expect(left.failed.isEmpty && left.total("pending_purchases") == good.total("pending_purchases"), "seed \(seed)")
            #expect(try outcome.errorText.contains("[state-damaged]") == (damagedFiles(bench) == 1), "seed \(seed): \(outcome)")
        }
    }

    /// What was kept of an hourly query is believed only when it is of the form that the query gives.
    @Test(arguments: [
        "garbage", "{}", "[]", "null", #"{"iapwatch_paid_without_access":[{"labels":[["store"]],"value":1}]}"#,
        #"{"iapwatch_paid_without_access":[{"labels":[["user","tok-PLANTED-1"]],"value":1}]}"#,
        #"{"iapwatch_paid_without_access":[{"labels":[["store","tok-PLANTED-1"]],"value":1}]}"#,
        #"{"iapwatch_paid_without_access":[{"labels":[["store","google"]],"value":1},{"labels":[["store","google"]],"value":2}]}"#,
        #"{"iapwatch_paid_without_access":[{"labels":[["store","google"]],"value":1e999}]}"#,
        #"{"iapwatch_no_such_metric":[{"labels":[],"value":1}]}"#,
    ])
    func aKeptResultIsGarbage(_ json: String) throws {
        let bench = try Bench(.sqlite)
        let good = try bench.goodRun()
        let sql = "UPDATE kept_results SET samples = '\(json)'"
        #expect(try Tool.run("sqlite3", [bench.directory.file("state/state.sqlite"), sql]).exitCode == 0)
        let left = try bench.expectSuccess(try bench.run(Bench.soon), at: Bench.soon, after: good)
        for name in ["paid_without_access", "unknown_state_purchases", "unknown_store_purchases"] {
            #expect(left.figure(name) == good.figure(name), "\(name)")
        }
        #expect(!String(decoding: left.figures + left.health, as: UTF8.self).contains(Seed.planted))
    }

    @Test func theKeyIsLost() throws {
        let bench = try Bench(.sqlite)
        let good = try bench.goodRun()
        for (time, bytes) in [(1, [UInt8]?.none), (2, [1, 2, 3])] {
            if let bytes {
                try bench.directory.write("state/key", bytes)
            } else {
                try FileManager.default.removeItem(atPath: bench.directory.file("state/key"))
            }
            let outcome = try bench.run(time)
            try bench.expectSuccess(outcome, at: time, after: good)
            #expect(outcome.errorText.contains("[key-lost]"), "\(outcome)")
        }
        #expect(try bench.run(3).errors.isEmpty)
    }

    /// Without a lock two runs could meet, so nothing is done.
    @Test func theFolderMayNotBeWritten() throws {
        let bench = try Bench(.sqlite)
        try bench.giveAway("metrics")
        try bench.giveAway("state", mode: 0o555)
        let outcome = try bench.runUnprivileged(0)
        #expect(outcome.exitCode == 64 && outcome.errorText.contains("[no-lock]"), "\(outcome)")
        #expect(try bench.outputNames().isEmpty)
    }

    /// A folder that became read-only after the lock file was made.
    @Test func theFolderMayNoLongerBeWritten() throws {
        let bench = try Bench(.sqlite)
        try bench.giveAway("metrics")
        try bench.giveAway("state", mode: 0o700)
        #expect(try bench.runUnprivileged(0).exitCode == 0)
        try bench.giveAway("state", mode: 0o555)
        let outcome = try bench.runUnprivileged(1)
        try bench.expectSuccess(outcome, at: 1)
        #expect(outcome.errorText.contains("[state-unusable]"), "\(outcome)")
    }

    @Test func aFolderStandsWhereTheFileBelongs() throws {
        let bench = try Bench(.sqlite)
        try bench.directory.makeFolder("state/state.sqlite")
        let outcome = try bench.run(0)
        try bench.expectSuccess(outcome, at: 0)
        #expect(outcome.errorText.contains("[state-unusable]"), "\(outcome)")
    }
}

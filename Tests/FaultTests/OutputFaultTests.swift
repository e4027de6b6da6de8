import Foundation
import TestSupport
import Testing

/// Output that cannot be written: what stood there before stands whole.
@Suite struct OutputFaultTests {
    @Test(.enabled(if: SmallDisk.isPossible)) func theDiskIsFull() throws {
        let bench = try Bench(.sqlite)
        let disk = try SmallDisk(on: bench.directory.file("metrics"), pages: 64)
        let good = try bench.goodRun()
        try disk.fill(leaving: 0)
        #expect(try bench.run(1).exitCode == 4)
        let left = try Remains(of: bench)
        #expect(left.figures == good.figures && left.health == good.health)
        #expect(try bench.outputNames() == ["filler", "iapwatch.prom", "iapwatch_job.prom"])
        try disk.empty()
        try bench.expectSuccess(try bench.run(2), at: 2, after: good)
    }

    /// The health file is smaller than the figures, and it says that they are old.
    @Test(.enabled(if: SmallDisk.isPossible)) func theDiskHasRoomForTheHealthOnly() throws {
        let bench = try Bench(.sqlite)
        let disk = try SmallDisk(on: bench.directory.file("metrics"), pages: 64)
        let good = try bench.goodRun()
        let pages = (good.health.count + SmallDisk.pageBytes - 1) / SmallDisk.pageBytes
        try #require(good.figures.count > pages * SmallDisk.pageBytes)
        try disk.fill(leaving: pages)
        try expectOldFigures(bench, try bench.run(1), good)
    }

    /// The same without mounting anything: a limit on the size of files, which the state meets as well.
    @Test func filesMayNotBecomeThatLarge() throws {
        let bench = try Bench(.sqlite)
        let good = try bench.goodRun()
        let blocks = good.health.count / 512 + 2
        try #require(good.figures.count > blocks * 512)
        let script = "ulimit -f \(blocks); exec \"$0\" \"$@\""
        let outcome = try Tool.run("sh", ["-c", script, Program.path] + bench.arguments(1), directory: bench.directory.path)
        try expectOldFigures(bench, outcome, good)
        try bench.expectSuccess(try bench.run(2), at: 2, after: good)
    }

    private func expectOldFigures(_ bench: Bench, _ outcome: Tool.Outcome, _ good: Remains) throws {
        #expect(outcome.exitCode == 4 && outcome.errorText.contains("[output-failed]"), "\(outcome)")
        let left = try Remains(of: bench)
        #expect(left.figures == good.figures)
        #expect(left.job("last_run_success") == 0 && left.failed.isEmpty)
        #expect(left.job("last_success_timestamp_seconds") == Bench.seconds(0))
        #expect(left.job("last_completion_timestamp_seconds") == Bench.seconds(1))
        #expect(try bench.outputNames().allSatisfy { !$0.hasSuffix(".tmp") })
    }

    @Test func theFolderMayNotBeWritten() throws {
        let bench = try Bench(.sqlite)
        try bench.giveAway("metrics")
        try bench.giveAway("state", mode: 0o700)
        #expect(try bench.runUnprivileged(0).exitCode == 0)
        let good = try Remains(of: bench)
        try bench.giveAway("metrics", mode: 0o555)
        let outcome = try bench.runUnprivileged(1)
        #expect(outcome.exitCode == 4 && outcome.errorText.contains("[output-failed]"), "\(outcome)")
        let left = try Remains(of: bench)
        #expect(left.figures == good.figures && left.health == good.health)
        try bench.giveAway("metrics")
        #expect(try bench.runUnprivileged(2).exitCode == 0)
        try bench.expectNothingLeftBehind()
    }

    @Test func thereIsNoFolder() throws {
        let bench = try Bench(.sqlite)
        try FileManager.default.removeItem(atPath: bench.directory.file("metrics"))
        let outcome = try bench.run(0)
        #expect(outcome.exitCode == 64 && outcome.errorText.contains("metrics does not exist"), "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: bench.directory.file("metrics")))
        try bench.directory.write("metrics", "a file")
        #expect(try bench.run(0).exitCode == 64)
    }

    /// Rights that let node_exporter read, whatever the umask.
    @Test func everybodyMayReadTheFiles() throws {
        let bench = try Bench(.sqlite)
        let script = "umask 077; exec \"$0\" \"$@\""
        let outcome = try Tool.run("sh", ["-c", script, Program.path] + bench.arguments(0), directory: bench.directory.path)
        try bench.expectSuccess(outcome, at: 0)
        for (name, mode) in [
            ("metrics/iapwatch.prom", 0o644), ("metrics/iapwatch_job.prom", 0o644), ("state/key", 0o600), ("state", 0o700),
        ] {
            let attributes = try FileManager.default.attributesOfItem(atPath: bench.directory.file(name))
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
    }
}

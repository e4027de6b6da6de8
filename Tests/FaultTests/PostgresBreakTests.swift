import Glibc
import TestSupport
import Testing

/// What happens to a run in the middle of a query.
@Suite struct PostgresBreakTests {
    @Test func aQueryTakesTooLong() throws {
        let (bench, words) = try Naps.bench()
        let good = try bench.goodRun(words)
        try Naps.set(30, in: bench)
        let limits = try bench.configuration("source: { query_timeout: 1s }\n")
        let outcome = try bench.run(1, words + limits)
        let left = try bench.expectFailure(outcome, exit: 1, after: good, failed: .only(["b_nap"]))
        #expect(left.total("fast_purchases") == 3 && left.total("slept_purchases") == nil && left.total("last_purchases") == 3)
        #expect(outcome.errorText.contains("[query-timed-out]"), "\(outcome)")
    }

    @Test func theRunTakesTooLong() throws {
        let (bench, words) = try Naps.bench()
        let good = try bench.goodRun(words)
        try Naps.set(30, in: bench)
        let limits = try bench.configuration("source: { run_timeout: 1s }\n")
        let outcome = try bench.run(1, words + limits)
        let left = try bench.expectFailure(outcome, exit: 1, after: good, failed: .only(["b_nap", "c_last"]))
        #expect(left.total("fast_purchases") == 3 && left.total("last_purchases") == nil)
        #expect(outcome.errorText.contains("[run-timed-out]"), "\(outcome)")
    }

    /// The next try is on a snapshot of its own, and nothing of the first is in the figures.
    @Test func anAdministratorEndsTheSession() throws {
        let (bench, words) = try Naps.bench()
        let good = try bench.goodRun(words)
        let program = try start(bench, words)
        try bench.execute("INSERT INTO purchases (token, store, state) VALUES ('new', 'apple', 'expired')")
        try Naps.set(0, in: bench)
        try bench.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'iapwatch' AND datname = '\(bench.name)'")
        let left = try bench.expectSuccess(try program.outcome(), at: 1, after: good)
        for name in ["fast_purchases", "slept_purchases", "last_purchases"] { #expect(left.total(name) == 4, "\(name)") }
    }

    @Test(arguments: [(SIGTERM, 143), (SIGINT, 130)] as [(Int32, Int32)])
    func aSignalEndsTheRun(signal: Int32, code: Int32) throws {
        let (bench, words) = try Naps.bench()
        let good = try bench.goodRun(words)
        let program = try start(bench, words)
        program.send(signal)
        let outcome = try program.outcome(limitSeconds: 10)
        #expect(outcome.exitCode == code && !outcome.timedOut, "\(outcome)")
        let left = try Remains(of: bench)
        #expect(left.figures == good.figures && left.health == good.health)
        try bench.expectNothingLeftBehind()
        try Naps.set(0, in: bench)
        try bench.expectSuccess(try bench.run(2, words), at: 2, after: good)
    }

    /// A process that stands still looks to the job like a network that swallows every packet.
    @Test func theServerFallsSilent() throws {
        let (bench, words) = try Naps.bench()
        let good = try bench.goodRun(words)
        let limits = try bench.configuration("source: { query_timeout: 2s, retries: 0 }\n")
        let program = try start(bench, words + limits)
        let found = "SELECT pid FROM pg_stat_activity WHERE application_name = 'iapwatch' AND datname = '\(bench.name)'"
        let pid = try #require(Int32(try bench.execute(found)))
        kill(pid, SIGSTOP)
        let outcome = try program.outcome()
        kill(pid, SIGCONT)
        try bench.expectFailure(outcome, exit: 3, after: good)
    }

    /// A run that is in the middle of its nap.
    private func start(_ bench: Bench, _ words: [String]) throws -> RunningProgram {
        try Naps.set(30, in: bench)
        let program = try RunningProgram(bench.arguments(1, words), in: bench.directory.path)
        #expect(bench.waitUntil { bench.sessions(where: Naps.asleep) == 1 })
        return program
    }
}

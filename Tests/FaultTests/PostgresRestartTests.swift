import TestSupport
import Testing

/// A server that goes away in the middle of a run. It is a server of its own.
@Suite(.serialized) struct PostgresRestartTests {
    private static let server = PostgresServer.start(name: "restarted")

    private func start(_ bench: Bench, _ words: [String]) throws -> RunningProgram {
        try Naps.set(30, in: bench)
        let program = try RunningProgram(bench.arguments(1, words), in: bench.directory.path)
        #expect(bench.waitUntil { bench.sessions(where: Naps.asleep) == 1 })
        return program
    }

    @Test func itComesBack() throws {
        let (bench, words) = try Naps.bench(on: Self.server)
        let good = try bench.goodRun(words)
        let program = try start(bench, words)
        try Naps.set(0, in: bench)
        Self.server.restart()
        try bench.expectSuccess(try program.outcome(), at: 1, after: good)
    }

    @Test(arguments: [PostgresServer.StopMode.fast, .immediate])
    func itStaysAway(_ mode: PostgresServer.StopMode) throws {
        let (bench, words) = try Naps.bench(on: Self.server)
        let good = try bench.goodRun(words)
        let program = try start(bench, words + (try bench.configuration("source: { retries: 1 }\n")))
        Self.server.stop(mode: mode)
        let outcome = try program.outcome()
        Self.server.startProcess()
        try bench.expectFailure(outcome, exit: 3, after: good)
        try Naps.set(0, in: bench)
        try bench.expectSuccess(try bench.run(2, words), at: 2, after: good)
    }
}

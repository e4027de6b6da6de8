import Foundation
import Glibc
import TestSupport
import Testing

/// `kill -9` at any moment: readers see the old file or the new one, and the next run tidies up.
@Suite struct KillTests {
    private static let rounds = 200

    @Test func leavesWholeFilesWheneverItComes() throws {
        let bench = try Bench(.sqlite)
        // Every run measures everything: each moment has one possible figures file and one health file.
        let every = try QueryHeaders().occasional.map { "\($0): run" }.joined(separator: ", ")
        let words = try bench.configuration("queries: { every: { \(every) } }\n")
        var expected: [Remains] = []
        for time in 0..<2 { expected.append(try bench.expectSuccess(try bench.run(time, words), at: time)) }

        var generator = SeededGenerator(seed: 9)
        let usual = try milliseconds(ofARunOf: bench, words)
        var killed = 0
        var seen: Set<Int> = []
        for round in 0..<Self.rounds {
            let program = try RunningProgram(bench.arguments(round % 2, words), in: bench.directory.path)
            // Every other round aims at the end of the run, where the files are written.
            usleep(UInt32.random(in: round % 4 < 2 ? 0...usual : (usual / 2)...usual, using: &generator) * 1000)
            program.send(SIGKILL)
            if try program.outcome().signal == SIGKILL { killed += 1 }
            let left = try Remains(of: bench)
            let figures = expected.firstIndex { $0.figures == left.figures }
            let health = expected.firstIndex { $0.health == left.health }
            try #require(figures != nil && health != nil, "round \(round)")
            seen.formUnion([figures, health].compactMap(\.self))
        }
        #expect(killed >= Self.rounds / 10, "most rounds end too late to say anything")
        let outcome = try bench.run(2, words)
        try bench.expectSuccess(outcome, at: 2)
        #expect(outcome.errors.isEmpty, "\(outcome)")
        let state = try FileManager.default.contentsOfDirectory(atPath: bench.directory.file("state")).sorted()
        #expect(state == ["key", "last_run.json", "lock", "state.sqlite"])
    }

    /// How long a run takes here and now, and a little more.
    private func milliseconds(ofARunOf bench: Bench, _ words: [String]) throws -> UInt32 {
        let clock = ContinuousClock()
        let started = clock.now
        for _ in 0..<3 { _ = try RunningProgram(bench.arguments(0, words), in: bench.directory.path).outcome() }
        return UInt32(max(30, min(150, (clock.now - started) / .milliseconds(3) * 1.1)))
    }
}

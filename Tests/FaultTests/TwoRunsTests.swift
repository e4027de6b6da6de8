import Glibc
import TestSupport
import Testing

/// Two runs at once: the second one does nothing.
@Suite struct TwoRunsTests {
    @Test func theSecondLeavesEverythingAlone() throws {
        let (bench, words) = try Naps.bench()
        let good = try bench.goodRun(words)
        try Naps.set(30, in: bench)
        let first = try RunningProgram(bench.arguments(1, words), in: bench.directory.path)
        #expect(bench.waitUntil { bench.sessions(where: Naps.asleep) == 1 })

        let second = try bench.run(2, words)
        #expect(second.exitCode == 75 && second.output.isEmpty && second.errorText.contains("[locked]"), "\(second)")
        let left = try Remains(of: bench)
        #expect(left.figures == good.figures && left.health == good.health)

        // Looking is allowed meanwhile, and disturbs nothing.
        let look = try bench.run(3, words + ["--only", "a_fast"])
        #expect(look.exitCode == 0 && look.outputText.contains("iapwatch_fast_purchases{store=\"google\"} 1"), "\(look)")
        let dry = try Program.run(["run", "--source", bench.url, "--stdout", "--now", Bench.times[3]], in: bench.directory.path)
        #expect(dry.exitCode == 0 && !dry.output.isEmpty, "\(dry)")
        #expect(try PrometheusTextParser.parse(dry.output).count > 20)
        #expect(try Remains(of: bench).health == good.health)

        first.send(SIGTERM)
        #expect(try first.outcome().exitCode == 143)
        try Naps.set(0, in: bench)
        try bench.expectSuccess(try bench.run(2, words), at: 2, after: good)
    }
}

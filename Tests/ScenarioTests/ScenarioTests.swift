import Foundation
import TestSupport
import Testing

/// Whole-program stories with a fixed clock. `IAPWATCH_REWRITE_SCENARIOS=1` writes what came out as what is expected: read
/// the difference before you commit it.
@Suite struct ScenarioTests {
    private static let rewrites = ProcessInfo.processInfo.environment["IAPWATCH_REWRITE_SCENARIOS"] == "1"

    /// The same story has the same end on both databases: one `expected/` serves both.
    @Test(arguments: Scenario.all, SourceDatabase.Kind.allCases)
    func tells(_ scenario: Scenario, on kind: SourceDatabase.Kind) throws {
        guard scenario.kinds.contains(kind) else { return }
        let outputs = try ScenarioRunner(scenario: scenario, kind: kind).outputs()
        let expected = scenario.folder.appendingPathComponent("expected")
        if Self.rewrites && kind == .sqlite {
            try? FileManager.default.removeItem(at: expected)
            try FileManager.default.createDirectory(at: expected, withIntermediateDirectories: true)
            for (name, text) in outputs {
                try text.write(to: expected.appendingPathComponent(name), atomically: true, encoding: .utf8)
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: expected.path)
        #expect(Set(names) == Set(outputs.keys))
        for name in names.sorted() {
            // A database's complaint is in its own words.
            if name == "transcript" && kind == .postgres { continue }
            #expect(outputs[name] == scenario.text("expected/" + name), "\(scenario.name)/expected/\(name)")
        }
    }

    @Test func everyStoryHasAReadme() {
        #expect(!Scenario.all.isEmpty)
        for scenario in Scenario.all { #expect(scenario.text("README.md") != nil, "\(scenario.name)") }
    }
}

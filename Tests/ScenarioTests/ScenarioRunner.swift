import Foundation
import TestSupport

/// Tells a story on one database, and collects what the program left behind.
struct ScenarioRunner {
    let scenario: Scenario
    let kind: SourceDatabase.Kind

    /// Every file of `expected/`, by name.
    func outputs() throws -> [String: String] {
        let directory = try TemporaryDirectory("scenario")
        try FileManager.default.createDirectory(atPath: directory.file("metrics"), withIntermediateDirectories: true)
        for name in ["iapwatch.yaml"] + scenario.extraFolders
        where FileManager.default.fileExists(atPath: scenario.folder.appendingPathComponent(name).path) {
            try FileManager.default.copyItem(atPath: scenario.folder.appendingPathComponent(name).path, toPath: directory.file(name))
        }
        var database: SourceDatabase?
        if let seed = scenario.text("seed.sql") {
            database = try SourceDatabase.create(kind, schema: scenario.schema, in: directory)
            try database?.execute(seed)
        }
        var outputs: [String: String] = [:]
        var transcript = ""
        for step in scenario.steps {
            if step[0] == "sql" {
                try database?.execute(scenario.text(step[1]) ?? "")
                continue
            }
            let outcome = try Program.run(arguments(step, database), in: directory.path)
            transcript += "$ iapwatch \(step.joined(separator: " "))\n" + outcome.outputText
            if !outcome.errors.isEmpty { transcript += "--- standard error\n" + outcome.errorText }
            transcript += "--- exit \(outcome.exitCode.map(String.init) ?? "by signal")\n\n"
        }
        outputs["transcript"] = Self.withoutVersions(transcript)
        for name in ["iapwatch.prom", "iapwatch_job.prom"] {
            outputs[name] = try? directory.read("metrics/" + name)
        }
        return outputs
    }

    private func arguments(_ step: [String], _ database: SourceDatabase?) -> [String] {
        guard let database else { return step }
        return step + ["--source", database.url] + (step[0] == "run" ? ["--output", "metrics", "--state", "state"] : [])
    }

    /// What the machine has installed is not the story.
    private static func withoutVersions(_ text: String) -> String {
        text.replacingOccurrences(of: #"SQLite \d+\.\d+\.\d+"#, with: "SQLite 3", options: .regularExpression)
    }
}

import Foundation
import TestSupport

/// A story: a folder with a seed, a command, perhaps a configuration, and what has to come out.
struct Scenario: Sendable, CustomStringConvertible {
    let name: String
    let folder: URL

    var description: String { name }

    static let root = URL(fileURLWithPath: Program.repository("Tests/ScenarioTests/Scenarios"))

    static let all: [Scenario] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []
        return names.sorted().map { Scenario(name: $0, folder: root.appendingPathComponent($0)) }
    }()

    func text(_ file: String) -> String? { try? String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8) }

    /// The lines of `command`: `run ...`, or `sql FILE` for something that happens in between.
    var steps: [[String]] {
        (text("command") ?? "").split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    }

    var schema: String? { text("schema")?.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// A story without data is about files only, and one that shows a plan or a message is told for one database.
    var kinds: [SourceDatabase.Kind] {
        guard text("seed.sql") != nil, steps.allSatisfy({ $0[0] != "check" }), text("sqlite_only") == nil else { return [.sqlite] }
        return SourceDatabase.Kind.allCases
    }

    /// Files that the program reads, beside the configuration.
    var extraFolders: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0 != "expected" }.filter { name in
            var isDirectory: ObjCBool = false
            return FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path, isDirectory: &isDirectory)
                && isDirectory.boolValue
        }
    }
}

import Foundation
import TestSupport
import Testing

/// What the documents say is what the program does.
@Suite struct DocumentationTests {
    private static func text(_ path: String) throws -> String { try String(contentsOfFile: Program.repository(path), encoding: .utf8) }

    private static func help(_ arguments: [String]) throws -> String { try Program.run(arguments, in: "/").outputText }

    /// The commands, from the program's own overview.
    private static func commands() throws -> [String] {
        let lines = try help(["--help"]).split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex(of: "Commands:")) + 1
        return lines[start...].prefix { !$0.isEmpty }.compactMap { $0.split(separator: " ").first.map(String.init) }
    }

    @Test func everyCommandStandsInTheReadme() throws {
        let readme = try Self.text("README.md")
        let commands = try Self.commands()
        #expect(commands.contains("run"))
        for command in commands { #expect(readme.contains("| `iapwatch \(command)` |"), "\(command)") }
    }

    /// `iapwatch COMMAND --option` anywhere in a document names a command and an option that there are.
    @Test(arguments: ["README.md", "docs/mapping.md", "queries/README.md", "iapwatch.example.yaml"])
    func everyOptionThatIsNamedExists(_ path: String) throws {
        let commands = try Self.commands()
        for line in try Self.text(path).split(separator: "\n") {
            let words = line.split { " `()|,;".contains($0) }.map(String.init)
            for (index, word) in words.enumerated() where word.hasSuffix("iapwatch") && index + 1 < words.count {
                let command = words[index + 1]
                guard commands.contains(command) else { continue }
                let help = try Self.help([command, "--help"]) + "--help"
                for option in words[(index + 2)...].prefix(while: { $0 != "#" }) where option.hasPrefix("--") {
                    #expect(help.contains(option), "\(path): \(line)")
                }
            }
        }
    }

    @Test func exitCodesOfRunAreThoseOfTheReadme() throws {
        let readme = try Self.text("README.md")
        let codes = try Self.help(["run", "--help"]).components(separatedBy: "Exit codes:\n")[1].split(separator: "\n")
        for line in codes {
            let code = line.split(separator: " ")[0]
            // The two signals share a row.
            #expect(readme.contains("| \(code) |") || readme.contains("\(code), 143 |") || readme.contains("130, \(code) |"), "\(code)")
        }
    }

    @Test func theChangelogKnowsTheVersion() throws {
        let version = try Self.help(["--version"]).split(separator: " ")[1].trimmingCharacters(in: .newlines)
        #expect(try Self.text("CHANGELOG.md").contains("## \(version) "))
    }

    /// The picture in the README is what the program prints.
    @Test func thePictureIsTrue() throws {
        let outcome = try Tool.run(Program.repository("docs/picture"), [Program.path])
        #expect(outcome.exitCode == 0)
        #expect(outcome.outputText == (try Self.text("docs/demo.svg")), "run docs/picture > docs/demo.svg")
    }
}

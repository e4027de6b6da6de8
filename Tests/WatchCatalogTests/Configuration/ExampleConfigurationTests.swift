import Testing
import WatchModel

@testable import WatchCatalog

/// `iapwatch.example.yaml` is the reference for users: it has every key, and every line of it loads.
struct ExampleConfigurationTests {
    private struct Line {
        var text: String
        var isSwitchedOff: Bool
        var indentation: Int
        /// Without its `#`.
        var setting: String
        var key: String
    }

    private static let lines: [Line] = example.split(separator: "\n", omittingEmptySubsequences: false).map { text in
        let content = text.drop { $0 == " " }
        let isSwitchedOff = content.first == "#" && content.count > 1 && content.dropFirst().first != " "
        let setting = isSwitchedOff ? String(text.prefix(text.count - content.count)) + content.dropFirst() : String(text)
        let key = String((isSwitchedOff ? content.dropFirst() : content).prefix { $0 != ":" })
        return Line(text: String(text), isSwitchedOff: isSwitchedOff, indentation: text.count - content.count, setting: setting, key: key)
    }

    private static let example: String = {
        let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return (try? TextFile.read("/\(root)/iapwatch.example.yaml")) ?? ""
    }()

    /// What has to go when a setting is switched on.
    private static let rivals = [
        "host": "url", "port": "url", "database": "url", "user": "url", "sslmode": "url", "password_file": "password_env",
        "password_env": "password_file",
    ]

    /// The file with some of its switched-off lines switched on, and what cannot stand beside them left out.
    private func text(switchingOn isOn: (Int) -> Bool) -> String {
        let on = Self.lines.indices.filter { Self.lines[$0].isSwitchedOff && isOn($0) }
        let gone = Set(on.compactMap { Self.rivals[Self.lines[$0].key] })
        return Self.lines.enumerated().map { index, line in
            guard !gone.contains(line.key) else { return "" }
            return on.contains(index) ? line.setting : line.text
        }.joined(separator: "\n")
    }

    /// The line, what it stands in, and what stands in it.
    private func family(of index: Int) -> Set<Int> {
        var family: Set<Int> = [index]
        var indentation = Self.lines[index].indentation
        for other in (0..<index).reversed() where Self.lines[other].isSwitchedOff && Self.lines[other].indentation < indentation {
            family.insert(other)
            indentation = Self.lines[other].indentation
        }
        for other in Self.lines.indices.dropFirst(index + 1) where Self.lines[other].isSwitchedOff {
            guard Self.lines[other].indentation > Self.lines[index].indentation else { break }
            family.insert(other)
        }
        return family
    }

    @Test func loadsAsItIs() throws {
        let (configuration, warnings) = try load(Self.example)
        #expect(warnings == [])
        #expect(configuration.source.location?.dialect == .postgres)
        #expect(configuration.outputDirectory != nil && configuration.stateDirectory != nil)
    }

    @Test func loadsWithEachSettingSwitchedOn() throws {
        let switches = Self.lines.indices.filter { Self.lines[$0].isSwitchedOff }
        #expect(switches.count > 50)
        for index in switches {
            let family = family(of: index)
            let found = problems(in: text(switchingOn: family.contains), environment: ["IAPWATCH_PASSWORD": "x"])
            #expect(found == [], "\(Self.lines[index].text)")
        }
    }

    private func loadWhole(without left: Set<String>) throws -> Configuration {
        let (configuration, warnings) = try load(text { !left.contains(Self.lines[$0].key) })
        #expect(warnings == [])
        return configuration
    }

    @Test func loadsAsAWholeAndShowsTheDefaults() throws {
        let configuration = try loadWhole(without: ["host", "port", "database", "user", "sslmode", "password_env"])
        let defaults = Configuration()
        #expect(configuration.source.limits == defaults.source.limits)
        #expect(configuration.source.retries == defaults.source.retries)
        #expect(configuration.source.acceptsRowSecurity == defaults.source.acceptsRowSecurity)
        #expect(configuration.thresholds == defaults.thresholds)
        #expect(configuration.intervalSeconds == defaults.intervalSeconds)
        #expect(configuration.source.password == Secret("from file"))
        #expect(configuration.tables["purchases"]?.columns["state"]?.values?["2"] == "pending")
        #expect(configuration.tables["starts"]?.isAbsent == true)
    }

    @Test func showsEveryKey() throws {
        let first = try loadWhole(without: ["host", "port", "database", "user", "sslmode", "password_env"])
        let second = try loadWhole(without: ["password_file"])
        let shown = Set((Array(first.positions.keys) + Array(second.positions.keys)).map(Self.pattern))
        for section in ConfigurationKeys.sections {
            for key in section.keys {
                let path = section.path.isEmpty ? key.name : "\(section.path).\(key.name)"
                #expect(shown.contains(path), "\(path) is not in the example")
            }
        }
    }

    /// `tables.purchases.columns.token.unit` is `tables.*.columns.*.unit`.
    private static func pattern(_ path: String) -> String {
        var parts = path.split(separator: ".").map(String.init)
        guard parts.first == "tables" else { return path }
        for index in [1, 3] where index < parts.count { parts[index] = "*" }
        return parts.joined(separator: ".")
    }

    @Test func namesEveryTableColumnAndWord() {
        let words = Set(Self.example.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        for table in CanonicalSchema.tables {
            #expect(words.contains(table.name))
            for column in table.columns {
                #expect(words.contains(column.name), "\(table.name).\(column.name)")
                for word in column.words ?? [] { #expect(words.contains(word), "\(word)") }
            }
        }
    }

    @Test func everyHintLoads() {
        for section in ConfigurationKeys.sections where !section.path.contains("*") {
            for key in section.keys {
                let text = section.path.isEmpty ? key.example : "\(section.path):\n  \(key.example)"
                #expect(problems(in: text, environment: ["IAPWATCH_PASSWORD": "x"]) == [], "\(key.example)")
            }
        }
    }
}

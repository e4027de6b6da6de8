/// An option of a command, as it is parsed and as `--help` shows it.
struct OptionSpec {
    var name: String
    /// What the value is called in the help; nil for a flag.
    var valueName: String?
    var help: String

    init(_ name: String, _ valueName: String? = nil, help: String) {
        (self.name, self.valueName, self.help) = (name, valueName, help)
    }
}

/// A command, as it is parsed and as `--help` shows it.
struct CommandSpec {
    var name: String
    var summary: String
    var details: String
    var options: [OptionSpec]
    /// Exit codes and what they mean.
    var exitCodes: [(code: Int32, meaning: String)]
    /// What the one word without a dash is called; nil for a command that takes none.
    var argument: String?
}

/// The words of one command line, checked against its command.
struct Arguments {
    private(set) var values: [String: [String]] = [:]
    /// The word without a dash.
    private(set) var argument: String?

    /// What was wrong with the command line, for its author.
    struct Mistake: Error {
        var message: String
    }

    init(_ words: [String], for command: CommandSpec) throws(Mistake) {
        var rest = words[...]
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard word.hasPrefix("-") else {
                guard let name = command.argument else {
                    throw Mistake(message: "`\(command.name)` takes no argument `\(Self.visible(word))`")
                }
                guard argument == nil else { throw Mistake(message: "`\(command.name)` takes one \(name) at a time") }
                argument = word
                continue
            }
            guard let option = command.options.first(where: { $0.name == parts[0] }) else {
                throw Mistake(message: "`\(command.name)` has no option `\(Self.visible(parts[0]))`")
            }
            guard option.valueName != nil else {
                guard parts.count == 1 else { throw Mistake(message: "\(option.name) takes no value") }
                values[option.name, default: []].append("")
                continue
            }
            guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
                throw Mistake(message: "\(option.name) wants a value: \(option.name) \(option.valueName ?? "")")
            }
            values[option.name, default: []].append(value)
        }
        for (name, given) in values.sorted(by: { $0.key < $1.key })
        where given.count > 1 && !["--only", "--fault", "--expect"].contains(name) {
            throw Mistake(message: "\(name) stands more than once")
        }
    }

    func has(_ name: String) -> Bool { values[name] != nil }
    subscript(name: String) -> String? { values[name]?.last }
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// A word that can be repeated to the terminal: a stray argument may be a URL with a password.
    private static func visible(_ word: String) -> String {
        word.contains(":") || word.contains("@") ? "..." : word
    }
}

/// Writes the help from the same specifications that the parser follows.
enum HelpText {
    static func overview(_ commands: [CommandSpec]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        let lines = commands.map { "  \(padded($0.name, width))  \($0.summary)" }
        return """
            iapwatch measures whether buyers of in-app purchases get what they paid for.

            Usage: iapwatch COMMAND [OPTIONS]

            Commands:
            \(lines.joined(separator: "\n"))

            iapwatch COMMAND --help   shows the options of a command.
            iapwatch --version        shows the version.

            """
    }

    static func command(_ command: CommandSpec) -> String {
        let names = command.options.map { $0.name + ($0.valueName.map { " \($0)" } ?? "") }
        let width = names.map(\.count).max() ?? 0
        let options = zip(names, command.options).map { "  \(padded($0, width))  \($1.help)" }
        let codes = command.exitCodes.map { "  \(padded(String($0.code), 3))  \($0.meaning)" }
        return """
            iapwatch \(command.name): \(command.summary)

            Usage: iapwatch \(command.name)\(command.argument.map { " [\($0)]" } ?? "") [OPTIONS]

            \(command.details)

            Options:
            \(options.joined(separator: "\n"))

            Exit codes:
            \(codes.joined(separator: "\n"))

            """
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

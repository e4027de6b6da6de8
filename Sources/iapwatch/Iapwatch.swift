import Glibc
import WatchModel
import WatchOutput

/// The program: picks the command, and turns mistakes into messages and exit codes.
enum Iapwatch {
    /// The commands in the order that help shows them.
    static let commands: [any (Command & Sendable).Type] = [
        RunCommand.self, CheckCommand.self, ListCommand.self, ExplainCommand.self, DemoCommand.self, SimulateCommand.self,
    ]

    static func main(_ words: [String]) -> Int32 {
        guard let name = words.first else {
            Terminal.error(HelpText.overview(commands.map { $0.spec }))
            return ExitCode.usage
        }
        if ["--help", "-h", "help"].contains(name) {
            Terminal.out(HelpText.overview(commands.map { $0.spec }))
            return ExitCode.success
        }
        if name == "--version" {
            Terminal.out("iapwatch \(version)\n")
            return ExitCode.success
        }
        guard let command = commands.first(where: { $0.spec.name == name }) else {
            let names = commands.map { $0.spec.name }.joined(separator: ", ")
            return usage("there is no such command", help: "The commands are: \(names). `iapwatch --help` tells more.")
        }
        let rest = Array(words.dropFirst())
        if rest.contains("--help") || rest.contains("-h") {
            Terminal.out(HelpText.command(command.spec))
            return ExitCode.success
        }
        do throws(Arguments.Mistake) {
            return try command.run(try Arguments(rest, for: command.spec))
        } catch {
            return usage(error.message, help: "`iapwatch \(name) --help` shows what there is.")
        }
    }

    private static func usage(_ message: String, help: String) -> Int32 {
        report([Problem(code: "usage", summary: message, hint: help)])
        return ExitCode.usage
    }

    /// Problems go to standard error, for the person who can put them right.
    static func report(_ problems: [Problem]) {
        Terminal.error(ProblemText.render(problems, colour: Terminal.wantsColour(onError: true)))
    }
}

/// One command of the program.
protocol Command {
    static var spec: CommandSpec { get }
    /// - Returns: the exit code.
    static func run(_ arguments: Arguments) throws(Arguments.Mistake) -> Int32
}

func exit(code: Int32) -> Never { Glibc.exit(code) }

import WatchCatalog
import WatchModel
import WatchOutput
import WatchRun

/// `iapwatch check`: looks at everything that a run relies on.
enum CheckCommand: Command {
    static let spec = CommandSpec(
        name: "check", summary: "Look at the configuration, the database and every query, without measuring.",
        details: """
            Loads the configuration and the query files, opens the database, prepares every query, and says which tables and
            columns are there and may be read, what missing ones would make known, which queries read whole tables, and
            which indexes would help, as statements to paste. Writes nothing.
            """,
        options: Setup.options + [
            OptionSpec("--plans", help: "Show the database's plan of every query as well.")
        ],
        exitCodes: [
            (0, "everything is fine"),
            (1, "there are warnings"),
            (2, "something is broken: a run would fail in part"),
            (3, "the source is out of reach, so nothing is known"),
            (64, "a mistake in the command line, the configuration or a query file"),
        ])

    static func run(_ arguments: Arguments) throws(Arguments.Mistake) -> Int32 {
        do throws(Problems) {
            let setup = try Setup.load(arguments)
            var report = try perform(setup)
            report.problems = setup.warnings + report.problems
            Terminal.out(
                CheckReportText.render(report, showsPlans: arguments.has("--plans"), colour: Terminal.wantsColour(), width: Terminal.width))
            return report.exitCode
        } catch {
            Iapwatch.report(error.all)
            return error.all.contains {
                ["source-unreachable", "authentication-failed", "source-damaged", "connection-lost", "locked"].contains($0.code)
            } ? ExitCode.sourceUnreachable : ExitCode.usage
        }
    }

    private static func perform(_ setup: Setup) throws(Problems) -> CheckReport {
        do {
            return try Check(configuration: setup.configuration, queries: setup.queries).perform(interruption: Termination.interruption)
        } catch {
            throw Problems(setup.warnings + [Problem(error, doing: "opening the source", at: setup.configuration.positions["source.url"])])
        }
    }
}

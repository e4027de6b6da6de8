import WatchModel
import WatchOutput
import WatchRun

/// `iapwatch demo`: a made-up shop with every condition in it, the job on it, and planted against found.
enum DemoCommand: Command {
    static let spec = CommandSpec(
        name: "demo", summary: "Make a small shop with every fault in it, run the job on it, and compare.",
        details: """
            Makes an SQLite database with purchases that are pending, unverified, refunded, paid without access and so on,
            measures it as `run` would, and shows what was planted beside what was found. Everything is in one directory,
            and the same every time.
            """,
        options: [
            OptionSpec("--directory", "DIR", help: "Where the demonstration lives (default: demo)."),
            OptionSpec("--now", "TIME", help: "The moment it plays at (default: 2026-12-01T08:00:00Z)."),
        ],
        exitCodes: [
            (0, "everything that was planted was found, and nothing else"),
            (1, "something was missed, or found that is not there"),
            (64, "a mistake in the command line, or the directory holds something else"),
        ])

    static func run(_ arguments: Arguments) throws(Arguments.Mistake) -> Int32 {
        let directory = arguments["--directory"] ?? "demo"
        let demo = Demo(directory: directory, now: try Setup.now(arguments) ?? Demo.defaultNow, version: version)
        do {
            let outcome = try demo.perform(interruption: Termination.interruption)
            show(outcome, directory: directory)
            return outcome.comparison.allSatisfy(\.isRight) && outcome.product.result.ending == .measured ? ExitCode.success : ExitCode.somethingFailed
        } catch let refusal as Run.Refusal {
            return RunCommand.refused(refusal)
        } catch let problems as Problems {
            Iapwatch.report(problems.all)
        } catch let error as SourceError {
            Iapwatch.report([Problem(error, doing: "writing the demonstration")])
        } catch {
            Iapwatch.report([Problem(code: "demo-failed", summary: "the demonstration failed")])
        }
        return ExitCode.usage
    }

    private static func show(_ outcome: Demo.Outcome, directory: String) {
        let result = outcome.product.result
        let rows = outcome.comparison.map { line in
            [
                line.figure.metric.split(separator: "_").joined(separator: " "), line.figure.labels,
                text(line.planted, line.figure, result.now), line.found.map { text($0, line.figure, result.now) } ?? "nothing",
                line.isRight ? "ok" : "WRONG",
            ]
        }
        let right = outcome.comparison.filter(\.isRight).count
        Terminal.out(
            """
            A made-up shop, as of \(result.now.iso8601): what was planted in its database, and what iapwatch found.

            \(AlignedTable(header: ["figure", "store", "planted", "found", ""], rows: rows, alignments: [.left, .left, .right, .right, .left]).render(indent: 2))
            \(right) of \(outcome.comparison.count) figures are right.

            The figures for Prometheus: \(directory)/metrics/iapwatch.prom
            The health of the job:      \(directory)/metrics/iapwatch_job.prom
            The database to play with:  \(directory)/purchases.sqlite
            Change something in it, then: iapwatch run --config \(directory)/iapwatch.yaml --now \(result.now.iso8601)

            """)
        Iapwatch.report(result.problems)
    }

    /// A count as it is, a time as its age.
    private static func text(_ value: Double, _ figure: PlantedFigure, _ now: Instant) -> String {
        figure.metric.hasSuffix("_timestamp_seconds") ? AgeText.render(seconds: Double(now.seconds) - value) + " ago" : String(Int(value))
    }
}

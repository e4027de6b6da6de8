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
            return outcome.comparison.allSatisfy(\.isRight) && outcome.product.result.ending == .measured
                ? ExitCode.success : ExitCode.somethingFailed
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
        let right = outcome.comparison.filter(\.isRight).count
        Terminal.out(
            """
            A made-up shop, as of \(result.now.iso8601). What iapwatch found in its database:

            \(table(outcome))
            \(right) of \(outcome.comparison.count) figures are what was planted\(right == outcome.comparison.count ? "; nothing else was found" : "").

            The figures for Prometheus: \(directory)/metrics/iapwatch.prom
            The health of the job:      \(directory)/metrics/iapwatch_job.prom
            The database to play with:  \(directory)/purchases.sqlite
            Change something in it, then: \(CommandLine.arguments[0]) run --config \(directory)/iapwatch.yaml --now \(result.now.iso8601)

            """)
        Iapwatch.report(result.problems)
    }

    /// A line for each figure, a column for each store: what was found, and what was planted where that is something else.
    private static func table(_ outcome: Demo.Outcome) -> String {
        let stores = ["google", "apple", "other"]
        var names: [String] = []
        var cells: [String: [String]] = [:]
        for line in outcome.comparison {
            let labels = line.figure.labels.split(separator: "/").map(String.init)
            let name = ([title(line.figure.metric)] + labels.dropFirst()).joined(separator: ", ")
            let column = labels.first.flatMap(stores.firstIndex(of:)) ?? stores.count - 1
            if cells[name] == nil { names.append(name) }
            let found = line.found.map { text($0, line.figure, outcome.product.result.now) } ?? "nothing"
            let planted = text(line.planted, line.figure, outcome.product.result.now)
            cells[name, default: ["", "", ""]][column] = line.isRight ? found : "\(found), WRONG: planted \(planted)"
        }
        return AlignedTable(
            header: ["found"] + stores, rows: names.map { [$0] + (cells[$0] ?? []) }, alignments: [.left, .right, .right, .right]
        ).render(indent: 2)
    }

    /// A metric's name as words; the unit shows in the values.
    private static func title(_ metric: String) -> String {
        let name = metric.hasSuffix("_timestamp_seconds") ? metric.dropLast("_timestamp_seconds".count) : metric[...]
        return name.split(separator: "_").joined(separator: " ")
    }

    /// A count as it is, a time as its age.
    private static func text(_ value: Double, _ figure: PlantedFigure, _ now: Instant) -> String {
        figure.metric.hasSuffix("_timestamp_seconds") ? DurationText.age(of: value, now: now) + " ago" : String(Int(value))
    }
}

import WatchCatalog
import WatchModel
import WatchOutput
import WatchRun

/// `iapwatch run`: measures once and writes the files.
enum RunCommand: Command {
    static let spec = CommandSpec(
        name: "run", summary: "Measure once, and write the figures and the job's health for Prometheus.",
        details: """
            Opens the database read-only, measures everything on one snapshot, and replaces two files in the output
            directory: iapwatch.prom (the figures; left alone when nothing could be measured) and iapwatch_job.prom (how
            the job is doing; rewritten every time). Meant for cron or a systemd timer.
            """,
        options: Setup.options + [
            OptionSpec("--output", "DIR", help: "Where the two .prom files go."),
            OptionSpec("--state", "DIR", help: "The job's own directory, for what it remembers between runs."),
            OptionSpec("--stdout", help: "Print the figures and the health instead; no file, state or lock is touched."),
            OptionSpec("--only", "QUERY", help: "Measure only this query, now, and print it like --stdout; may stand several times."),
            OptionSpec("--json", help: "Print the result as JSON: each metric's outcome and reason, query hashes, durations."),
            OptionSpec("--now", "TIME", help: "The moment to measure for; the clock stands still, and the files are reproducible."),
        ],
        exitCodes: [
            (0, "everything that this schema can answer was measured (whether it looks good or bad)"),
            (1, "something failed; the rest was measured and written"),
            (3, "the source is out of reach; only the health file was written"),
            (4, "a file could not be written; what stood there before still stands"),
            (64, "a mistake in the command line, the configuration or a query file; nothing was done"),
            (75, "another run holds the lock; nothing was done"),
            (130, "ended by SIGINT; the files are as they were"),
            (143, "ended by SIGTERM; the files are as they were"),
        ])

    static func run(_ arguments: Arguments) throws(Arguments.Mistake) -> Int32 {
        var options = Run.Options()
        options.clock = RunClock(fixed: try Setup.now(arguments))
        options.version = version
        do throws(Problems) {
            let setup = try Setup.load(arguments)
            if arguments.has("--only") { options.only = try selection(arguments.all("--only"), setup) }
            options.isDry = arguments.has("--stdout") || arguments.has("--only")
            Iapwatch.report(setup.warnings)
            return perform(setup, options, asJSON: arguments.has("--json"))
        } catch {
            Iapwatch.report(error.all)
            return ExitCode.usage
        }
    }

    private static func selection(_ names: [String], _ setup: Setup) throws(Problems) -> Set<String> {
        for name in names where !setup.queries.contains(where: { $0.name == name }) {
            throw Problems([
                Problem(
                    code: "unknown-query", summary: "there is no query \(name)",
                    hint: "The queries are: \(setup.queries.map(\.name).joined(separator: ", ")).")
            ])
        }
        return Set(names)
    }

    private static func perform(_ setup: Setup, _ options: Run.Options, asJSON: Bool) -> Int32 {
        let line = ProgressLine()
        let run = Run(
            configuration: setup.configuration, queries: setup.queries, options: options,
            interruption: Termination.interruption(doing: line.tick), progress: line.show)
        do throws(Run.Refusal) {
            let product = try run.perform()
            line.clear()
            show(product, options, asJSON: asJSON)
            return product.result.ending.rawValue
        } catch {
            line.clear()
            return refused(error)
        }
    }

    private static func show(_ product: Run.Product, _ options: Run.Options, asJSON: Bool) {
        let result = product.result
        if asJSON {
            Terminal.out(RunResultJSON.render(result))
        } else if options.isDry {
            // The health of a run of a few queries would say that all is well.
            Terminal.out(product.figures + (options.only == nil ? product.health : []))
        } else if Terminal.outIsTerminal {
            Terminal.out(RunSummaryText.render(result, colour: Terminal.wantsColour(), width: Terminal.width))
            return
        }
        // For the journal: what went wrong, or nothing.
        Iapwatch.report(result.problems)
    }

    static func refused(_ refusal: Run.Refusal) -> Int32 {
        switch refusal {
        case .lockedByAnotherRun:
            Iapwatch.report([
                Problem(
                    code: "locked", summary: "another run holds the lock; nothing was done",
                    hint: "If this happens often, the interval is too short for the database.")
            ])
            return ExitCode.locked
        case .configuration(let problems):
            Iapwatch.report(problems)
            return ExitCode.usage
        case .interrupted(let signal):
            Iapwatch.report([Problem(code: "interrupted", summary: "ended by signal \(signal); the files are as they were")])
            return ExitCode.signal(signal)
        }
    }
}

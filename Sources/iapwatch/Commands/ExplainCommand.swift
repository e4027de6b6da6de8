import FoundationEssentials
import Glibc
import WatchDatabase
import WatchModel
import WatchOutput
import WatchRun

/// `iapwatch explain`: the purchases behind a figure, or everything about one purchase.
enum ExplainCommand: Command {
    private static let formats = ["table", "csv", "json"]

    static let spec = CommandSpec(
        name: "explain", summary: "Show the purchases behind a figure, or everything about one purchase.",
        details: """
            `iapwatch explain METRIC` lists what the metric counts, the oldest first, each with the rule that caught it.
            Purchases are shown as fingerprints; --reveal shows tokens and users, on a terminal and nowhere else.
            Without a metric it lists the figures that can be explained. `iapwatch explain --token -` reads one token from
            standard input, for the person who answers "I paid and have no access". Writes nothing.
            """,
        options: Setup.options + [
            OptionSpec("--state", "DIR", help: "The job's own directory: for ages that only it knows, and its fingerprints."),
            OptionSpec("--store", "STORE", help: "Only this store: google, apple or other."),
            OptionSpec("--limit", "N", help: "How many to show (default: 20)."),
            OptionSpec("--format", "FORMAT", help: "table, csv or json (default: table)."),
            OptionSpec("--reveal", help: "Show tokens and users. Refused unless standard output is a terminal."),
            OptionSpec("--token", "-", help: "Read one token from standard input, and tell all about it."),
            OptionSpec("--now", "TIME", help: "Look as of this moment instead of now."),
        ],
        exitCodes: [
            (0, "it was explained"),
            (1, "the figure cannot be known on this database, or no purchase has the token"),
            (3, "the source is out of reach"),
            (64, "a mistake in the command line, the configuration or a query file"),
        ], argument: "METRIC")

    static func run(_ arguments: Arguments) throws(Arguments.Mistake) -> Int32 {
        let format = arguments["--format"] ?? "table"
        guard formats.contains(format) else { throw Arguments.Mistake(message: "--format is one of: \(formats.joined(separator: ", "))") }
        guard !arguments.has("--reveal") || (Terminal.outIsTerminal && format == "table") else {
            throw Arguments.Mistake(message: "--reveal shows tokens and users on a terminal only, as a table, and never in a file or pipe")
        }
        let clock = RunClock(fixed: try Setup.time(arguments, "--now"))
        let request = try request(arguments)
        let token = try token(arguments)
        do throws(Problems) {
            let setup = try Setup.load(arguments)
            let explain = Explain(
                configuration: setup.configuration, queries: setup.queries, clock: clock, interruption: Termination.interruption)
            if let token { return try answer(token, explain) }
            guard let request else { return try overview(explain, format) }
            return try show(request, explain, format)
        } catch {
            Iapwatch.report(error.all)
            return ExitCode.usage
        }
    }

    private static func request(_ arguments: Arguments) throws(Arguments.Mistake) -> Explain.Request? {
        guard let metric = arguments.argument else { return nil }
        guard !arguments.has("--token") else { throw Arguments.Mistake(message: "explain takes a metric or --token -, not both") }
        var request = Explain.Request(metric: metric, reveals: arguments.has("--reveal"))
        if let store = arguments["--store"] {
            guard ["google", "apple", "other"].contains(store) else {
                throw Arguments.Mistake(message: "--store is one of: google, apple, other")
            }
            request.store = store
        }
        if let text = arguments["--limit"] {
            guard let limit = Int(text), (1...100_000).contains(limit) else {
                throw Arguments.Mistake(message: "--limit is a whole number from 1 to 100000")
            }
            request.limit = limit
        }
        return request
    }

    /// One line of standard input. On the command line everybody on the machine could read it in the list of processes.
    private static func token(_ arguments: Arguments) throws(Arguments.Mistake) -> String? {
        guard let word = arguments["--token"] else { return nil }
        guard word == "-" else {
            throw Arguments.Mistake(
                message: "--token takes only `-`: the token comes from standard input, because others can read the command line")
        }
        if isatty(STDIN_FILENO) == 1 { Terminal.error("Paste the token and press return: ") }
        guard let line = readLine(strippingNewline: true) else { throw Arguments.Mistake(message: "standard input holds no token") }
        let token = line.split(whereSeparator: \.isWhitespace)
        guard token.count == 1, let only = token.first else {
            throw Arguments.Mistake(message: "standard input wants to hold one token on one line")
        }
        return String(only)
    }

    private static func show(_ request: Explain.Request, _ explain: Explain, _ format: String) throws(Problems) -> Int32 {
        do throws(Explain.Refusal) {
            let explanation = try explain.explain(request)
            switch format {
            case "csv": Terminal.out(ExplanationCSV.render(explanation))
            case "json": Terminal.out(ExplanationJSON.render(explanation))
            default: Terminal.out(ExplanationText.render(explanation, width: Terminal.outIsTerminal ? Terminal.width : nil))
            }
            return ExitCode.success
        } catch {
            return try refuse(error)
        }
    }

    private static func overview(_ explain: Explain, _ format: String) throws(Problems) -> Int32 {
        do throws(Explain.Refusal) {
            let (now, figures, problems) = try explain.overview()
            switch format {
            case "csv": Terminal.out(ExplanationCSV.render(figures))
            case "json": Terminal.out(ExplanationJSON.render(figures, now: now))
            default: Terminal.out(ExplanationText.render(figures, now: now))
            }
            Iapwatch.report(problems)
            return problems.isEmpty ? ExitCode.success : ExitCode.somethingFailed
        } catch {
            return try refuse(error)
        }
    }

    private static func answer(_ token: String, _ explain: Explain) throws(Problems) -> Int32 {
        do throws(Explain.Refusal) {
            let report = try explain.report(token: token)
            Terminal.out(TokenReportText.render(report, width: Terminal.width))
            return report.purchase == nil ? ExitCode.somethingFailed : ExitCode.success
        } catch {
            return try refuse(error)
        }
    }

    private static func refuse(_ refusal: Explain.Refusal) throws(Problems) -> Int32 {
        switch refusal {
        case .metric(let problem): throw Problems([problem])
        case .unavailable(let problem):
            Iapwatch.report([problem])
            return ExitCode.somethingFailed
        case .source(let error):
            let problem = Problem(error, doing: "opening the source")
            guard error.kind != .invalidLocation else { throw Problems([problem]) }
            Iapwatch.report([problem])
            return ExitCode.sourceUnreachable
        }
    }
}

import Glibc
import PurchaseWorld
import WatchCatalog
import WatchModel
import WatchRun

/// `iapwatch simulate`: a purchase system with known faults, at any size.
enum SimulateCommand: Command {
    static let spec = CommandSpec(
        name: "simulate", summary: "Write a simulated shop, with known faults, into a database of its own.",
        details: """
            Simulates users, their apps, two stores and a server, and writes the server's tables. The same settings give the
            same database. Scenarios:
            \(Scenario.all.map { "  \($0.name): \($0.summary)" }.joined(separator: "\n"))

            Faults for --fault: \(Fault.Kind.allCases.map(\.rawValue).joined(separator: ", ")).
            A fault is KIND, or KIND:RATE:STORE:VERSION:HOURS, shortened at will: a rate from 0 to 1, `any` for every store or
            version, and how many hours before the end it begins.
            """,
        options: [
            OptionSpec("--into", "URL", help: "sqlite:PATH or postgres://...; never the configured source."),
            OptionSpec("--users", "N", help: "How many users there are (default 1000)."),
            OptionSpec("--days", "N", help: "How many days the world lasts (default 14)."),
            OptionSpec("--seed", "N", help: "Another seed is another world (default 1)."),
            OptionSpec("--until", "TIME", help: "When the world ends (default 2026-12-01T08:00:00Z)."),
            OptionSpec("--scenario", "NAME", help: "What goes wrong (default healthy)."),
            OptionSpec("--fault", "FAULT", help: "One more fault; may stand several times."),
            OptionSpec("--truth", "FILE", help: "The world's own log: every fault, and what must be found."),
            OptionSpec(
                "--expect", "TIME", help: "When that must be found; may stand several times (default: the end, 1 h, 1 d and 7 d on)."),
            OptionSpec("--replace", help: "Drop the tables that are there already."),
            OptionSpec("--config", "FILE", help: "The configuration whose source must not be written to (default: iapwatch.yaml)."),
        ],
        exitCodes: [
            (0, "the world is written"),
            (1, "the database holds such tables already, or refused"),
            (4, "the truth could not be written"),
            (64, "a mistake in the command line or the configuration, or --into names the configured source; nothing was done"),
        ])

    static func run(_ arguments: Arguments) throws(Arguments.Mistake) -> Int32 {
        let settings = try settings(arguments)
        let moments = try moments(arguments, end: settings.end)
        guard let url = arguments["--into"] else { throw Arguments.Mistake(message: "--into is missing: sqlite:PATH or postgres://...") }
        guard let location = Setup.location(url) else {
            throw Arguments.Mistake(message: "--into is neither sqlite:PATH nor postgres://...")
        }
        do throws(Problems) {
            try refuseWatched(location, source: try Setup.load(arguments).configuration.source.location)
        } catch {
            Iapwatch.report(error.all)
            return ExitCode.usage
        }
        do throws(Problems) {
            return try simulate(settings, into: location, expecting: moments, arguments)
        } catch {
            Iapwatch.report(error.all)
            return error.all.contains { $0.code == "truth-failed" } ? ExitCode.outputFailed : ExitCode.somethingFailed
        }
    }

    private static func refuseWatched(_ location: SourceLocation, source: SourceLocation?) throws(Problems) {
        guard Simulation.isWatched(location, source: source) else { return }
        throw Problems([
            Problem(
                code: "watched-source", summary: "--into names the configured source, which iapwatch never writes to",
                hint: "Name another database.")
        ])
    }

    /// When the truth has to say what must be found.
    private static func moments(_ arguments: Arguments, end: Instant) throws(Arguments.Mistake) -> [Instant] {
        guard arguments.has("--expect") else { return [0, 3600, 86_400, 7 * 86_400].map { end.adding(seconds: $0) } }
        var moments: [Instant] = []
        for text in arguments.all("--expect") { moments.append(try Setup.time(text, of: "--expect")) }
        return moments
    }

    private static func simulate(
        _ settings: WorldSettings, into location: SourceLocation, expecting moments: [Instant], _ arguments: Arguments
    ) throws(Problems) -> Int32 {
        let bar = ProgressBar("simulating \(settings.users) users")
        let truth = try arguments["--truth"].map { (path) throws(Problems) in try TruthFile(path) }
        do {
            let count = try Simulation(
                settings, replaces: arguments.has("--replace"), log: { truth?.write($0) }, progress: bar.show
            ).run(into: location)
            bar.clear()
            try truth?.finish(expecting: moments)
            Terminal.out("Simulated \(count) events for \(settings.users) users, until \(settings.end.iso8601).\n")
            return ExitCode.success
        } catch let refusal as Simulation.Refusal {
            bar.clear()
            throw Problems([problem(refusal)])
        } catch let problems as Problems {
            throw problems
        } catch {
            throw Problems([Problem(code: "simulation-failed", summary: "the simulation failed")])
        }
    }

    static func problem(_ refusal: Simulation.Refusal) -> Problem {
        switch refusal {
        case .occupied(let tables):
            Problem(
                code: "occupied", summary: "the database holds the tables \(tables.joined(separator: ", ")) already",
                hint: "Name an empty database, or say --replace if they may be dropped.")
        case .database(let error): Problem(error, doing: "writing the simulated shop")
        }
    }

    static func settings(_ arguments: Arguments) throws(Arguments.Mistake) -> WorldSettings {
        let end = try Setup.time(arguments, "--until") ?? Demo.defaultNow
        var settings = WorldSettings(
            users: try number(arguments, "--users", 1...10_000_000) ?? 1000, days: try number(arguments, "--days", 1...3650) ?? 14,
            end: end,
            seed: UInt64(try number(arguments, "--seed", 0...Int.max) ?? 1))
        let name = arguments["--scenario"] ?? "healthy"
        guard let scenario = Scenario[named: name] else {
            throw Arguments.Mistake(
                message: "there is no scenario of that name; there are: \(Scenario.all.map(\.name).joined(separator: ", "))")
        }
        settings = scenario.applied(to: settings)
        for text in arguments.all("--fault") { settings.faults.append(try fault(text, settings)) }
        return settings
    }

    private static func number(_ arguments: Arguments, _ name: String, _ range: ClosedRange<Int>) throws(Arguments.Mistake) -> Int? {
        guard let text = arguments[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw Arguments.Mistake(message: "\(name) wants a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private static func fault(_ text: String, _ settings: WorldSettings) throws(Arguments.Mistake) -> Fault {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let kind = Fault.Kind(rawValue: parts[0]), parts.count <= 5 else {
            throw Arguments.Mistake(message: "--fault knows no such fault; `iapwatch simulate --help` lists them")
        }
        var fault = Fault(kind)
        if parts.count > 1 {
            guard let rate = Double(parts[1]), (0...1).contains(rate) else {
                throw Arguments.Mistake(message: "the rate of a fault is a number from 0 to 1")
            }
            fault.rate = rate
        }
        if parts.count > 2, parts[2] != "any" {
            guard let store = StoreKind(rawValue: parts[2]) else {
                throw Arguments.Mistake(message: "the store of a fault is google, apple or any")
            }
            fault.store = store
        }
        if parts.count > 3, parts[3] != "any" { fault.appVersion = parts[3] }
        if parts.count > 4 {
            guard let hours = Int64(parts[4]), (1...87_600).contains(hours) else {
                throw Arguments.Mistake(message: "the hours of a fault are a whole number from 1 to 87600")
            }
            fault.window = settings.last(hours: hours)
        }
        return fault
    }
}

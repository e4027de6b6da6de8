import WatchCatalog
import WatchModel
import WatchOutput
import WatchRun

/// `iapwatch list`: every query and metric, with origin, hash, and whether this database can answer it.
enum ListCommand: Command {
    static let spec = CommandSpec(
        name: "list", summary: "Show every query and metric, and whether this database can answer it.",
        details: """
            Availability is shown when a source is configured and can be opened. The hash identifies the text of a query:
            two machines with the same hash measure the same thing.
            """,
        options: Setup.options + [
            OptionSpec("--offline", help: "Do not open the database."),
            OptionSpec("--cost", help: "Show how long each query took when it ran last, and its rows, instead of the availability."),
            OptionSpec("--state", "DIR", help: "The job's own directory, which remembers what queries cost."),
            OptionSpec("--help-texts", help: "Show what each metric means as well."),
        ],
        exitCodes: [
            (0, "the list is complete"),
            (1, "the database could not be opened, so availability is not known"),
            (64, "a mistake in the command line, the configuration or a query file"),
        ])

    static func run(_ arguments: Arguments) throws(Arguments.Mistake) -> Int32 {
        do throws(Problems) {
            let setup = try Setup.load(arguments)
            if arguments.has("--cost") { return try showCosts(setup) }
            var availability: [String: String] = [:]
            var code = ExitCode.success
            if setup.configuration.source.location != nil && !arguments.has("--offline") {
                do {
                    availability = try Listing(configuration: setup.configuration, queries: setup.queries)
                        .availability(interruption: Termination.interruption)
                } catch {
                    Iapwatch.report([Problem(error, doing: "opening the source")])
                    code = ExitCode.somethingFailed
                }
            }
            Terminal.out(render(setup.queries, availability, withHelp: arguments.has("--help-texts")))
            return code
        } catch {
            Iapwatch.report(error.all)
            return ExitCode.usage
        }
    }

    private static func showCosts(_ setup: Setup) throws(Problems) -> Int32 {
        let costs: [String: Listing.Cost]
        do {
            costs = try Listing(configuration: setup.configuration, queries: setup.queries).costs()
        } catch {
            throw Problems([Problem(error, doing: "reading the state")])
        }
        // The dearest first; what never ran comes last.
        let queries = setup.queries.sorted { (costs[$0.name]?.seconds ?? -1, $1.name) > (costs[$1.name]?.seconds ?? -1, $0.name) }
        let rows = queries.map { query in
            let cost = costs[query.name]
            return [
                query.name, query.cadence.rawValue, cost.map { DurationText.cost($0.seconds) } ?? "never ran",
                cost.map { String($0.rows) } ?? "", cost?.at.iso8601 ?? "",
            ]
        }
        Terminal.out(
            AlignedTable(header: ["query", "every", "took", "rows", "ran at"], rows: rows, alignments: [.left, .left, .right, .right])
                .render())
        return ExitCode.success
    }

    private static func render(_ queries: [QueryDefinition], _ availability: [String: String], withHelp: Bool) -> String {
        var rows: [[String]] = []
        for query in queries {
            let hash = String(Listing.hash(of: query).prefix(12))
            rows.append([query.name, "", query.cadence.rawValue, query.origin.text, hash])
            for gauge in query.gauges {
                rows.append(["  " + gauge.metric, availability[gauge.metric] ?? "not known", "", "", ""])
                if withHelp { rows.append(["    " + gauge.help, "", "", "", ""]) }
            }
        }
        return AlignedTable(header: ["query / metric", "availability", "every", "origin", "hash"], rows: rows).render()
    }
}

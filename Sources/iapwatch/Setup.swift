import FoundationEssentials
import WatchCatalog
import WatchModel

/// What every command needs: the configuration with the command line's word on top, and the queries.
struct Setup {
    var configuration: Configuration
    var queries: [QueryDefinition]
    var warnings: [Problem]

    /// Read when no --config is given and it is there.
    private static let defaultFile = "iapwatch.yaml"

    static let options = [
        OptionSpec("--config", "FILE", help: "The configuration (default: iapwatch.yaml, where there is one)."),
        OptionSpec("--source", "URL", help: "sqlite:PATH or postgres://... instead of the configured source."),
        OptionSpec("--queries", "DIR", help: "Query files that replace the built-in ones altogether."),
    ]

    /// - Throws: all problems of all files, as far as they can be read.
    static func load(_ arguments: Arguments) throws(Problems) -> Setup {
        var problems: [Problem] = []
        var setup = Setup(configuration: Configuration(), queries: [], warnings: [])
        problems += misplacedURLs(arguments)
        guard problems.isEmpty else { throw Problems(problems) }
        do throws(Problems) {
            if let file = arguments["--config"] ?? (FileManager.default.fileExists(atPath: defaultFile) ? defaultFile : nil) {
                let loaded = try ConfigurationLoader.load(path: file, environment: ProcessInfo.processInfo.environment)
                (setup.configuration, setup.warnings) = (loaded.configuration, loaded.warnings)
            }
            try setup.apply(arguments)
        } catch {
            problems += error.all
        }
        do throws(Problems) {
            setup.queries = try setup.loadQueries(replacement: arguments["--queries"])
        } catch {
            problems += error.all
        }
        guard problems.isEmpty else { throw Problems(problems) }
        return setup
    }

    /// A message about a path shows it, and a database's URL in its place may hold a password.
    private static func misplacedURLs(_ arguments: Arguments) -> [Problem] {
        ["--config", "--queries", "--output", "--state"].filter { arguments[$0]?.contains("://") ?? false }.map { name in
            Problem(code: "usage", summary: "\(name) wants a path, and what stands there is a URL", hint: "A database belongs to --source.")
        }
    }

    private mutating func apply(_ arguments: Arguments) throws(Problems) {
        if let directory = arguments["--output"] { configuration.outputDirectory = directory }
        if let directory = arguments["--state"] { configuration.stateDirectory = directory }
        guard let url = arguments["--source"] else { return }
        // Positions of the file's source no longer tell where the source comes from.
        configuration.positions["source.url"] = nil
        switch Self.location(url) {
        case .postgres(var server)?:
            server.password = configuration.source.password
            configuration.source.location = .postgres(server)
        case let location?: configuration.source.location = location
        case nil:
            throw Problems([
                Problem(
                    code: "bad-source", summary: "--source is neither sqlite:PATH nor postgres://...",
                    hint: "For example --source sqlite:purchases.sqlite, or --source postgres://iapwatch@db.internal/shop.")
            ])
        }
    }

    /// Where a URL of the command line points; nil when it is of neither form.
    static func location(_ url: String) -> SourceLocation? {
        let path = url.hasPrefix("sqlite:") ? url.dropFirst("sqlite:".count) : ""
        // As in the configuration, `sqlite://` is no path: what follows may be a server's address with a password in it.
        if !path.isEmpty, !path.hasPrefix("//"), !path.contains("://") { return .sqlite(path: String(path)) }
        guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else { return nil }
        return .postgres(PostgresLocation(url: Secret(url)))
    }

    private func loadQueries(replacement: String?) throws(Problems) -> [QueryDefinition] {
        var queries: [QueryDefinition]
        if let directory = replacement {
            queries = try QueryLoader.load(try QueryDirectory.read(directory), origin: .replacement(directory: directory))
        } else {
            queries = try QueryLoader.loadBuiltIn()
        }
        if let directory = configuration.queries.customDirectory {
            queries += try QueryLoader.load(try QueryDirectory.read(directory), origin: .custom(directory: directory))
        }
        for name in configuration.queries.cadence.keys.sorted() where !queries.contains(where: { $0.name == name }) {
            throw Problems([
                Problem(
                    code: "unknown-query", at: configuration.positions["queries.every.\(name)"], summary: "there is no query \(name)",
                    hint: "The queries are: \(queries.map(\.name).joined(separator: ", ")).")
            ])
        }
        return queries
    }

    /// The value of an option that is a time, such as `--now`.
    static func time(_ arguments: Arguments, _ name: String) throws(Arguments.Mistake) -> Instant? {
        guard let text = arguments[name] else { return nil }
        return try time(text, of: name)
    }

    static func time(_ text: String, of name: String) throws(Arguments.Mistake) -> Instant {
        guard let instant = Instant(iso8601: text) else {
            throw Arguments.Mistake(message: "\(name) wants a time with its zone, such as 2026-12-01T08:00:00Z")
        }
        // Bounds are whole seconds; a fraction would be cut off silently.
        return Instant(seconds: instant.seconds)
    }
}

import Foundation
import TestSupport
import Testing
import WatchModel

/// A watched database, and the directories of a job that watches it.
struct Bench: Sendable {
    let directory: TemporaryDirectory
    let kind: SourceDatabase.Kind
    /// Where a Postgres database lives; nobody asks for it otherwise.
    let server: PostgresServer?
    /// The SQLite file, or the name of the Postgres database.
    let name: String
    var url: String

    /// Moments to run at, far enough apart for queries that run hourly; and one that is only `soon` after the first.
    static let times = [
        "2026-12-01T12:00:00Z", "2026-12-01T14:00:00Z", "2026-12-01T16:00:00Z", "2026-12-01T18:00:00Z", "2026-12-01T12:10:00Z",
    ]
    static let soon = 4

    /// A database with every table, a few rows in each, and an empty output directory.
    init(_ kind: SourceDatabase.Kind, on server: PostgresServer? = nil, seed: String = Seed.rows) throws {
        directory = try TemporaryDirectory("fault")
        self.kind = kind
        switch kind {
        case .sqlite:
            let database = try SourceDatabase.create(.sqlite, schema: nil, in: directory)
            (name, url, self.server) = (database.name, database.url, nil)
        case .postgres:
            let host = server ?? PostgresServer.shared
            name = "fault_" + UUID().uuidString.prefix(8).lowercased()
            (url, self.server) = (host.createDatabase(name), host)
        }
        try directory.makeFolder("metrics")
        let schema = Program.repository("queries/schema/full.\(kind.rawValue).sql")
        try execute(try String(contentsOfFile: schema, encoding: .utf8) + seed)
    }

    @discardableResult
    func execute(_ sql: String) throws -> String {
        if let server { return server.execute(sql, database: name) }
        let outcome = try Tool.run("sqlite3", ["-bail", name], input: Array(sql.utf8))
        guard outcome.exitCode == 0 else { throw Tool.Missing(description: "sqlite3 could not run the SQL: \(outcome)") }
        return outcome.outputText
    }

    /// The words of a run at the moment with this number.
    func arguments(_ time: Int, _ more: [String] = []) -> [String] {
        ["run", "--source", url, "--output", "metrics", "--state", "state", "--now", Self.times[time]] + more
    }

    @discardableResult
    func run(_ time: Int, _ more: [String] = [], environment: [String: String] = [:]) throws -> Tool.Outcome {
        try Program.run(arguments(time, more), in: directory.path, environment: environment)
    }

    /// The run that everything is compared with: it measures all there is.
    @discardableResult
    func goodRun(_ more: [String] = []) throws -> Remains {
        let outcome = try run(0, more)
        try #require(outcome.exitCode == 0, "\(outcome)")
        return try Remains(of: self)
    }

    /// A folder of queries that replace the built-in ones, for `--queries`.
    @discardableResult
    func queries(_ files: [String: String]) throws -> [String] {
        for (name, text) in files { try directory.write("mine/\(name).sql", text) }
        return ["--queries", "mine"]
    }

    /// A configuration, for `--config`.
    func configuration(_ text: String) throws -> [String] {
        try directory.write("watch.yaml", text)
        return ["--config", "watch.yaml"]
    }

    /// The moment with this number, in seconds.
    static func seconds(_ time: Int) -> Double { Instant(iso8601: times[time])?.secondsWithFraction ?? .nan }
}

extension TemporaryDirectory {
    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
    }
}

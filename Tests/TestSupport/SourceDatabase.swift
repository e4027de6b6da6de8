import Foundation

/// A database to be watched, of either kind, made from the schemas in `queries/schema/`.
package struct SourceDatabase: Sendable, CustomStringConvertible {
    package enum Kind: String, Sendable, CaseIterable {
        case sqlite
        case postgres
    }

    package var kind: Kind
    /// What `--source` wants.
    package var url: String
    /// The file, or the name of the database on `PostgresServer.shared`.
    package var name: String

    package var description: String { kind.rawValue }

    /// - Parameters:
    ///   - schema: `base`, `full`, or nil for an empty database.
    ///   - directory: where an SQLite file goes, as `purchases.sqlite`.
    package static func create(_ kind: Kind, schema: String?, in directory: TemporaryDirectory) throws -> SourceDatabase {
        let database: SourceDatabase
        switch kind {
        case .sqlite:
            database = SourceDatabase(kind: kind, url: "sqlite:purchases.sqlite", name: directory.file("purchases.sqlite"))
            try database.execute("PRAGMA user_version = 1;")
        case .postgres:
            let name = "shop_" + UUID().uuidString.prefix(8).lowercased()
            database = SourceDatabase(kind: kind, url: PostgresServer.shared.createDatabase(name), name: name)
        }
        if let schema {
            let file = Program.repository("queries/schema/\(schema).\(kind.rawValue).sql")
            try database.execute(try String(contentsOfFile: file, encoding: .utf8))
        }
        return database
    }

    /// Runs SQL, and returns its rows, a line each.
    @discardableResult
    package func execute(_ sql: String) throws -> String {
        switch kind {
        case .postgres: return PostgresServer.shared.execute(sql, database: name)
        case .sqlite:
            let sqlite3 = try Tool.require("sqlite3", package: "sqlite3")
            let outcome = try Tool.run(sqlite3, ["-bail", name], input: Array(sql.utf8))
            guard outcome.exitCode == 0 else { throw Tool.Missing(description: "sqlite3 could not run the seed: \(outcome)") }
            return outcome.outputText
        }
    }
}

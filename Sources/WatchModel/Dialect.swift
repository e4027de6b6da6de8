/// The databases that can be watched.
package enum Dialect: String, Sendable, CaseIterable {
    case sqlite
    case postgres

    package var displayName: String {
        switch self {
        case .sqlite: "SQLite"
        case .postgres: "Postgres"
        }
    }

    /// An identifier as both databases quote it.
    package static func quoted(identifier: String) -> String {
        "\"" + identifier.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }

    /// A string literal as both databases quote it (Postgres with `standard_conforming_strings`, its default).
    package static func quoted(literal: String) -> String {
        "'" + literal.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}

/// A value for a named parameter.
package enum ParameterValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// Bound as `timestamptz` in Postgres, and as ISO 8601 text without its zone in SQLite (see `iso8601WithoutZone`).
    case time(Instant)
}

/// SQL with named parameters (`:now`), and the values for them. Values that the SQL does not use are ignored.
package struct Statement: Equatable, Sendable {
    package var sql: String
    package var parameters: [String: ParameterValue]

    package init(_ sql: String, parameters: [String: ParameterValue] = [:]) {
        self.sql = sql
        self.parameters = parameters
    }
}

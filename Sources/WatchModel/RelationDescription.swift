/// A table or view by name, or a SELECT of the user's own.
package enum Relation: Hashable, Sendable {
    /// - Parameter schema: nil for `main` in SQLite and for the search path in Postgres.
    case table(schema: String?, name: String)
    case select(String)

    /// How to call it in a message.
    package var displayName: String {
        switch self {
        case .table(nil, let name): name
        case .table(let schema?, let name): "\(schema).\(name)"
        case .select: "(a SELECT of the configuration)"
        }
    }

    /// How to name it in a FROM clause.
    package var fromClause: String {
        switch self {
        case .table(nil, let name): Dialect.quoted(identifier: name)
        case .table(let schema?, let name): Dialect.quoted(identifier: schema) + "." + Dialect.quoted(identifier: name)
        case .select(let sql): "(\n\(sql)\n) AS selected"
        }
    }
}

/// What preflight found out about one relation, for this role, without reading its rows.
package struct RelationDescription: Equatable, Sendable {
    package struct Column: Equatable, Sendable {
        package var name: String
        /// The type as the database calls it, such as `timestamp without time zone`; empty when it has none.
        package var declaredType: String
        /// False when this role may not read it.
        package var isReadable: Bool

        package init(name: String, declaredType: String, isReadable: Bool = true) {
            (self.name, self.declaredType, self.isReadable) = (name, declaredType, isReadable)
        }
    }

    package var relation: Relation
    /// Where the relation lives once the search path was followed, for SQL that may not use the bare name.
    package var resolvedSchema: String?
    package var columns: [Column]
    /// True when row-level security would hide rows from this role: figures from it would be too low.
    package var hidesRows: Bool
    /// The planner's estimate; nil when it has none.
    package var estimatedRows: Int64?

    package init(
        relation: Relation, resolvedSchema: String? = nil, columns: [Column], hidesRows: Bool = false, estimatedRows: Int64? = nil
    ) {
        (self.relation, self.resolvedSchema, self.columns) = (relation, resolvedSchema, columns)
        (self.hidesRows, self.estimatedRows) = (hidesRows, estimatedRows)
    }
}

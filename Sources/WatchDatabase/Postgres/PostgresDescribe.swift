package import WatchModel

extension PostgresConnection {
    package mutating func describe(_ relation: Relation) throws(SourceError) -> RelationDescription {
        switch relation {
        case .select(let sql): try describe(select: sql)
        case .table(let schema, let name): try describe(relation, schema: schema, name: name)
        }
    }

    private mutating func describe(_ relation: Relation, schema: String?, name: String) throws(SourceError) -> RelationDescription {
        let path = (schema.map { Dialect.quoted(identifier: $0) + "." } ?? "") + Dialect.quoted(identifier: name)
        let parameters = ["name": ParameterValue.text(path)]
        guard let found = try rows(Statement(Self.relationQuery, parameters: parameters), limit: 1).rows.first,
            case .text(let resolvedSchema) = found[0]
        else {
            throw SourceError(.missingRelation, message: "there is no table or view \(relation.displayName)")
        }
        var description = RelationDescription(
            relation: relation, resolvedSchema: resolvedSchema, columns: [], hidesRows: found[1] == .integer(1))
        if case .integer(let count) = found[2], count >= 0 { description.estimatedRows = count }
        _ = try run(Statement(Self.columnsQuery, parameters: parameters)) { (row) throws(SourceError) in
            guard case .text(let name) = row[0], case .text(let type) = row[1] else { return }
            description.columns.append(RelationDescription.Column(name: name, declaredType: type, isReadable: row[2] == .integer(1)))
        }
        return description
    }

    private mutating func describe(select sql: String) throws(SourceError) -> RelationDescription {
        let statement = try PostgresStatement(Statement(sql), prefix: "SELECT * FROM (\n", suffix: "\n) AS selected")
        let prepared = try guarded { () throws(SourceError) in try prepareRows(statement) }
        var columns: [RelationDescription.Column] = []
        for (index, name) in prepared.columns.enumerated() {
            let parameters: [String: ParameterValue] = [
                "type": .integer(Int64(prepared.type(column: index))), "modifier": .integer(Int64(prepared.modifier(column: index))),
            ]
            let type = try rows(Statement(Self.typeQuery, parameters: parameters), limit: 1).rows.first?.first
            if case .text(let type)? = type { columns.append(RelationDescription.Column(name: name, declaredType: type)) }
        }
        return RelationDescription(relation: .select(sql), columns: columns)
    }

    private static let typeQuery = "SELECT pg_catalog.format_type(:type::oid, :modifier::int4)"

    /// Reads the catalogue alone: it neither locks the table nor needs a privilege on it.
    private static let columnsQuery = """
        SELECT a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod),
            pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT')
        FROM pg_catalog.pg_attribute AS a
        WHERE a.attrelid = pg_catalog.to_regclass(:name)::oid AND a.attnum > 0 AND NOT a.attisdropped
        ORDER BY a.attnum
        """

    /// The estimate of a partitioned table is that of its leaves; -1, and in old servers 0, stands for never analyzed.
    private static let relationQuery = """
        WITH RECURSIVE part (oid) AS (
            SELECT pg_catalog.to_regclass(:name)::oid
            UNION ALL
            SELECT i.inhrelid FROM part JOIN pg_catalog.pg_inherits AS i ON i.inhparent = part.oid
        )
        SELECT n.nspname::text, pg_catalog.row_security_active(c.oid),
            CASE WHEN c.relkind <> 'v' THEN (
                SELECT sum(p.reltuples)::int8 FROM part JOIN pg_catalog.pg_class AS p ON p.oid = part.oid
                WHERE p.reltuples > 0 OR (p.reltuples = 0 AND pg_catalog.current_setting('server_version_num')::int4 >= 140000)
            ) END
        FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
        WHERE c.oid = pg_catalog.to_regclass(:name)::oid AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        """
}

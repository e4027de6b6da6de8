package import WatchModel

/// Turns a table mapping and what preflight found into a shadow. Pure: it runs no SQL.
package struct ShadowCompiler {
    let mapping: TableMapping
    let description: RelationDescription
    let dialect: Dialect
    let table: CanonicalSchema.Table

    /// - Throws: what makes the table unusable: a hidden row, a column that is missing, or a time without a unit.
    package static func compile(_ mapping: TableMapping, _ description: RelationDescription, _ dialect: Dialect) throws(Problems) -> Shadow
    {
        guard let table = CanonicalSchema[table: mapping.table] else {
            throw Problems([Problem(code: "unknown-table", at: mapping.position, summary: "there is no canonical table \(mapping.table)")])
        }
        return try ShadowCompiler(mapping: mapping, description: description, dialect: dialect, table: table).compile()
    }

    private func compile() throws(Problems) -> Shadow {
        if description.hidesRows {
            throw Problems([
                Problem(
                    code: "row-security", at: mapping.position,
                    summary:
                        "row-level security hides rows of \(mapping.relation.displayName) from this role, so every figure would be too low",
                    hint: "Give the role BYPASSRLS, or, when a policy shows it every row, set `source: { row_security: accept }`.")
            ])
        }
        var shadow = Shadow(
            table: mapping.table, select: "", available: [], words: [:], expressions: [:], indexableTable: indexableTable,
            uncheckedTimes: [], unreadable: [])
        var problems: [Problem] = []
        var items: [String] = []
        for column in table.columns {
            var sql = "NULL"
            do throws(Problem) {
                if let found = try find(column, &shadow) { sql = found.sql } else { sql = typedNull(column) }
            } catch {
                problems.append(error)
            }
            if column.name == "acknowledge_within_seconds" { sql = withConfiguredDeadlines(sql, shadow) }
            items.append("  \(sql) AS \(Dialect.quoted(identifier: column.name))")
        }
        guard problems.isEmpty else { throw Problems(problems) }
        shadow.select = "SELECT\n\(items.joined(separator: ",\n"))\nFROM \(fromClause)"
        return shadow
    }

    /// The column's SQL; nil when the user has no such column.
    private func find(_ column: CanonicalSchema.Column, _ shadow: inout Shadow) throws(Problem) -> ColumnSQL? {
        let columnMapping = mapping.columns[column.name]
        let source = columnMapping?.source ?? .column(column.name)
        var base: String
        var type: String?
        switch source {
        case .absent:
            guard !column.isRequired else { throw missing(column, named: column.name) }
            return nil
        case .expression(let sql):
            base = "(\(sql))"
        case .column(let name):
            guard let found = described(name) else {
                guard columnMapping == nil, !column.isRequired else { throw missing(column, named: name) }
                return nil
            }
            guard found.isReadable else {
                guard columnMapping == nil, !column.isRequired else { throw unreadable(column, named: name) }
                shadow.unreadable.append(column.name)
                return nil
            }
            base = Dialect.quoted(identifier: found.name)
            type = found.declaredType
        }
        let result = try ColumnCompiler(column: column, mapping: columnMapping, dialect: dialect, declaredType: type, table: mapping.table)
            .compile(base)
        shadow.available.insert(column.name)
        shadow.expressions[column.name] = result
        if let words = column.words { shadow.words[column.name] = heldWords(column, columnMapping, words) }
        if column.type == .time, dialect == .sqlite, columnMapping?.unit == nil { shadow.uncheckedTimes.append(column.name) }
        return result
    }

    /// Deadlines that the configuration names by product, in front of those of the table.
    private func withConfiguredDeadlines(_ sql: String, _ shadow: Shadow) -> String {
        guard let product = shadow.expressions["product_id"]?.sql, !mapping.acknowledgeSecondsByProduct.isEmpty else { return sql }
        let cases = mapping.acknowledgeSecondsByProduct.sorted { $0.key < $1.key }
            .map { "WHEN \(Dialect.quoted(literal: $0.key)) THEN \($0.value)" }
        return "CASE \(product) \(cases.joined(separator: " ")) ELSE \(sql) END"
    }

    private func heldWords(_ column: CanonicalSchema.Column, _ mapping: ColumnMapping?, _ words: [String]) -> Set<String> {
        if let holds = mapping?.holds { return Set(holds) }
        if let values = mapping?.values { return Set(values.values) }
        return column.name == "state" ? Set(CanonicalSchema.baseStates) : Set(words)
    }

    /// SQLite compares column names without case; Postgres's are as they are stored.
    private func described(_ name: String) -> RelationDescription.Column? {
        description.columns.first { $0.name == name }
            ?? (dialect == .sqlite ? description.columns.first { $0.name.lowercased() == name.lowercased() } : nil)
    }

    private func typedNull(_ column: CanonicalSchema.Column) -> String {
        guard dialect == .postgres else { return "NULL" }
        switch column.type {
        case .text: return "NULL::text"
        case .integer: return "NULL::bigint"
        case .time: return "NULL::timestamptz"
        }
    }

    /// Always with its schema: inside a common table expression of the same name, the bare name would mean itself.
    private var fromClause: String {
        guard case .table(let schema, let name) = mapping.relation else { return mapping.relation.fromClause }
        return Relation.table(schema: schema ?? description.resolvedSchema ?? (dialect == .sqlite ? "main" : nil), name: name).fromClause
    }

    private var indexableTable: String? {
        if case .table = mapping.relation { fromClause } else { nil }
    }

    private func missing(_ column: CanonicalSchema.Column, named name: String) -> Problem {
        let names = description.columns.map(\.name)
        let guess = nearest(name, in: names).map { "Did you mean `\($0)`? " } ?? ""
        let what =
            column.isRequired ? "\(mapping.table).\(column.name), which every figure of the table needs" : "\(mapping.table).\(column.name)"
        return Problem(
            code: "missing-column", at: mapping.columns[column.name]?.position ?? mapping.position,
            summary: "\(mapping.relation.displayName) has no column `\(name)` for \(what)",
            hint: guess
                + "Its columns are: \(names.joined(separator: ", ")). Map it under `tables: { \(mapping.table): { columns: ... } }`.")
    }

    private func unreadable(_ column: CanonicalSchema.Column, named name: String) -> Problem {
        Problem(
            code: "unreadable-column", at: mapping.columns[column.name]?.position ?? mapping.position,
            summary: "this role may not read the column `\(name)` of \(mapping.relation.displayName)",
            hint: "GRANT SELECT (\(Dialect.quoted(identifier: name))) ON \(fromClause) TO the role.")
    }
}

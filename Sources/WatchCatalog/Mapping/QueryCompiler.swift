package import WatchModel

/// Puts a query's SQL behind the shadows of the tables that it reads, and works out which of its gauges can be known.
package struct QueryCompiler {
    let dialect: Dialect
    /// By canonical table name.
    let tables: [String: TableState]

    package init(dialect: Dialect, tables: [String: TableState]) {
        (self.dialect, self.tables) = (dialect, tables)
    }

    /// SQL ready to be sent, and where the file's own text begins in it.
    package struct Compiled: Equatable, Sendable {
        package var sql: String
        package var body: QueryDefinition.Body
        package var bodyOffset: Int

        /// The place in the query file that an offset into the sent SQL means; nil when it lies in the shadows.
        package func position(sqlOffset: Int) -> FilePosition? {
            let offset = sqlOffset - bodyOffset
            guard offset >= 0, offset <= body.sql.utf8.count else { return nil }
            return body.position(utf8Offset: offset)
        }
    }

    package enum Plan: Equatable, Sendable {
        /// - `main` is nil when every gauge comes from the ledger; `firstSeen` is nil when none does.
        case runnable(main: Compiled?, firstSeen: Compiled?, gauges: [GaugePlan])
        case unavailable(wants: String)
        case failed(Problem)
    }

    package struct GaugePlan: Equatable, Sendable {
        package enum Source: Equatable, Sendable {
            case column
            case ledger(GaugeDefinition.Fallback)
            case unavailable(wants: String)
        }

        package var gauge: GaugeDefinition
        package var source: Source
    }

    package func plan(_ query: QueryDefinition) -> Plan {
        for use in query.reads {
            switch tables[use.table] ?? .absent(wants: "the table \(use.table)") {
            case .failed(let problem): return .failed(problem)
            case .absent(let wants) where !use.isOptional: return .unavailable(wants: wants)
            default: break
            }
        }
        guard query.needs.isMet(by: { has($0, query) }) else { return .unavailable(wants: wanted(query.needs, query)) }
        guard let body = query.bodies[dialect] else { return .unavailable(wants: "SQL for \(dialect.displayName)") }
        let gauges = query.gauges.map { GaugePlan(gauge: $0, source: source(of: $0, query)) }
        let usesLedger = gauges.contains { if case .ledger = $0.source { true } else { false } }
        let usesColumns = gauges.contains { $0.source == .column }
        return .runnable(
            main: usesColumns ? compile(body, query) : nil,
            firstSeen: usesLedger ? query.firstSeenBody.map { compile($0, query) } : nil,
            gauges: gauges)
    }

    /// The evidence of a query, behind the same shadows; nil where there is none.
    ///
    /// - Parameter clause: what follows the FROM, such as a WHERE with parameters of the caller's.
    package func evidence(_ query: QueryDefinition, selecting columns: String, _ clause: String) -> Compiled? {
        query.evidenceBodies[dialect].map { compile($0, query, selecting: columns, clause) }
    }

    /// SQL of the caller's own on the canonical tables.
    package func compile(_ sql: String, reading tables: [String], file: String) -> Compiled {
        let body = QueryDefinition.Body(sql: sql, file: file, firstLine: 1)
        return compile(body, reading: tables, selecting: "*", "")
    }

    private func source(of gauge: GaugeDefinition, _ query: QueryDefinition) -> GaugePlan.Source {
        if gauge.needs.isMet(by: { has($0, query) }) { return .column }
        if let fallback = gauge.fallback { return .ledger(fallback) }
        return .unavailable(wants: wanted(gauge.needs, query))
    }

    /// Whether this database has what the item names, in a table that the query reads.
    package func has(_ item: Requirement.Item, _ query: QueryDefinition) -> Bool {
        query.reads.contains { use in
            guard item.table == nil || item.table == use.table, let shadow = tables[use.table]?.shadow,
                shadow.available.contains(item.column)
            else { return false }
            return item.word.map { shadow.words[item.column]?.contains($0) ?? false } ?? true
        }
    }

    /// The columns, in words, that would meet a requirement.
    package func wanted(_ requirement: Requirement, _ query: QueryDefinition) -> String {
        let groups = requirement.alternatives.map { group in
            group.map { wanted($0, query) }.joined(separator: " and ")
        }
        return groups.joined(separator: ", or ")
    }

    private func wanted(_ item: Requirement.Item, _ query: QueryDefinition) -> String {
        let table = item.table ?? query.reads.first { CanonicalSchema[table: $0.table]?[column: item.column] != nil }?.table ?? "?"
        if let word = item.word { return "the word \(word) in \(table).\(item.column) (declare it with `holds` or `values`)" }
        let isHidden = tables[table]?.shadow?.unreadable.contains(item.column) ?? false
        return isHidden ? "the right to read the column \(table).\(item.column)" : "the column \(table).\(item.column)"
    }

    private func compile(
        _ body: QueryDefinition.Body, _ query: QueryDefinition, selecting columns: String = "*", _ clause: String = ""
    ) -> Compiled {
        compile(body, reading: query.reads.map(\.table), selecting: columns, clause)
    }

    private func compile(
        _ body: QueryDefinition.Body, reading names: [String], selecting columns: String, _ clause: String
    ) -> Compiled {
        // One reference or several, the shadow is folded into the query, so that its indexes serve.
        let shadows = names.map { name in
            let select = tables[name]?.shadow?.select ?? emptySelect(name)
            return "\(Dialect.quoted(identifier: name)) AS NOT MATERIALIZED (\n\(select)\n)"
        }
        let prefix = "WITH \(shadows.joined(separator: ",\n"))\nSELECT \(columns) FROM (\n"
        return Compiled(sql: prefix + body.sql + "\n) AS measured\(clause)", body: body, bodyOffset: prefix.utf8.count)
    }

    /// An optional table that is not there has its columns, and no rows.
    private func emptySelect(_ table: String) -> String {
        let columns = CanonicalSchema[table: table]?.columns ?? []
        let items = columns.map { column in
            let type =
                dialect == .sqlite ? "" : ["text": "::text", "integer": "::bigint", "time": "::timestamptz"][column.type.rawValue] ?? ""
            return "NULL\(type) AS \(Dialect.quoted(identifier: column.name))"
        }
        return "SELECT \(items.joined(separator: ", ")) WHERE 1 = 0"
    }
}

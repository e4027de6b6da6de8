package import WatchCatalog
package import WatchDatabase
package import WatchModel

/// Looks at everything that a run relies on, without measuring anything.
package struct Check: SnapshotWork {
    let configuration: Configuration
    let queries: [QueryDefinition]
    let clock: RunClock

    /// Below this a database rightly reads the whole table, index or not.
    private static let smallTableRows: Int64 = 1000

    package init(configuration: Configuration, queries: [QueryDefinition], clock: RunClock = RunClock()) {
        (self.configuration, self.queries, self.clock) = (configuration, queries, clock)
    }

    /// - Throws: when the source cannot be opened; whatever else is wrong is in the report.
    package func perform(interruption: Interruption) throws(SourceError) -> CheckReport {
        guard let location = configuration.source.location else {
            throw SourceError(
                .invalidLocation, message: "no database is named", hint: "Set `source: { url: ... }` in the configuration, or use --source."
            )
        }
        var work = self
        return try withSnapshot(
            of: location, schema: configuration.source.schema, acceptsRowSecurity: configuration.source.acceptsRowSecurity,
            limits: configuration.source.limits, interruption: interruption, perform: &work)
    }

    package mutating func perform<Source: SourceConnection & ~Copyable>(on source: inout Source) throws(SourceError) -> CheckReport {
        var report = CheckReport(facts: source.facts)
        let states = try Preflight(configuration: configuration).states(of: Set(CanonicalSchema.tables.map(\.name)), on: &source)
        for table in CanonicalSchema.tables {
            report.tables.append(try describe(table.name, states[table.name], on: &source))
            if case .failed(let problem)? = states[table.name] { report.problems.append(problem) }
        }
        report.problems += environmentWarnings(states)
        let compiler = QueryCompiler(dialect: Source.dialect, tables: states)
        let now = clock.fixed ?? source.facts.now ?? clock.hostNow()
        let available = states["purchases"]?.shadow?.available ?? []
        let parameters = QueryParameters.values(now: now, configuration: configuration, available: available)
        var advice = IndexAdvice(dialect: Source.dialect, tables: states)
        for query in queries {
            let checked = try check(query, compiler.plan(query), parameters, states, on: &source, problems: &report.problems)
            report.queries.append(checked)
            let small = report.tables.filter { $0.estimatedRows.map { $0 < Self.smallTableRows } ?? false }.map(\.name)
            guard !checked.scansOnPurpose else { continue }
            advice.add(query, scanned: checked.tablesScanned.filter { !small.contains($0) }, used: checked.indexesUsed)
        }
        report.indexes = advice.statements
        report.missing = MissingColumns(compiler: compiler, queries: queries).list()
        return report
    }

    private func describe<Source: SourceConnection & ~Copyable>(
        _ table: String, _ state: TableState?, on source: inout Source
    ) throws(SourceError) -> CheckReport.Table {
        let mapping = configuration.mapping(of: table)
        var line = CheckReport.Table(name: table, relation: mapping.relation.displayName, state: .failed)
        switch state {
        case .usable(let shadow):
            line.state = .usable
            line.columns = shadow.available.sorted()
            line.estimatedRows = try? source.describe(mapping.relation).estimatedRows
        case .absent(let wants): line.state = .absent(wants: wants)
        case .failed, nil: line.state = .failed
        }
        return line
    }

    /// What is not wrong, but makes figures mean less than people think.
    private func environmentWarnings(_ states: [String: TableState]) -> [Problem] {
        guard let purchases = states["purchases"]?.shadow, !purchases.available.contains("environment") else { return [] }
        return [
            Problem(
                .warning, code: "no-environment", at: configuration.positions["tables.purchases"],
                summary: "purchases has no column environment: test purchases are counted as real ones",
                hint:
                    "Map `environment` to a column or an expression that says `production` or `sandbox`, or to `'production'` if there are no tests."
            )
        ]
    }

    private func check<Source: SourceConnection & ~Copyable>(
        _ query: QueryDefinition, _ plan: QueryCompiler.Plan, _ parameters: [String: ParameterValue], _ states: [String: TableState],
        on source: inout Source, problems: inout [Problem]
    ) throws(SourceError) -> CheckReport.Query {
        switch plan {
        case .unavailable(let wants): return CheckReport.Query(name: query.name, state: .unavailable(wants: wants))
        case .failed(let problem):
            if !problems.contains(problem) { problems.append(problem) }
            return CheckReport.Query(name: query.name, state: .failed)
        case .runnable(let main, let firstSeen, let gauges):
            var checked = CheckReport.Query(name: query.name, state: .ready)
            checked.scansOnPurpose = query.indexes.isEmpty
            for compiled in [main, firstSeen].compactMap({ $0 }) {
                do throws(SourceError) {
                    let statement = Statement(compiled.sql, parameters: parameters)
                    let columns = try source.prepare(statement)
                    if compiled == main { try checkColumns(columns, query, gauges) }
                    checked.plan += try source.plan(statement)
                } catch {
                    guard !error.endsSnapshot else { throw error }
                    let position = error.sqlOffset.flatMap { compiled.position(sqlOffset: $0) }
                    let excerpt = position.flatMap { _ in error.sqlOffset.map { compiled.body.line(utf8Offset: $0 - compiled.bodyOffset) } }
                    problems.append(Problem(error, doing: "query \(query.name)", at: position, excerpt: excerpt))
                    checked.state = .failed
                }
            }
            let reading = PlanReading(
                lines: checked.plan, dialect: Source.dialect, partialIndexes: try partialIndexes(of: query, on: &source))
            checked.indexesUsed = reading.indexes
            checked.tablesScanned = query.reads.map(\.table).filter {
                states[$0]?.shadow != nil && reading.scans(configuration.mapping(of: $0).relation)
            }
            return checked
        }
    }

    private func partialIndexes<Source: SourceConnection & ~Copyable>(
        of query: QueryDefinition, on source: inout Source
    ) throws(SourceError) -> Set<String> {
        guard Source.dialect == .sqlite else { return [] }
        var names: Set<String> = []
        for use in query.reads {
            guard case .table(_, let table) = configuration.mapping(of: use.table).relation else { continue }
            let statement = Statement("SELECT name FROM pragma_index_list(:table) WHERE partial = 1", parameters: ["table": .text(table)])
            for row in try source.rows(statement, limit: 1000).rows {
                if case .text(let name) = row[0] { names.insert(name) }
            }
        }
        return names
    }

    private func checkColumns(_ columns: [String], _ query: QueryDefinition, _ gauges: [QueryCompiler.GaugePlan]) throws(SourceError) {
        do throws(Problem) {
            _ = try Folding(query: query, rows: RowSet(columns: columns), reading: gauges.map(\.gauge))
        } catch {
            throw SourceError(.query, message: error.summary)
        }
    }
}

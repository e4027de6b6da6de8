import WatchCatalog
import WatchDatabase
import WatchModel

/// What every search for evidence needs: the tables as they are, the moment, and how evidence is read.
struct EvidenceDesk {
    let compiler: QueryCompiler
    let now: Instant
    let parameters: [String: ParameterValue]
    let available: [String: Set<String>]

    /// A row of evidence with its identifiers, which go no further than the search.
    struct Row {
        var rule: String
        var token: String?
        var user: String?
        var product: String?
        var store: String?
        var appVersion: String?
        var state: String?
        var since: Instant?
        var detail: String?
    }

    init<Source: SourceConnection & ~Copyable>(_ explain: Explain, on source: inout Source) throws(SourceError) {
        now = explain.clock.fixed ?? source.facts.now ?? explain.clock.hostNow()
        let states = try Preflight(configuration: explain.configuration).states(
            of: Set(CanonicalSchema.tables.map(\.name)), on: &source)
        available = states.mapValues { $0.shadow?.available ?? [] }
        compiler = QueryCompiler(dialect: Source.dialect, tables: states)
        parameters = QueryParameters.values(
            now: now, configuration: explain.configuration, available: available["purchases"] ?? [])
    }

    /// Stores outside the closed list are shown together, as in the figures.
    static func label(_ store: String?) -> String { FoldedText.closed(store, CanonicalSchema.stores) }

    private static let storeLabel: String = {
        let known = CanonicalSchema.stores.map { Dialect.quoted(literal: $0) }.joined(separator: ", ")
        return "CASE WHEN store IN (\(known)) THEN store ELSE 'other' END"
    }()

    /// How many a figure counts, by store.
    func counts<Source: SourceConnection & ~Copyable>(
        of query: QueryDefinition, metric: String, on source: inout Source
    ) throws(SourceError) -> [(store: String, count: Int)] {
        try allCounts(of: query, on: &source).filter { $0.metric == metric }.map { ($0.store, $0.count) }
    }

    /// How many each figure of the query counts, by store.
    func allCounts<Source: SourceConnection & ~Copyable>(
        of query: QueryDefinition, on source: inout Source
    ) throws(SourceError) -> [(metric: String, store: String, count: Int)] {
        let columns = "metric, \(Self.storeLabel) AS store_label, count(*) AS rows_found"
        guard let compiled = compiler.evidence(query, selecting: columns, " GROUP BY metric, \(Self.storeLabel)") else { return [] }
        let rows = try source.rows(Statement(compiled.sql, parameters: parameters), limit: Self.mostGroups).rows
        return rows.compactMap { row in
            guard let metric = FoldedText.text(row[0]), let store = FoldedText.text(row[1]), case .integer(let count) = row[2] else {
                return nil
            }
            return (metric, store, Int(count))
        }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }

    private static let mostGroups = 10_000

    /// Reads the oldest rows of a figure.
    func read<Source: SourceConnection & ~Copyable>(
        _ query: QueryDefinition, metric: String, store: String?, limit: Int, on source: inout Source, row: (Row) -> Void
    ) throws(SourceError) {
        var clause = " WHERE metric = :explained_metric"
        var values = parameters
        values["explained_metric"] = .text(metric)
        if let store {
            clause += " AND \(Self.storeLabel) = :explained_store"
            values["explained_store"] = .text(store)
        }
        clause += " ORDER BY since IS NULL, since, token LIMIT \(limit)"
        guard let compiled = compiler.evidence(query, selecting: EvidenceRow.columns.joined(separator: ", "), clause) else { return }
        _ = try source.run(Statement(compiled.sql, parameters: values)) { (cells) throws(SourceError) in row(Self.row(cells)) }
    }

    /// The cells in the order of `EvidenceRow.columns`.
    private static func row(_ cells: [Cell]) -> Row {
        func text(_ index: Int) -> String? { FoldedText.text(cells[index]) }
        return Row(
            rule: text(1) ?? "", token: text(2), user: text(3), product: text(4), store: text(5), appVersion: text(6), state: text(7),
            since: FoldedText.instant(cells[8]), detail: text(9))
    }

    /// Whether something seen first at `moment` is what the ledger's figure counts.
    func isCaught(_ moment: Instant, by fallback: GaugeDefinition.Fallback) -> Bool {
        func time(_ parameter: String?) -> Instant? {
            guard let parameter, case .time(let moment)? = parameters[parameter] else { return nil }
            return moment
        }
        switch fallback {
        case .oldestFirstSeen(let from): return time(from).map { moment >= $0 } ?? true
        case .countFirstSeen(let from, let before):
            guard let cutoff = time(before), moment < cutoff else { return false }
            return time(from).map { moment >= $0 } ?? true
        }
    }
}

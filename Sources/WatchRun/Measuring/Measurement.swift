import WatchCatalog
import WatchDatabase
import WatchModel

/// What one snapshot gave, before anything is folded: plain values that outlive the connection.
struct Measured {
    var facts: SnapshotFacts
    var now: Instant
    var queries: [MeasuredQuery]
    /// Seconds that preflight and the queries took.
    var preflightSeconds: Double
    var querySeconds: Double
}

/// One query on one snapshot.
struct MeasuredQuery {
    enum Status {
        case rows(RowSet, outstanding: [OutstandingPurchase]?, gauges: [QueryCompiler.GaugePlan])
        case kept(KeptResult, gauges: [QueryCompiler.GaugePlan])
        case unavailable(wants: String)
        case failed(Problem)
        case notReached
    }

    var query: QueryDefinition
    var status: Status
    /// Identifies SQL, mapping, thresholds and source, for results that are kept.
    var definition = ""
    var durationSeconds = 0.0
    var rowCount = 0
    /// How often it runs; a result has to last until the next time.
    var cadence = Cadence.run
}

/// Preflight and the queries, one after the other, on one snapshot.
struct Measurement: SnapshotWork {
    let configuration: Configuration
    let queries: [QueryDefinition]
    let clock: RunClock
    let key: FingerprintKey
    let kept: [String: KeptResult]
    /// Run everything now, whatever its cadence.
    let ignoresCadence: Bool
    let progress: (RunProgress) -> Void

    mutating func perform<Source: SourceConnection & ~Copyable>(on source: inout Source) throws(SourceError) -> Measured {
        let now = clock.fixed ?? source.facts.now ?? clock.hostNow()
        let started = clock.monotonicSeconds()
        let names = Set(queries.flatMap { $0.reads.map(\.table) })
        let tables = try Preflight(configuration: configuration).states(of: names, on: &source)
        let preflightEnded = clock.monotonicSeconds()
        let compiler = QueryCompiler(dialect: Source.dialect, tables: tables)
        let available = tables["purchases"]?.shadow?.available ?? []
        let parameters = QueryParameters.values(now: now, configuration: configuration, available: available)

        var measured: [MeasuredQuery] = []
        var runLimit: Problem?
        for (index, query) in queries.enumerated() {
            guard runLimit == nil else {
                measured.append(MeasuredQuery(query: query, status: .notReached))
                continue
            }
            progress(RunProgress(done: index, of: queries.count, query: query.name))
            let begun = clock.monotonicSeconds()
            var result: MeasuredQuery
            do throws(SourceError) {
                result = try measure(query, compiler.plan(query), parameters, now: now, on: &source)
            } catch {
                // What was measured before the limit is of the same snapshot, and good.
                guard error.kind == .runTimedOut else { throw error }
                let problem = Problem(error, doing: "query \(query.name)")
                runLimit = problem
                result = MeasuredQuery(query: query, status: .failed(problem))
            }
            result.cadence = cadence(of: query)
            result.durationSeconds = clock.monotonicSeconds() - begun
            measured.append(result)
        }
        var facts = source.facts
        // The host's clock stands still: nothing can be said about the database's.
        if clock.fixed != nil { facts.clockOffsetSeconds = nil }
        return Measured(
            facts: facts, now: now, queries: measured, preflightSeconds: preflightEnded - started,
            querySeconds: clock.monotonicSeconds() - preflightEnded)
    }

    private func measure<Source: SourceConnection & ~Copyable>(
        _ query: QueryDefinition, _ plan: QueryCompiler.Plan, _ parameters: [String: ParameterValue], now: Instant, on source: inout Source
    ) throws(SourceError) -> MeasuredQuery {
        switch plan {
        case .unavailable(let wants):
            return MeasuredQuery(query: query, status: .unavailable(wants: wants))
        case .failed(let problem):
            return MeasuredQuery(query: query, status: .failed(problem))
        case .runnable(let main, let firstSeen, let gauges):
            let definition = definition(of: query, main, firstSeen, parameters, now: now)
            if let result = keptResult(query, definition, gauges, now: now) {
                return MeasuredQuery(query: query, status: .kept(result, gauges: gauges), definition: definition)
            }
            var current = main
            do throws(SourceError) {
                var rows = RowSet(columns: [])
                if let main { rows = try source.rows(Statement(main.sql, parameters: parameters), limit: configuration.source.limits.rows) }
                var outstanding: [OutstandingPurchase]?
                if let firstSeen {
                    current = firstSeen
                    outstanding = try self.outstanding(firstSeen, parameters, now: now, on: &source)
                }
                return MeasuredQuery(
                    query: query, status: .rows(rows, outstanding: outstanding, gauges: gauges), definition: definition,
                    rowCount: rows.rows.count + (outstanding?.count ?? 0))
            } catch {
                guard !error.endsSnapshot else { throw error }
                return MeasuredQuery(query: query, status: .failed(problem(error, query, current)), definition: definition)
            }
        }
    }

    /// Only fingerprints leave this function: tokens are neither kept nor passed on.
    private func outstanding<Source: SourceConnection & ~Copyable>(
        _ compiled: QueryCompiler.Compiled, _ parameters: [String: ParameterValue], now: Instant, on source: inout Source
    ) throws(SourceError) -> [OutstandingPurchase] {
        var found: [OutstandingPurchase] = []
        let columns = try source.run(Statement(compiled.sql, parameters: parameters)) { (row) throws(SourceError) in
            guard row.count == 3 else { return }
            let token = FoldedText.text(row[1]) ?? ""
            let since = FoldedText.instant(row[2]) ?? now
            found.append(
                OutstandingPurchase(fingerprint: key.fingerprint(token), store: FoldedText.text(row[0]) ?? "", since: min(since, now)))
        }
        guard columns == ["store", "token", "since"] else {
            throw SourceError(
                .query,
                message: "the ledger wants the columns store, token, since, and the query returns \(columns.joined(separator: ", "))")
        }
        return found
    }

    /// A result that still counts: of the same definition, and younger than the cadence.
    private func keptResult(
        _ query: QueryDefinition, _ definition: String, _ gauges: [QueryCompiler.GaugePlan], now: Instant
    ) -> KeptResult? {
        let cadence = cadence(of: query)
        guard !ignoresCadence, cadence != .run, let result = kept[query.name], result.definition == definition,
            result.fits(query, gauges)
        else { return nil }
        let age = now.seconds(since: result.measuredAt)
        // Half an interval early is on time: a timer that fires a second sooner must not wait for the next round. A
        // result from the future is of a clock that was wrong.
        guard age >= 0, age < cadence.seconds - configuration.intervalSeconds / 2 else { return nil }
        return result
    }

    private func cadence(of query: QueryDefinition) -> Cadence { configuration.queries.cadence[query.name] ?? query.cadence }

    private func definition(
        of query: QueryDefinition, _ main: QueryCompiler.Compiled?, _ firstSeen: QueryCompiler.Compiled?,
        _ parameters: [String: ParameterValue], now: Instant
    ) -> String {
        let source: String
        switch configuration.source.location {
        case .sqlite(let path)?: source = "sqlite:\(path)"
        case .postgres(let server)?:
            // Under the key: what identifies the server may hold a password.
            let parts = [server.url?.revealed, server.host, server.port.map(String.init), server.database, server.user]
            source = key.fingerprint(parts.map { $0 ?? "" }.joined(separator: "\u{0}")).hex
        case nil: source = ""
        }
        return FingerprintKey.digest(
            [
                query.sourceText, main?.sql ?? "", firstSeen?.sql ?? "", source, configuration.source.schema ?? "",
                Self.settings(parameters, now: now),
                query.openLabel.map { "\($0.rawValue) \(configuration.limit(of: $0))" } ?? "",
            ].joined(separator: "\u{0}"))
    }

    /// Thresholds and policies, as the queries get them: moments as their distance from now.
    private static func settings(_ parameters: [String: ParameterValue], now: Instant) -> String {
        parameters.sorted { $0.key < $1.key }.map { name, value in
            if case .time(let moment) = value { "\(name) \(moment.seconds(since: now))" } else { "\(name) \(value)" }
        }.joined(separator: "\n")
    }

    private func problem(_ error: SourceError, _ query: QueryDefinition, _ compiled: QueryCompiler.Compiled?) -> Problem {
        var position: FilePosition?
        var excerpt: String?
        if let compiled, let offset = error.sqlOffset, let found = compiled.position(sqlOffset: offset) {
            position = found
            excerpt = compiled.body.line(utf8Offset: offset - compiled.bodyOffset)
        }
        var problem = Problem(error, doing: "query \(query.name)", at: position, excerpt: excerpt)
        if error.kind == .tooManyRows, let label = query.openLabel {
            problem.hint =
                "So many values of \(label.rawValue) are no releases, products or currencies: map the column to an expression that names only those you know, or switch it off with `absent: true`."
        }
        return problem
    }
}

/// How far a run has come, for the line on the terminal.
package struct RunProgress: Sendable {
    package var done: Int
    package var of: Int
    package var query: String
}

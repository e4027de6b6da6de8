package import WatchModel

/// A read-only snapshot of a Postgres database: one repeatable-read transaction in a session of its own.
package struct PostgresConnection: ~Copyable, SourceConnection {
    package static let dialect = Dialect.postgres

    package let facts: SnapshotFacts
    let session: PostgresSession

    /// Connects and takes the snapshot.
    ///
    /// - Parameter schema: where unqualified tables are looked for; nil for the role's own search path.
    /// - Parameter acceptsRowSecurity: false lets the server refuse to answer where policies would hide rows.
    /// - Throws: `invalidLocation`, `unreachable`, `authenticationFailed`.
    package init(
        location: PostgresLocation, schema: String?, acceptsRowSecurity: Bool, limits: SourceLimits, interruption: Interruption
    ) throws(SourceError) {
        let session = try PostgresSession(try PostgresParameters(location), limits: limits, interruption: interruption)
        facts = try PostgresOpening.takeSnapshot(on: session, schema: schema, acceptsRowSecurity: acceptsRowSecurity, limits: limits)
        self.session = session
    }

    package mutating func run(
        _ statement: Statement, row: ([Cell]) throws(SourceError) -> Void
    ) throws(SourceError) -> [String] {
        try run(PostgresStatement(statement), row: row)
    }

    package mutating func prepare(_ statement: Statement) throws(SourceError) -> [String] {
        let statement = try PostgresStatement(statement)
        return try guarded { () throws(SourceError) in try prepareRows(statement).columns }
    }

    package mutating func plan(_ statement: Statement) throws(SourceError) -> [String] {
        var lines: [String] = []
        _ = try run(PostgresStatement(statement, prefix: "EXPLAIN ")) { (row) throws(SourceError) in
            if case .text(let line)? = row.first { lines.append(line) }
        }
        return lines
    }

    package consuming func close() {
        session.finish()
    }

    private func run(
        _ statement: PostgresStatement, row: ([Cell]) throws(SourceError) -> Void
    ) throws(SourceError) -> [String] {
        try guarded { () throws(SourceError) in
            let columns = try prepareRows(statement).columns
            try session.runPrepared(statement, row: row)
            return columns
        }
    }

    /// - Throws: for a statement that answers with no rows, such as COMMIT, SET and COPY: it could end the snapshot.
    func prepareRows(_ statement: PostgresStatement) throws(SourceError) -> PostgresResult {
        let description = try session.prepare(statement)
        guard description.columnCount > 0 else {
            throw SourceError(.query, message: "the statement returns no rows", hint: "Only statements that read are run.")
        }
        return description
    }

    /// Does `work` behind a savepoint, so that the snapshot outlives its failure.
    func guarded<Result>(_ work: () throws(SourceError) -> Result) throws(SourceError) -> Result {
        session.beginQuery()
        try session.execute("SAVEPOINT iapwatch_query")
        do {
            let result = try work()
            try session.execute("RELEASE SAVEPOINT iapwatch_query")
            return result
        } catch {
            guard !error.endsSnapshot else { throw error }
            try restoreSnapshot()
            throw error
        }
    }

    private func restoreSnapshot() throws(SourceError) {
        session.beginQuery()
        let script = "ROLLBACK TO SAVEPOINT iapwatch_query; RELEASE SAVEPOINT iapwatch_query"
        do {
            try session.execute(script)
        } catch {
            // A cancel request that came late may have hit this instead of the query it was meant for.
            guard !error.endsSnapshot else { throw error }
            try session.execute(script)
        }
    }
}

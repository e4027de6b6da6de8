import WatchModel

/// What happens before the first query: settings that protect the host, and the snapshot.
enum PostgresOpening {
    /// 12 is the oldest that was tried.
    private static let oldestVersion = 120_000
    /// From here on a server notices that its client is gone while it computes.
    private static let firstVersionWithConnectionCheck = 140_000

    static func takeSnapshot(
        on session: PostgresSession, schema: String?, acceptsRowSecurity: Bool, limits: SourceLimits
    ) throws(SourceError) -> SnapshotFacts {
        guard session.serverVersion >= oldestVersion else {
            throw SourceError(.unreachable, message: "the server is Postgres \(session.serverVersionText); 12 is the oldest supported")
        }
        session.beginQuery()
        try session.execute(settings(acceptsRowSecurity: acceptsRowSecurity, limits: limits))
        if session.serverVersion >= firstVersionWithConnectionCheck {
            // Not every platform can do it, and without it everything else still holds.
            do {
                try session.execute("SET client_connection_check_interval = '1s'")
            } catch {
                guard !error.endsSnapshot else { throw error }
            }
        }
        if let schema {
            let path = try PostgresStatement(
                Statement(
                    "SELECT pg_catalog.set_config('search_path', :path, false)",
                    parameters: ["path": .text(Dialect.quoted(identifier: schema))]))
            _ = try session.prepare(path)
            try session.runPrepared(path) { (_) throws(SourceError) in }
        }
        try session.execute("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        return try facts(of: session)
    }

    private static func settings(acceptsRowSecurity: Bool, limits: SourceLimits) -> String {
        """
        SET statement_timeout = \(milliseconds(limits.querySeconds));
        SET lock_timeout = \(milliseconds(limits.lockSeconds));
        SET idle_in_transaction_session_timeout = \(milliseconds(limits.runSeconds));
        SET default_transaction_read_only = on;
        SET row_security = \(acceptsRowSecurity ? "on" : "off");
        SET TimeZone = 'UTC';
        SET DateStyle = 'ISO, YMD';
        SET IntervalStyle = 'iso_8601';
        SET extra_float_digits = 1;
        SET standard_conforming_strings = on;
        """
    }

    /// Postgres takes 0 for no limit at all, and counts in 32 bits.
    private static func milliseconds(_ seconds: Int64) -> Int64 {
        min(max(seconds, 0), Int64(Int32.max) / 1000) * 1000 + (seconds > 0 ? 0 : 1)
    }

    /// Asks for the facts; the question takes the snapshot.
    private static func facts(of session: PostgresSession) throws(SourceError) -> SnapshotFacts {
        let statement = try PostgresStatement(Statement(factsQuery))
        var facts = SnapshotFacts(server: "Postgres " + session.serverVersionText)
        _ = try session.prepare(statement)
        let asked = HostClock.seconds
        try session.runPrepared(statement) { (row) throws(SourceError) in
            // It answered at some moment between the question and now.
            if case .real(let clock) = row[3] { facts.clockOffsetSeconds = clock - (asked + HostClock.seconds) / 2 }
            if case .time(let now) = row[0] { facts.now = now }
            facts.isStandby = row[1] == .integer(1)
            if case .real(let lag) = row[2] { facts.replayLagSeconds = lag }
        }
        return facts
    }

    /// A standby that has replayed all it received lags by nothing, however long ago the last transaction was.
    /// One that has not replayed any transaction yet cannot tell how far it is behind: greatest() would make that a 0.
    private static let factsQuery = """
        SELECT date_trunc('second', now()), pg_is_in_recovery(),
            CASE WHEN NOT pg_is_in_recovery() THEN NULL
                WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AND EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 0
                WHEN pg_last_xact_replay_timestamp() IS NOT NULL
                    THEN greatest(0, extract(epoch FROM now() - pg_last_xact_replay_timestamp()))
            END::float8,
            extract(epoch FROM clock_timestamp())::float8
        """
}

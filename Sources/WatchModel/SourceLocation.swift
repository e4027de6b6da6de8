/// Where the watched database is.
package enum SourceLocation: Equatable, Sendable {
    case sqlite(path: String)
    case postgres(PostgresLocation)

    package var dialect: Dialect {
        switch self {
        case .sqlite: .sqlite
        case .postgres: .postgres
        }
    }
}

/// How to reach a Postgres server: a URL, or separate fields. Fields win over what the URL says.
package struct PostgresLocation: Equatable, Sendable {
    /// The whole URL; it may hold a password.
    package var url: Secret?
    package var host: String?
    package var port: Int?
    package var database: String?
    package var user: String?
    /// `sslmode`, as libpq knows it.
    package var sslMode: String?
    package var password: Secret?

    package init(
        url: Secret? = nil, host: String? = nil, port: Int? = nil, database: String? = nil, user: String? = nil,
        sslMode: String? = nil, password: Secret? = nil
    ) {
        (self.url, self.host, self.port, self.database) = (url, host, port, database)
        (self.user, self.sslMode, self.password) = (user, sslMode, password)
    }
}

/// How patient the job is with the source. All of it protects the host.
package struct SourceLimits: Equatable, Sendable {
    package var connectSeconds: Int64
    /// One query. In Postgres also set as `statement_timeout`.
    package var querySeconds: Int64
    /// The whole snapshot, from connecting to closing.
    package var runSeconds: Int64
    /// Waiting for another session's lock.
    package var lockSeconds: Int64
    /// The most rows a query may return: figures are aggregates.
    package var rows: Int

    package init(
        connectSeconds: Int64 = 10, querySeconds: Int64 = 30, runSeconds: Int64 = 240, lockSeconds: Int64 = 2, rows: Int = 10_000
    ) {
        (self.connectSeconds, self.querySeconds, self.runSeconds) = (connectSeconds, querySeconds, runSeconds)
        (self.lockSeconds, self.rows) = (lockSeconds, rows)
    }
}

/// What the opened snapshot says about itself.
package struct SnapshotFacts: Equatable, Sendable {
    /// For example `SQLite 3.40.1` or `Postgres 15.18`.
    package var server: String
    /// The database's own clock when the snapshot was taken; nil where it has none (SQLite).
    package var now: Instant?
    /// True on a hot standby.
    package var isStandby: Bool
    /// How far a standby is behind its primary, in seconds; nil on a primary, and when it cannot be known.
    package var replayLagSeconds: Double?
    /// How far the database's clock is ahead of this host's, give or take half a round trip; nil where it has none.
    package var clockOffsetSeconds: Double?

    package init(
        server: String, now: Instant? = nil, isStandby: Bool = false, replayLagSeconds: Double? = nil, clockOffsetSeconds: Double? = nil
    ) {
        (self.server, self.now, self.isStandby, self.replayLagSeconds) = (server, now, isStandby, replayLagSeconds)
        self.clockOffsetSeconds = clockOffsetSeconds
    }
}

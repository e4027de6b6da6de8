import TestSupport
import WatchDatabase
import WatchModel

/// A fresh database on the shared server, for one test.
struct TestDatabase {
    let name = "db_\(UInt64.random(in: 0 ... .max))"
    let server: PostgresServer

    init(on server: PostgresServer = .shared) {
        self.server = server
        _ = server.createDatabase(name)
    }

    func open(
        user: String = "postgres", schema: String? = nil, acceptsRowSecurity: Bool = false, limits: SourceLimits = SourceLimits(),
        interruption: Interruption = .never
    ) throws(SourceError) -> PostgresConnection {
        try PostgresConnection(
            location: PostgresLocation(url: Secret(server.url(database: name, user: user))), schema: schema,
            acceptsRowSecurity: acceptsRowSecurity, limits: limits, interruption: interruption)
    }

    @discardableResult
    func execute(_ sql: String) -> String { server.execute(sql, database: name) }

    func openSession() -> PostgresTestSession { server.openSession(database: name) }

    /// How many sessions of the job are left; a session needs a moment to go.
    func sessions() -> Int {
        var left = 0
        for _ in 0..<50 {
            let count = server.execute(
                "SELECT pg_sleep(0.05); SELECT count(*) FROM pg_stat_activity WHERE application_name = 'iapwatch' AND datname = '\(name)'")
            left = count.split(separator: "\n").last.flatMap { Int($0) } ?? -1
            if left == 0 { return 0 }
        }
        return left
    }
}

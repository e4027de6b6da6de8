import Synchronization
import TestSupport
import WatchDatabase
import WatchModel

/// A fresh database on the shared server, for one test; made when it is first used.
final class TestDatabase: Sendable {
    let name = "db_\(UInt64.random(in: 0 ... .max))"
    let server: PostgresServer

    init(on server: PostgresServer = .shared) {
        self.server = server
    }

    private let isCreated = Mutex(false)

    private func create() {
        isCreated.withLock { isCreated in
            if !isCreated { _ = server.createDatabase(name) }
            isCreated = true
        }
    }

    func open(
        user: String = "postgres", schema: String? = nil, acceptsRowSecurity: Bool = false, limits: SourceLimits = SourceLimits(),
        interruption: Interruption = .never
    ) throws(SourceError) -> PostgresConnection {
        create()
        return try PostgresConnection(
            location: PostgresLocation(url: Secret(server.url(database: name, user: user))), schema: schema,
            acceptsRowSecurity: acceptsRowSecurity, limits: limits, interruption: interruption)
    }

    @discardableResult
    func execute(_ sql: String) -> String {
        create()
        return server.execute(sql, database: name)
    }

    func openSession() -> PostgresTestSession {
        create()
        return server.openSession(database: name)
    }

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

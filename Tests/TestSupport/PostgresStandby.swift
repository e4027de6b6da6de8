import Glibc

/// A primary, and a hot standby that streams from it.
package final class PostgresStandby: Sendable {
    package let primary: PostgresServer
    package let server: PostgresServer

    /// - Parameters:
    ///   - options: settings of the standby.
    ///   - prepare: fills the primary before it is copied.
    package init(options: [String] = [], prepare: (PostgresServer) -> Void) {
        primary = PostgresServer.start(name: "primary", options: ["wal_level=replica", "autovacuum=off"])
        prepare(primary)
        server = PostgresServer.start(name: "standby", options: options, following: primary)
    }

    /// Waits until everything that the primary has written can be seen on the standby.
    package func waitUntilReplayed() {
        let position = primary.execute("SELECT pg_current_wal_flush_lsn()")
        wait(until: "pg_last_wal_replay_lsn() >= '\(position)'::pg_lsn")
    }

    /// Waits until everything that the primary has written has arrived, seen or not.
    package func waitUntilReceived() {
        let position = primary.execute("SELECT pg_current_wal_flush_lsn()")
        wait(until: "pg_last_wal_receive_lsn() >= '\(position)'::pg_lsn")
    }

    package func pauseReplay() {
        server.execute("SELECT pg_wal_replay_pause()")
        wait(until: "pg_get_wal_replay_pause_state() = 'paused'")
    }

    package func resumeReplay() { server.execute("SELECT pg_wal_replay_resume()") }

    /// Asks the standby every 50 ms, for half a minute.
    package func wait(until condition: String) {
        for _ in 0..<600 {
            if server.execute("SELECT \(condition)") == "t" { return }
            usleep(50_000)
        }
        fatalError("the standby never came to \(condition)")
    }

    package func remove() {
        server.remove()
        primary.remove()
    }
}

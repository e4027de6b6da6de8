import Foundation
import Glibc
import TestSupport
import Testing

/// Servers that do not let the job in: only the health file is written, and it says so.
@Suite struct PostgresRefusalTests {
    @Test func nobodyListens() throws {
        var bench = try Bench(.postgres)
        let good = try bench.goodRun()
        bench.url = "postgresql://watcher@127.0.0.1:\(PostgresServer.freePort())/shop"
        try bench.expectFailure(try bench.run(1), exit: 3, after: good)
        bench.url = "postgresql:///shop?host=/tmp/no-such-folder"
        try bench.expectFailure(try bench.run(2), exit: 3, after: good, at: 2)
    }

    @Test func thePasswordIsWrong() throws {
        var bench = try Bench(.postgres, on: ListeningServer.shared)
        let good = try bench.goodRun()
        let port = ListeningServer.shared.port
        for (number, login) in ["watcher:wrong@", "watcher@", "nobody:wrong@"].enumerated() {
            bench.url = "postgresql://\(login)127.0.0.1:\(port)/\(bench.name)"
            try bench.expectFailure(try bench.run(number + 1), exit: 3, after: good, at: number + 1)
        }
    }

    @Test func thereIsNoSuchDatabase() throws {
        var bench = try Bench(.postgres)
        let good = try bench.goodRun()
        bench.url = PostgresServer.shared.url(database: "no_such_database")
        let outcome = try bench.run(1)
        try bench.expectFailure(outcome, exit: 3, after: good)
        #expect(outcome.errorText.contains("no_such_database"))
    }

    /// The kernel accepts the connection, and nobody ever says a word.
    @Test func theNetworkIsSilent() throws {
        var bench = try Bench(.postgres)
        let good = try bench.goodRun()
        let listener = SilentListener()
        bench.url = "postgresql://watcher@127.0.0.1:\(listener.port)/shop"
        let limits = try bench.configuration("source: { connect_timeout: 1s }\n")
        let clock = ContinuousClock()
        let started = clock.now
        try bench.expectFailure(try bench.run(1, limits), exit: 3, after: good)
        #expect(clock.now - started < .seconds(20))
    }

    @Test func aSignalEndsTheWaitForASilentNetwork() throws {
        var bench = try Bench(.postgres)
        let good = try bench.goodRun()
        let listener = SilentListener()
        bench.url = "postgresql://watcher@127.0.0.1:\(listener.port)/shop"
        let program = try RunningProgram(bench.arguments(1), in: bench.directory.path)
        // Before its handlers stand, a signal would end it like any program.
        #expect(bench.waitUntil { listener.hasCaller() })
        program.send(SIGTERM)
        #expect(try program.outcome().exitCode == 143)
        #expect(try Remains(of: bench).health == good.health)
    }
}

/// A server that listens on TCP and asks for passwords there, for all tests that need one.
enum ListeningServer {
    static let shared: PostgresServer = {
        let server = PostgresServer.start(name: "faults", listens: true)
        server.execute("CREATE ROLE watcher LOGIN PASSWORD '\(password)'; GRANT pg_read_all_data TO watcher")
        return server
    }()

    /// Not in any name or message of the tests, so that it can be searched for.
    static let password = "pL4ntedPw7"
}

/// A TCP port that accepts connections and never answers.
final class SilentListener: Sendable {
    let port: Int
    private let descriptor: Int32

    init() {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        port = PostgresServer.freePort()
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        precondition(bound == 0 && listen(descriptor, 8) == 0, "cannot listen on 127.0.0.1:\(port)")
    }

    deinit { close(descriptor) }

    /// Whether somebody waits to be accepted.
    func hasCaller() -> Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) == 1
    }
}

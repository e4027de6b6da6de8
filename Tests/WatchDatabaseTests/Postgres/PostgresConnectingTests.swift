import TestSupport
import Testing
import WatchDatabase
import WatchModel

@Suite struct PostgresConnectingTests {
    private static let planted = "S3cr@t/pa:ss?#%&'x"
    private static let encoded = "S3cr%40t%2Fpa%3Ass%3F%23%25%26%27x"

    /// Listens on TCP, where it asks for passwords.
    private static let listening: PostgresServer = {
        let server = PostgresServer.start(name: "listening", listens: true)
        server.execute("CREATE ROLE watcher LOGIN PASSWORD 'S3cr@t/pa:ss?#%&''x'")
        return server
    }()

    private func connect(_ location: PostgresLocation) -> SourceError? {
        sourceError { () throws(SourceError) in
            let limits = SourceLimits(connectSeconds: 5)
            var source = try PostgresConnection(
                location: location, schema: nil, acceptsRowSecurity: false, limits: limits, interruption: .never)
            _ = try source.rows(Statement("SELECT 1"), limit: 1)
        }
    }

    private func connect(_ url: String) -> SourceError? { connect(PostgresLocation(url: Secret(url))) }

    @Test func takesThePasswordFromTheURLOrFromItsField() {
        let port = Self.listening.port
        #expect(connect("postgresql://watcher:\(Self.encoded)@127.0.0.1:\(port)/postgres") == nil)
        #expect(connect("postgresql://127.0.0.1:\(port)/postgres?user=watcher&password=\(Self.encoded)") == nil)
        let fields = PostgresLocation(
            url: Secret("postgresql://nobody:wrong@elsewhere.invalid/none"), host: "127.0.0.1", port: port, database: "postgres",
            user: "watcher", sslMode: "prefer", password: Secret(Self.planted))
        #expect(connect(fields) == nil)
    }

    @Test func saysWhyItCannotConnect() {
        let port = Self.listening.port
        let good = "postgresql://watcher:\(Self.encoded)@127.0.0.1:\(port)/"
        let cases: [(String, SourceError.Kind)] = [
            ("postgresql://watcher@127.0.0.1:\(PostgresServer.freePort())/postgres", .unreachable),
            ("postgresql://watcher@127.0.0.1:\(port)/postgres", .authenticationFailed),
            ("postgresql://watcher:wrong@127.0.0.1:\(port)/postgres", .authenticationFailed),
            ("postgresql://nobody:wrong@127.0.0.1:\(port)/postgres", .authenticationFailed),
            (good + "no_such_database", .unreachable), ("postgresql://h.invalid/x", .unreachable),
            ("postgresql:///x?host=/tmp/no-such-folder", .unreachable),
        ]
        for (url, kind) in cases {
            let error = connect(url)
            #expect(error?.kind == kind, "\(String(describing: error))")
            #expect(error?.hint != nil)
        }
        #expect(connect(good + "no_such_database")?.code == "3D000")
        #expect(connect("postgresql://watcher:wrong@127.0.0.1:\(port)/postgres")?.code == "28P01")
    }

    /// Forms that work, forms that do not, and those in which libpq takes a part of the password for something else.
    @Test func neverShowsAPassword() {
        let port = Self.listening.port
        let secret = "hunter2pw"
        let passwords = [
            secret, "\(secret)@\(secret)", "\(secret)/\(secret)", "\(secret)?\(secret)", "\(secret)#\(secret)", "\(secret):\(secret)",
        ]
        var urls: [String] = []
        for password in passwords {
            urls += [
                "postgresql://nobody:\(password)@127.0.0.1:\(port)/postgres", "postgresql://nobody:\(password)@127.0.0.1:x/postgres",
                "postgres://nobody:\(password)@127.0.0.1:99999999/postgres", "postgres://:\(password)@127.0.0.1:1/postgres",
                "postgresql://127.0.0.1:\(port)/postgres?user=nobody&password=\(password)",
                "postgresql://?user=nobody&password=\(password)&host=127.0.0.1&port=1", "postgresql://nobody:\(password)",
                "postgresql:/nobody:\(password)@127.0.0.1/postgres", "postgresql:nobody:\(password)@127.0.0.1/postgres",
                "mysql://nobody:\(password)@127.0.0.1/postgres", "nobody:\(password)@127.0.0.1", " postgresql://n:\(password)@127.0.0.1/x",
                "postgresql://nobody:\(password)@[127.0.0.1/postgres", "postgresql://nobody:\(password)%zz@127.0.0.1/postgres",
                "postgresql://nobody:\(password)@127.0.0.1:1/postgres?nonsense=\(password)",
                "host=127.0.0.1 port=\(port) user=nobody dbname=postgres password=\(password)",
                "host=127.0.0.1 port=1 password=\(password) x",
                "host=127.0.0.1 port=1 password='\(password)", "password=\(password) port=\(password)", "password = \(password)", password,
                "postgresql://nobody:\(password)@\(password).invalid/postgres",
            ]
        }
        for url in urls {
            guard let error = connect(url) else {
                Issue.record("connected")
                continue
            }
            let text = "\(error)"
            #expect(!text.contains(secret), "\(text)")
        }
    }

    @Test func neverShowsAPercentEncodedPassword() {
        for host in ["127.0.0.1:\(Self.listening.port)", "127.0.0.1:1", "\(Self.encoded).invalid"] {
            let text = "\(String(describing: connect("postgresql://nobody:\(Self.encoded)@\(host)/postgres")))"
            #expect(!text.contains(Self.planted) && !text.contains(Self.encoded))
        }
    }

    @Test func stopsWhenInterruptedWhileConnecting() {
        let error = sourceError { () throws(SourceError) in
            _ = try PostgresConnection(
                location: PostgresLocation(host: "127.0.0.1", port: Self.listening.port), schema: nil, acceptsRowSecurity: false,
                limits: SourceLimits(), interruption: Interruption { true })
        }
        #expect(error?.kind == .cancelled)
    }

    @Test func noticesThatTheServerWentAway() throws {
        let server = PostgresServer.start(name: "stopped")
        let database = TestDatabase(on: server)
        var source = try database.open()
        server.stop(mode: .immediate)
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Statement("SELECT 1"), limit: 1) }
        #expect(error?.kind == .connectionLost)
        #expect(sourceError { () throws(SourceError) in _ = try database.open() }?.kind == .unreachable)
        server.startProcess()
        var again = try database.open()
        #expect(try again.rows(Statement("SELECT 1"), limit: 1).rows == [[.integer(1)]])
        again.close()
        server.remove()
    }
}

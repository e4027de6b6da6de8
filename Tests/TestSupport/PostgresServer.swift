import Foundation
import Glibc
import Synchronization

/// A real Postgres server for tests: a cluster of its own, trusted on a Unix socket, gone with the test process.
package final class PostgresServer: Sendable {
    /// How a server is stopped, in `pg_ctl`'s words.
    package enum StopMode: String, Sendable {
        case smart
        case fast
        case immediate
    }

    /// The directory of the Unix socket: the `host` to connect to.
    package let socketDirectory: String
    /// The TCP port on 127.0.0.1, and the name of the socket; nothing listens on TCP unless it was asked for.
    package let port: Int
    private let directory: String
    private let options: [String]
    private let processID = Mutex<Int32>(0)

    private static let running = Mutex<[PostgresServer]>([])
    private static let binaries = "/usr/lib/postgresql/15/bin/"

    /// One server for all tests that need no options of their own; each takes a fresh database in it.
    package static let shared = PostgresServer.start(name: "shared")

    /// - Parameter listens: also on 127.0.0.1, where passwords are asked for.
    /// - Parameter options: `name=value` settings of the server.
    /// - Parameter primary: to be copied, and followed from then on.
    package static func start(
        name: String, options: [String] = [], listens: Bool = false, following primary: PostgresServer? = nil
    ) -> PostgresServer {
        let server = PostgresServer(name: name, options: options, listens: listens, following: primary)
        running.withLock { servers in
            if servers.isEmpty { atexit { PostgresServer.stopAll() } }
            servers.append(server)
        }
        return server
    }

    private init(name: String, options: [String], listens: Bool, following primary: PostgresServer?) {
        guard FileManager.default.isExecutableFile(atPath: Self.binaries + "initdb") else {
            fatalError("tests need the package postgresql-15: there is no \(Self.binaries)initdb")
        }
        // A socket's path has at most 107 bytes, so it is not under a long test root.
        let unique = String(UInt32.random(in: 0 ... .max), radix: 36)
        socketDirectory = "/tmp/iapw-pg-\(unique)"
        let root = ProcessInfo.processInfo.environment["IAPWATCH_TEST_ROOT"] ?? "/tmp"
        directory = "\(root)/iapwatch-\(name)-\(unique)"
        port = Self.freePort()
        self.options =
            ["fsync=off", "unix_socket_directories=\(socketDirectory)", "port=\(port)", "listen_addresses=\(listens ? "127.0.0.1" : "")"]
            + options
        for path in [socketDirectory, directory] { Self.createDirectory(path) }
        // The data lies one level down, so that initdb may create it with its own rights.
        if let primary {
            let source = ["-h", primary.socketDirectory, "-p", String(primary.port), "-U", "postgres"]
            Self.runAsServer(["pg_basebackup", "-D", data, "-R", "-c", "fast", "--no-sync"] + source)
        } else {
            Self.runAsServer(["initdb", "-D", data, "-A", "trust", "-U", "postgres", "--no-sync", "--no-locale", "-E", "UTF8"])
        }
        if listens { Self.runShell("printf 'local all all trust\\nhost all all 127.0.0.1/32 scram-sha-256\\n' > \(data)/pg_hba.conf") }
        startProcess()
    }

    private var data: String { directory + "/data" }

    /// A fresh database, and the URL to reach it as the superuser.
    package func createDatabase(_ name: String) -> String {
        execute("CREATE DATABASE \"\(name)\"")
        return url(database: name)
    }

    package func url(database: String, user: String = "postgres") -> String {
        "postgresql:///\(database)?host=\(socketDirectory)&port=\(port)&user=\(user)"
    }

    /// Runs SQL as the superuser, each statement in a transaction of its own, and stops the tests where it fails.
    ///
    /// - Returns: the rows, a line each, cells separated by `|`.
    @discardableResult
    package func execute(_ sql: String, database: String = "postgres") -> String {
        Self.run("/usr/bin/env", ["psql"] + psqlArguments(database), input: sql)
    }

    /// A psql that stays open, for another session that holds something.
    package func openSession(database: String) -> PostgresTestSession {
        PostgresTestSession(arguments: psqlArguments(database))
    }

    package func stop(mode: StopMode = .fast) {
        let id = processID.withLock { $0 }
        guard id != 0 else { return }
        Self.runAsServer(["pg_ctl", "-D", data, "-w", "-m", mode.rawValue, "stop"])
        processID.withLock { $0 = 0 }
    }

    package func restart() {
        stop(mode: .fast)
        startProcess()
    }

    /// Ends the server as a power cut would.
    package func kill() {
        let id = processID.withLock { id in
            defer { id = 0 }
            return id
        }
        guard id != 0 else { return }
        Glibc.kill(id, SIGKILL)
        // Backends notice the death of their parent; the lock file stays behind.
        while Glibc.kill(id, 0) == 0 { usleep(10_000) }
    }

    /// Starts it again after `stop` or `kill`.
    package func startProcess() {
        let quoted = options.map { "-c '\($0)'" }.joined(separator: " ")
        Self.runAsServer(["pg_ctl", "-D", data, "-w", "-s", "-l", directory + "/log", "-o", quoted, "start"])
        let file = (try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)) ?? ""
        guard let id = file.split(separator: "\n").first.flatMap({ Int32($0) }) else {
            fatalError("the Postgres server for tests did not start; see \(directory)/log")
        }
        processID.withLock { $0 = id }
    }

    /// Stops this server and removes all that it left.
    package func remove() {
        stop(mode: .immediate)
        for path in [socketDirectory, directory] { try? FileManager.default.removeItem(atPath: path) }
    }

    private static func stopAll() {
        for server in running.withLock({ $0 }) { server.remove() }
    }

    private func psqlArguments(_ database: String) -> [String] {
        [
            "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=terse", "-h", socketDirectory, "-p", String(port), "-U",
            "postgres",
            "-d", database,
        ]
    }
}

extension PostgresServer {
    /// Postgres refuses to run as root.
    private static var isRoot: Bool { geteuid() == 0 }

    private static func runAsServer(_ command: [String]) {
        let full = [binaries + command[0]] + command.dropFirst()
        let asPostgres = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
        run("/usr/bin/env", (isRoot ? asPostgres : []) + full, input: "")
    }

    private static func createDirectory(_ path: String) {
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard isRoot, let postgres = getpwnam("postgres") else { return }
        chown(path, postgres.pointee.pw_uid, postgres.pointee.pw_gid)
    }

    private static func runShell(_ script: String) {
        run("/bin/sh", ["-c", script], input: "")
    }

    @discardableResult
    private static func run(_ program: String, _ arguments: [String], input: String) -> String {
        // Foundation's Process waits until the last descendant is gone, and the server is one.
        let base = "/tmp/iapw-run-\(UInt64.random(in: 0 ... .max))"
        defer { for suffix in [".in", ".out"] { try? FileManager.default.removeItem(atPath: base + suffix) } }
        _ = FileManager.default.createFile(atPath: base + ".in", contents: Data(input.utf8))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, base + ".in", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, base + ".out", O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        // Foundation's Process notices an end by a socket that the child held. A server started at the same moment would
        // inherit it, and the end would never be noticed.
        for descriptor in Int32(3)..<2048 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child: pid_t = 0
        guard posix_spawn(&child, program, &actions, nil, &words, environ) == 0 else { fatalError("\(program) cannot be started") }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let text = (try? String(contentsOfFile: base + ".out", encoding: .utf8)) ?? ""
        guard status == 0 else { fatalError("\(arguments.joined(separator: " ")) failed: \(text)") }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    /// A port that nobody listens on at this moment.
    package static func freePort() -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutableBytes(of: &address) { bytes in
            let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            guard let pointer, bind(descriptor, pointer, length) == 0, getsockname(descriptor, pointer, &length) == 0 else {
                fatalError("no free port on 127.0.0.1")
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

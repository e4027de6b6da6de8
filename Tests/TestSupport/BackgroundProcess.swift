import Foundation
import Synchronization

/// A server that a test starts, and that ends with it: by `stop()`, with this object, or when the tests exit.
package final class BackgroundProcess: Sendable {
    package struct NotReady: Error, CustomStringConvertible {
        package var description: String
    }

    package let pid: Int32
    private let name: String
    private let logPath: String
    private let folder: TemporaryDirectory
    private let ended: DispatchSemaphore
    private let isStopped = Mutex(false)

    /// - Parameter program: A full path.
    package init(_ program: String, _ arguments: [String], environment: [String: String]? = nil) throws {
        folder = try TemporaryDirectory("server")
        logPath = try folder.write("log", "")
        name = (program as NSString).lastPathComponent
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        if let environment { process.environment = environment }
        let log = try FileHandle(forWritingTo: URL(fileURLWithPath: logPath))
        defer { try? log.close() }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = log
        process.standardError = log
        let ended = DispatchSemaphore(value: 0)
        self.ended = ended
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        pid = process.processIdentifier
        Self.remember(pid)
    }

    deinit {
        stop()
    }

    /// What the program has written so far.
    package var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }

    /// Asks the program to end, and kills it when it has not after five seconds. Safe to call again.
    package func stop() {
        let first = isStopped.withLock { stopped in
            defer { stopped = true }
            return !stopped
        }
        guard first else { return }
        if ended.wait(timeout: .now()) == .timedOut {
            kill(pid, SIGTERM)
            if ended.wait(timeout: .now() + 5) == .timedOut {
                kill(pid, SIGKILL)
                ended.wait()
            }
        }
        Self.forget(pid)
    }

    /// Asks `isReady` every 50 ms until it says yes.
    ///
    /// - Throws: `NotReady` with the log of the program, when it ended or the time is over.
    package func waitUntilReady(limitSeconds: Double = 30, _ isReady: () -> Bool) throws {
        let limit = ContinuousClock.now + .seconds(limitSeconds)
        while !isReady() {
            if ended.wait(timeout: .now() + 0.05) == .success {
                ended.signal()
                throw NotReady(description: "\(name) ended before it was ready:\n\(log)")
            }
            guard ContinuousClock.now < limit else {
                throw NotReady(description: "\(name) was not ready after \(limitSeconds) s:\n\(log)")
            }
        }
    }

    // Whoever calls `exit` runs no deinit: what still runs then is killed here, each by its own number.
    private static let running = Mutex<Set<Int32>>([])
    private static let atExit: Void = {
        atexit { BackgroundProcess.killRunning() }
    }()

    private static func remember(_ pid: Int32) {
        _ = atExit
        running.withLock { _ = $0.insert(pid) }
    }

    private static func forget(_ pid: Int32) {
        running.withLock { _ = $0.remove(pid) }
    }

    private static func killRunning() {
        running.withLock { for pid in $0 { kill(pid, SIGKILL) } }
    }
}

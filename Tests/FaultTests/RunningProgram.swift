import Foundation
import Synchronization
import TestSupport

/// The program while it runs, so that something can happen to it.
final class RunningProgram: Sendable {
    let pid: Int32
    private let process: Mutex<Process>
    private let folder: TemporaryDirectory
    private let ended = DispatchSemaphore(value: 0)

    init(_ arguments: [String], in directory: String) throws {
        folder = try TemporaryDirectory("running")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "TZ": "UTC"]
        process.currentDirectoryURL = URL(fileURLWithPath: directory)
        process.standardInput = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: URL(fileURLWithPath: try folder.write("output", "")))
        let errors = try FileHandle(forWritingTo: URL(fileURLWithPath: try folder.write("errors", "")))
        defer { for handle in [output, errors] { try? handle.close() } }
        (process.standardOutput, process.standardError) = (output, errors)
        let ended = ended
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        pid = process.processIdentifier
        self.process = Mutex(process)
    }

    var isRunning: Bool { process.withLock { $0.isRunning } }

    func send(_ signal: Int32) { kill(pid, signal) }

    /// Waits for its end, and kills it when that takes too long.
    func outcome(limitSeconds: Double = 30) throws -> Tool.Outcome {
        let timedOut = ended.wait(timeout: .now() + limitSeconds) == .timedOut
        if timedOut {
            kill(pid, SIGKILL)
            ended.wait()
        }
        let (reason, status) = process.withLock { ($0.terminationReason, $0.terminationStatus) }
        return Tool.Outcome(
            output: Array(try folder.read("output").utf8), errors: Array(try folder.read("errors").utf8),
            exitCode: reason == .exit ? status : nil, signal: reason == .exit ? nil : status, timedOut: timedOut)
    }
}

import Foundation
import Synchronization

/// Runs another program to its end.
package enum Tool {
    package struct Outcome: Sendable, CustomStringConvertible {
        package var output: [UInt8]
        package var errors: [UInt8]
        /// nil when a signal ended the program.
        package var exitCode: Int32?
        package var signal: Int32?
        package var timedOut: Bool

        package init(output: [UInt8], errors: [UInt8], exitCode: Int32?, signal: Int32?, timedOut: Bool) {
            (self.output, self.errors, self.exitCode, self.signal, self.timedOut) = (output, errors, exitCode, signal, timedOut)
        }

        package var outputText: String { String(decoding: output, as: UTF8.self) }
        package var errorText: String { String(decoding: errors, as: UTF8.self) }
        package var description: String {
            let ending = exitCode.map { "exit \($0)" } ?? "signal \(signal ?? 0)"
            return "\(ending)\(timedOut ? ", timed out" : "")\n\(outputText)\(errorText)"
        }
    }

    package struct Missing: Error, CustomStringConvertible {
        package var description: String

        package init(description: String) { self.description = description }
    }

    /// Runs `program` with `arguments`, and kills it when `timeoutSeconds` have passed.
    ///
    /// Input and output go through files: a pipe that fills up would stop both sides.
    ///
    /// - Parameters:
    ///   - program: A path, or a name to be found in `PATH`.
    ///   - environment: The whole environment of the program; nil gives it ours.
    /// - Throws: `Missing` when the program is not there, or what Foundation says when it cannot be started.
    package static func run(
        _ program: String, _ arguments: [String] = [], input: [UInt8] = [], environment: [String: String]? = nil,
        directory: String? = nil, timeoutSeconds: Double = 60
    ) throws -> Outcome {
        let folder = try TemporaryDirectory("tool")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try path(of: program))
        process.arguments = arguments
        if let environment { process.environment = environment }
        if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
        let (output, errors) = (try folder.write("output", ""), try folder.write("errors", ""))
        let handles = [
            try FileHandle(forReadingFrom: URL(fileURLWithPath: try folder.write("input", input))),
            try FileHandle(forWritingTo: URL(fileURLWithPath: output)),
            try FileHandle(forWritingTo: URL(fileURLWithPath: errors)),
        ]
        defer { for handle in handles { try? handle.close() } }
        process.standardInput = handles[0]
        process.standardOutput = handles[1]
        process.standardError = handles[2]
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        let timedOut = ended.wait(timeout: .now() + timeoutSeconds) == .timedOut
        if timedOut {
            kill(process.processIdentifier, SIGKILL)
            ended.wait()
        }
        let byExit = process.terminationReason == .exit
        return Outcome(
            output: Array(try Data(contentsOf: URL(fileURLWithPath: output))),
            errors: Array(try Data(contentsOf: URL(fileURLWithPath: errors))),
            exitCode: byExit ? process.terminationStatus : nil, signal: byExit ? nil : process.terminationStatus, timedOut: timedOut
        )
    }

    /// The path of a program that the tests cannot do without.
    ///
    /// - Throws: `Missing`, which names the Debian package to install. A test that is skipped for want of a tool would
    ///   look like one that passed.
    @discardableResult
    package static func require(_ name: String, package: String) throws -> String {
        guard let path = try? path(of: name) else {
            throw Missing(description: "\(name) is missing: apt-get install --no-install-recommends \(package)")
        }
        return path
    }

    private static func path(of program: String) throws -> String {
        if program.contains("/") { return program }
        let searched = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        for folder in searched where access("\(folder)/\(program)", X_OK) == 0 { return "\(folder)/\(program)" }
        throw Missing(description: "\(program) is not in PATH")
    }
}

import Foundation

/// A second session of a test server, kept open: for locks, and for commits between two queries.
package final class PostgresTestSession {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(arguments: [String]) {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["psql"] + arguments
        process.standardInput = input
        process.standardOutput = output
        do { try process.run() } catch { fatalError("psql cannot be started: \(error)") }
    }

    deinit {
        close()
    }

    /// Runs SQL and returns once the server has done it.
    package func execute(_ sql: String) {
        input.fileHandleForWriting.write(Data((sql + ";\n\\echo done\n").utf8))
        var answer = ""
        while !answer.contains("done\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { fatalError("psql ended during: \(sql)") }
            answer += String(decoding: data, as: UTF8.self)
        }
    }

    /// Ends the session; what it had open is rolled back.
    package func close() {
        guard process.isRunning else { return }
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

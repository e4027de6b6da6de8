import Foundation
import TestSupport

/// A sqlite3 that stays open on a file: another process that holds locks, and writes.
final class SQLiteSession {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()

    init(on path: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-batch", path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    deinit { close() }

    /// Runs SQL and returns its output, once it is done.
    @discardableResult
    func execute(_ sql: String) throws -> String {
        input.fileHandleForWriting.write(Data((sql + ";\n.print done\n").utf8))
        var answer = ""
        while !answer.hasSuffix("done\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Tool.Missing(description: "sqlite3 ended during: \(sql)") }
            answer += String(decoding: data, as: UTF8.self)
        }
        return String(answer.dropLast("done\n".count))
    }

    /// Ends the session; what it had open is rolled back.
    func close() {
        guard process.isRunning else { return }
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

import Foundation
import Testing

/// The `sqlite3` command line tool: this module may not know the one that talks to databases.
enum SQLiteTool {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Runs a script in a database in memory.
    ///
    /// - Throws: what the tool complains about, and when it is not there.
    static func run(_ script: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["sqlite3", "-batch", "-bail", ":memory:"]
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
        try process.run()
        input.fileHandleForWriting.write(Data(script.utf8))
        try input.fileHandleForWriting.close()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let complaint = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, complaint.isEmpty else {
            throw Failure(description: "sqlite3 (apt-get install sqlite3): status \(process.terminationStatus): \(complaint)")
        }
        return text
    }
}

import Foundation
import TestSupport

/// What the headers of the built-in queries say, read without the program.
struct QueryHeaders {
    private let lines: [String: [Substring]]

    init() throws {
        let folder = Program.repository("queries")
        var lines: [String: [Substring]] = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.split(separator: ".").count == 2 {
            guard file.hasSuffix(".sql") else { continue }
            let text = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            lines[String(file.dropLast(4))] = text.split(separator: "\n").filter { $0.hasPrefix("-- ") }
        }
        self.lines = lines
    }

    /// The queries that cannot do without a table.
    func reading(_ table: String) -> Set<String> {
        Set(
            lines.filter { _, header in
                guard let reads = header.first(where: { $0.hasPrefix("-- reads: ") }) else { return false }
                return reads.dropFirst(10).split(separator: ",").contains { $0.trimmingCharacters(in: .whitespaces) == table }
            }.keys)
    }

    /// The queries that do not run in every run.
    var occasional: [String] { lines.filter { $0.value.contains { $0.hasPrefix("-- every: ") } }.keys.sorted() }
}

import Foundation
import TestSupport
import Testing

/// Searches everything that the program shows or leaves for words that must not be there.
struct Secrets {
    let words: [String]

    /// Passwords of every awkward form. Both halves are searched for: a broken URL can show one of them as a host.
    static let password = Secrets(words: ["pL4nt", "zQ8xw"])
    static let passwords = [
        "pL4ntzQ8xw", "pL4nt@zQ8xw", "pL4nt/zQ8xw", "pL4nt:zQ8xw", "pL4nt?zQ8xw", "pL4nt#zQ8xw", "pL4nt zQ8xw", "pL4nt%zQ8xw",
    ]
    static let data = Secrets(words: [Seed.planted, "planted"])

    /// - Parameter what: which case this is, without the secret.
    func expectAbsent(
        _ outcome: Tool.Outcome, _ bench: Bench, _ what: String, _ place: Testing.SourceLocation = #_sourceLocation
    ) throws {
        #expect(outcome.exitCode != nil && !outcome.timedOut, "\(what): \(outcome)", sourceLocation: place)
        var sources: [(String, [UInt8])] = [("standard output", outcome.output), ("standard error", outcome.errors)]
        for folder in ["metrics", "state"] {
            for name in (try? FileManager.default.subpathsOfDirectory(atPath: bench.directory.file(folder))) ?? [] {
                let data = FileManager.default.contents(atPath: bench.directory.file(folder + "/" + name)) ?? Data()
                sources.append(("\(folder)/\(name)", Array(data)))
            }
        }
        for (name, bytes) in sources {
            let text = String(decoding: bytes, as: UTF8.self)
            for word in words where text.contains(word) {
                let line = text.split(separator: "\n").first { $0.contains(word) } ?? ""
                Issue.record("\(what): \(name) shows it: \(line)", sourceLocation: place)
            }
        }
    }
}

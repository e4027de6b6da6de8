import Foundation
import TestSupport

/// What `--json` prints, as a program would read it.
struct RunDocument {
    struct Query: Decodable {
        var name: String
        var hash: String
        var status: String
        var durationSeconds: Double
        var measuredAt: String?
    }

    struct Metric: Decodable {
        var name: String
        var query: String
        var outcome: String
        var reason: String?
        var note: String?

        /// Its ages are those of the job's own ledger.
        var isFromLedger: Bool { note?.contains("first saw") ?? false }
    }

    private struct Root: Decodable {
        var queries: [Query]
        var metrics: [Metric]
        var exitCode: Int32
    }

    let queries: [Query]
    let metrics: [Metric]
    let exitCode: Int32

    init(_ outcome: Tool.Outcome) throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let root = try decoder.decode(Root.self, from: Data(outcome.output))
        (queries, metrics, exitCode) = (root.queries, root.metrics, root.exitCode)
    }
}

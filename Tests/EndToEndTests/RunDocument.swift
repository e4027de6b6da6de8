import Foundation
import TestSupport

/// What `--json` prints, as a program would read it.
struct RunDocument {
    struct Query: Decodable {
        var name: String
        var hash: String
        var status: String
        var duration_seconds: Double
        var measured_at: String?
    }

    struct Metric: Decodable {
        var name: String
        var query: String
        var outcome: String
        var reason: String?
    }

    private struct Root: Decodable {
        var queries: [Query]
        var metrics: [Metric]
        var exit_code: Int32
    }

    let queries: [Query]
    let metrics: [Metric]
    let exitCode: Int32

    init(_ outcome: Tool.Outcome) throws {
        let root = try JSONDecoder().decode(Root.self, from: Data(outcome.output))
        (queries, metrics, exitCode) = (root.queries, root.metrics, root.exit_code)
    }
}

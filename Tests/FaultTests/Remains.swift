import Foundation
import TestSupport
import Testing

/// What runs left in the output directory: the bytes, and what they say.
struct Remains {
    let figures: [UInt8]
    let health: [UInt8]
    private let figureFamilies: [PrometheusTextParser.Family]
    private let healthFamilies: [PrometheusTextParser.Family]

    /// - Throws: when a file is missing, or is not exactly in Prometheus's format.
    init(of bench: Bench, in output: String = "metrics") throws {
        figures = try Self.bytes(bench, output + "/iapwatch.prom")
        health = try Self.bytes(bench, output + "/iapwatch_job.prom")
        figureFamilies = try PrometheusTextParser.parse(figures)
        healthFamilies = try PrometheusTextParser.parse(health)
    }

    private static func bytes(_ bench: Bench, _ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: bench.directory.file(name))))
    }

    /// The samples of a figure, without the prefix; none when it was left out.
    func figure(_ name: String) -> [PrometheusTextParser.Sample] { Self.samples(figureFamilies, name) }

    /// The sum over all labels; nil when the figure was left out.
    func total(_ name: String) -> Double? {
        let samples = figure(name)
        return samples.isEmpty ? nil : samples.reduce(0) { $0 + $1.value }
    }

    func job(_ name: String) -> Double? { Self.samples(healthFamilies, name).first?.value }

    /// Each query that was tried, and whether it worked.
    var queries: [String: Bool] {
        Dictionary(Self.samples(healthFamilies, "query_success").map { ($0["query"] ?? "", $0.value == 1) }) { $1 }
    }

    var failed: Set<String> { Set(queries.filter { !$0.value }.keys) }

    func isAvailable(_ metric: String) -> Bool? {
        Self.samples(healthFamilies, "metric_available").first { $0["metric"] == "iapwatch_" + metric }.map { $0.value == 1 }
    }

    private static func samples(_ families: [PrometheusTextParser.Family], _ name: String) -> [PrometheusTextParser.Sample] {
        families.first { $0.name == "iapwatch_" + name }?.samples ?? []
    }
}

import FoundationEssentials
import WatchDatabase
import WatchModel

/// The last good result of a query that runs hourly or daily.
struct KeptResult: Equatable {
    var query: String
    /// What it was measured with: SQL, mapping, thresholds, source. Another definition, and it no longer counts.
    var definition: String
    var measuredAt: Instant
    /// Samples by metric; a metric without samples had nothing to show.
    var samples: [String: [MetricFamily.Sample]]
    var labelValues: [LabelValueCount] = []
}

extension StateStore {
    private struct StoredResult: Codable {
        var samples: [String: [StoredSample]]
        var labelValues: [StoredCount]
    }

    private struct StoredSample: Codable {
        var labels: [[String]]
        var value: Double
    }

    private struct StoredCount: Codable {
        var label: String
        var distinct: Int
        var limit: Int
    }

    /// Every kept result, by query. One that cannot be read is left out: it will be measured again.
    func keptResults() throws(SourceError) -> [String: KeptResult] {
        var results: [String: KeptResult] = [:]
        try store.run("SELECT query, definition, measured_at_microseconds, samples FROM kept_results", values: []) {
            (row) throws(SourceError) in
            guard case .text(let query) = row[0], case .text(let definition) = row[1], case .integer(let measuredAt) = row[2],
                case .text(let json) = row[3],
                let stored = try? JSONDecoder().decode(StoredResult.self, from: Data(json.utf8))
            else { return }
            let samples = stored.samples.mapValues { list in
                list.map { sample in
                    MetricFamily.Sample(LabelSet(sample.labels.filter { $0.count == 2 }.map { (name: $0[0], value: $0[1]) }), sample.value)
                }
            }
            results[query] = KeptResult(
                query: query, definition: definition, measuredAt: Instant(microseconds: measuredAt), samples: samples,
                labelValues: stored.labelValues.map { LabelValueCount(label: $0.label, distinct: $0.distinct, limit: $0.limit) })
        }
        return results
    }

    func keep(_ result: KeptResult) throws(SourceError) {
        let samples = result.samples.mapValues { samples in
            samples.map { StoredSample(labels: $0.labels.labels.map { [$0.name, $0.value] }, value: $0.value) }
        }
        let counts = result.labelValues.map { StoredCount(label: $0.label, distinct: $0.distinct, limit: $0.limit) }
        let stored = StoredResult(samples: samples, labelValues: counts)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        guard let json = try? encoder.encode(stored) else { return }
        try store.run(
            "INSERT OR REPLACE INTO kept_results VALUES (?, ?, ?, ?)",
            values: [
                .text(result.query), .text(result.definition), .integer(result.measuredAt.microseconds),
                .text(String(decoding: json, as: UTF8.self)),
            ]
        ) { (_) throws(SourceError) in }
    }

    /// A failed query's old result is never shown again.
    func forget(query: String) throws(SourceError) {
        try store.run("DELETE FROM kept_results WHERE query = ?", values: [.text(query)]) { (_) throws(SourceError) in }
    }
}

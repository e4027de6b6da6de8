import WatchDatabase
package import WatchModel

/// A value of a series at a moment.
package struct HistorySample: Equatable, Sendable {
    package var at: Instant
    package var value: Double
}

/// The figures of earlier runs, for trends and baselines: all of the last two days, the last of each hour of a fortnight, and
/// the last of each day of 400 days.
///
/// Days and hours are those of UTC. A figure that was not measured has no sample: it is never filled in.
extension StateStore {
    static let historySchema = """
        CREATE TABLE history_series (
          id INTEGER PRIMARY KEY,
          metric TEXT NOT NULL,
          labels TEXT NOT NULL,
          UNIQUE (metric, labels)
        );
        CREATE TABLE history_samples (
          series INTEGER NOT NULL REFERENCES history_series (id),
          at_seconds INTEGER NOT NULL,
          value REAL NOT NULL,
          PRIMARY KEY (series, at_seconds)
        ) WITHOUT ROWID;
        """

    /// How long each step of detail is kept.
    enum Retention {
        static let everySeconds: Int64 = 2 * 86_400
        static let hourlySeconds: Int64 = 14 * 86_400
        static let dailySeconds: Int64 = 400 * 86_400
        /// More series than this are not begun: labels that come from the data must not fill the disk.
        static let mostSeries = 4000
    }

    /// Notes what was measured, each figure at the moment its query was measured.
    ///
    /// - Returns: how many series were left out because there are too many.
    func noteHistory(_ families: [(family: MetricFamily, at: Instant)]) throws(SourceError) -> Int {
        var leftOut = 0
        try store.transaction { () throws(SourceError) in
            var count = try number(of: "SELECT count(*) FROM history_series", [])
            for (family, at) in families {
                for sample in family.samples where sample.value.isFinite {
                    let labels = Self.text(sample.labels)
                    var series = try optionalNumber(
                        of: "SELECT id FROM history_series WHERE metric = ? AND labels = ?", [.text(family.name), .text(labels)])
                    if series == nil {
                        guard count < Retention.mostSeries else {
                            leftOut += 1
                            continue
                        }
                        count += 1
                        try change("INSERT INTO history_series (metric, labels) VALUES (?, ?)", [.text(family.name), .text(labels)])
                        series = try optionalNumber(of: "SELECT last_insert_rowid()", [])
                    }
                    guard let series else { continue }
                    try change(
                        "INSERT OR REPLACE INTO history_samples VALUES (?, ?, ?)",
                        [.integer(series), .integer(at.seconds), .real(sample.value)])
                }
            }
        }
        return leftOut
    }

    /// Forgets detail that is older than it is kept for: of each hour, and later of each day, the last sample stays.
    func thinHistory(now: Instant) throws(SourceError) {
        try store.transaction { () throws(SourceError) in
            try change("DELETE FROM history_samples WHERE at_seconds < ?", [.integer(now.seconds - Retention.dailySeconds)])
            for (age, step) in [(Retention.hourlySeconds, Int64(86_400)), (Retention.everySeconds, 3600)] {
                try change(
                    """
                    DELETE FROM history_samples WHERE at_seconds < ?1 AND EXISTS (
                      SELECT 1 FROM history_samples AS later
                      WHERE later.series = history_samples.series AND later.at_seconds > history_samples.at_seconds
                        AND later.at_seconds < (history_samples.at_seconds / ?2 + 1) * ?2
                    )
                    """, [.integer(now.seconds - age), .integer(step)])
            }
            try change("DELETE FROM history_series WHERE NOT EXISTS (SELECT 1 FROM history_samples WHERE series = id)", [])
        }
    }

    /// The samples of a metric in `[start, end)`, by labels, oldest first.
    func history(of metric: String, from start: Instant, to end: Instant) throws(SourceError) -> [LabelSet: [HistorySample]] {
        var history: [LabelSet: [HistorySample]] = [:]
        try store.run(
            """
            SELECT labels, at_seconds, value FROM history_series JOIN history_samples ON series = id
            WHERE metric = ? AND at_seconds >= ? AND at_seconds < ? ORDER BY labels, at_seconds
            """, values: [.text(metric), .integer(start.seconds), .integer(end.seconds)]
        ) { (row) throws(SourceError) in
            guard case .text(let labels) = row[0], case .integer(let at) = row[1], case .real(let value) = row[2] else { return }
            history[Self.labels(labels), default: []].append(HistorySample(at: Instant(seconds: at), value: value))
        }
        return history
    }

    /// Name and value in turn, separated by what no label can hold.
    private static func text(_ labels: LabelSet) -> String {
        labels.labels.map { "\($0.name)\u{1f}\($0.value)" }.joined(separator: "\u{1e}")
    }

    private static func labels(_ text: String) -> LabelSet {
        LabelSet(
            text.split(separator: "\u{1e}").compactMap { part in
                let pair = part.split(separator: "\u{1f}", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                return pair.count == 2 ? (name: pair[0], value: pair[1]) : nil
            })
    }

    private func change(_ sql: String, _ values: [Cell]) throws(SourceError) {
        try store.run(sql, values: values) { (_) throws(SourceError) in }
    }

    private func number(of sql: String, _ values: [Cell]) throws(SourceError) -> Int64 { try optionalNumber(of: sql, values) ?? 0 }

    private func optionalNumber(of sql: String, _ values: [Cell]) throws(SourceError) -> Int64? {
        var number: Int64?
        try store.run(sql, values: values) { (row) throws(SourceError) in if case .integer(let found) = row[0] { number = found } }
        return number
    }
}

import TestSupport
import Testing

/// One situation that users of such systems reported, as rows in a database, and what the program says about it.
struct CaseRun {
    let figures: OutputFile
    let health: OutputFile
    /// To run the program again, with another moment or more rows.
    let shop: WatchedShop

    /// The moment of the run unless a case says otherwise.
    static let now = ShopGenerator.nowText

    /// - Parameters:
    ///   - schema: `full` or `base`.
    ///   - rows: SQL that both databases take; times are ISO 8601 text in UTC.
    ///   - configuration: the text of an `iapwatch.yaml`, for policies and thresholds.
    init(
        _ kind: SourceDatabase.Kind, schema: String = "full", _ rows: String, configuration: String? = nil, now: String = CaseRun.now
    ) throws {
        shop = try WatchedShop(kind, schema: schema, seed: rows, configuration: configuration)
        let outcome = try shop.run(configuration == nil ? [] : ["--config", "iapwatch.yaml"], now: now)
        #expect(outcome.isClean, "\(kind): \(outcome)")
        (figures, health) = (try shop.figures(), try shop.health())
    }

    /// The value of a series; nil when it is not there.
    ///
    /// - Parameters:
    ///   - metric: without its prefix.
    ///   - labels: in any order.
    func value(_ metric: String, _ labels: [(String, String)] = []) -> Double? {
        figures.values[OutputFile.key("iapwatch_" + metric, labels)]
    }

    /// The same, for a metric whose only label is the store.
    func value(_ metric: String, _ store: String) -> Double? { value(metric, [("store", store)]) }

    /// The sum over all series of a metric; nil when it has none.
    func total(_ metric: String) -> Double? {
        let name = "iapwatch_" + metric
        let values = figures.values.filter { $0.key == name || $0.key.hasPrefix(name + "{") }.values
        return values.isEmpty ? nil : values.reduce(0, +)
    }

    /// Whether this schema can answer the metric.
    func isAvailable(_ metric: String) -> Bool? {
        health.values[OutputFile.key("iapwatch_metric_available", [("metric", "iapwatch_" + metric)])].map { $0 == 1 }
    }
}

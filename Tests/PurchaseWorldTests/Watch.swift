import TestSupport
import WatchModel

@testable import PurchaseWorld

/// What the real program reports about a database at a moment.
struct Watch {
    struct Failed: Error, CustomStringConvertible {
        var description: String
    }

    /// Every figure, those that are 0 too; without those about the job itself.
    let figures: [WorldFigure: Double]

    /// Every state can turn up in a world.
    private static let everyState = """
        tables:
          purchases:
            columns:
              state: { holds: [pending, purchased, active, grace, on_hold, paused, expired, revoked, lapsed] }

        """

    private static let namesAboutTheJob = [
        "data_timestamp", "check_threshold", "recent_window", "query_measured", "cohort_maturity", "cohort_window", "label_values",
    ]

    /// - Parameter configuration: the text of an `iapwatch.yaml`.
    /// - Throws: where the program does not end well, or complains.
    init(url: String, now: Instant, configuration: String = "") throws {
        let directory = try TemporaryDirectory("watch")
        try directory.write("iapwatch.yaml", Self.everyState + configuration)
        let words = [
            "run", "--config", "iapwatch.yaml", "--source", url, "--now", now.iso8601, "--output", directory.path, "--state",
            directory.file("state"),
        ]
        let outcome = try Program.run(words, in: directory.path)
        guard outcome.exitCode == 0, outcome.errors.isEmpty else { throw Failed(description: "\(outcome)") }
        var figures: [WorldFigure: Double] = [:]
        for family in try PrometheusTextParser.parse(Array(directory.read("iapwatch.prom").utf8)) {
            let name = String(family.name.dropFirst("iapwatch_".count))
            guard !Self.namesAboutTheJob.contains(where: name.hasPrefix) else { continue }
            for sample in family.samples {
                let others = sample.labels.filter { $0.name != "store" }.map(\.value)
                figures[WorldFigure(name, ((sample["store"].map { [$0] } ?? []) + others).joined(separator: "/"))] = sample.value
            }
        }
        self.figures = figures
    }

    /// What the truth has and the program has not, or the other way round, or otherwise; 0 is the same as nothing.
    func differences(from truth: [WorldFigure: Double]) -> [String] {
        let wanted = truth.filter { $0.value != 0 }
        let found = figures.filter { $0.value != 0 }
        return Set(wanted.keys).union(found.keys).sorted().compactMap { figure in
            guard wanted[figure] != found[figure] else { return nil }
            func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "nothing" }
            return "\(figure.metric) \(figure.labels): the truth is \(text(wanted[figure])), reported is \(text(found[figure]))"
        }
    }
}

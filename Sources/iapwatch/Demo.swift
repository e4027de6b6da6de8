import FoundationEssentials
import PurchaseWorld
import WatchCatalog
import WatchModel
import WatchRun

/// Simulates a shop in a directory of its own, runs the job on it, and compares what was found with the world's truth.
struct Demo {
    let directory: String
    let now: Instant

    /// The moment of the demonstration, so that everybody sees the same figures: 2026-12-01T08:00:00Z.
    static let defaultNow = Instant(seconds: 1_796_112_000)

    private static let users = 1000
    private static let days = 12
    /// Marks a directory as ours, so that another one is never cleared.
    private static let marker = ".iapwatch-demo"

    struct Outcome {
        var product: Run.Product
        var comparison: [Comparison]
        /// How often each fault struck in the world.
        var faults: [String: Int]
    }

    /// One figure of the truth and what was found.
    struct Comparison: Equatable {
        var figure: WorldFigure
        var planted: Double
        /// nil when the run reported nothing for it.
        var found: Double?

        var isRight: Bool { found == planted }
    }

    func perform() throws -> Outcome {
        try prepareDirectory()
        var truth = Truth()
        let source = SourceLocation.sqlite(path: directory + "/purchases.sqlite")
        try Simulation(settings(), log: { truth.read($0) }).run(into: source)

        // The very file that is left to play with.
        let configuration = try ConfigurationLoader.load(path: directory + "/iapwatch.yaml", environment: [:]).configuration
        var options = Run.Options()
        options.clock = RunClock(fixed: now)
        options.version = version
        let product = try Run(
            configuration: configuration, queries: try QueryLoader.loadBuiltIn(), options: options, interruption: Termination.interruption
        ).perform()
        return Outcome(product: product, comparison: Self.compare(truth.figures(at: now), product.result), faults: truth.faults)
    }

    /// A bad rollout, and a little of what else can go wrong, so that every kind of figure has something to show.
    private func settings() -> WorldSettings {
        var settings = WorldSettings(users: Self.users, days: Self.days, end: now, seed: 1)
        if let scenario = Scenario[named: "bad_rollout"] { settings = scenario.applied(to: settings) }
        settings.habits.pendingShare = 0.15
        settings.habits.slowPendingShare = 0.5
        settings.faults += [
            Fault(.notificationsLost, rate: 0.2), Fault(.grantsPending, rate: 0.1), Fault(.unknownProduct, rate: 0.05),
            Fault(.grantsBeforeVerifying, rate: 0.05), Fault(.refundKeepsEntitlement, rate: 0.5), Fault(.planChangeLeavesTwo, rate: 0.5),
            Fault(.verificationFails, window: settings.last(hours: 2), store: .google),
        ]
        return settings
    }

    private func prepareDirectory() throws(Problems) {
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: directory)) ?? []
        guard names.isEmpty || names.contains(Self.marker) else {
            throw Problems([
                Problem(
                    code: "not-a-demo", summary: "\(directory) holds files that are not the demo's",
                    hint: "Name another directory with --directory.")
            ])
        }
        do {
            for name in names { try files.removeItem(atPath: directory + "/" + name) }
            try files.createDirectory(atPath: directory + "/metrics", withIntermediateDirectories: true)
            try Data().write(to: URL(filePath: directory + "/" + Self.marker))
            try Data(Self.configurationText.utf8).write(to: URL(filePath: directory + "/iapwatch.yaml"))
        } catch {
            throw Problems([Problem(code: "demo-directory", summary: "\(directory) cannot be written to")])
        }
    }

    private static let configurationText = """
        # The demonstration's configuration. Paths are relative to this file.
        source:
          url: sqlite:purchases.sqlite
        output:
          directory: metrics
        state:
          directory: state
        tables:
          purchases:
            columns:
              # The shop's words are iapwatch's, and it uses all of them.
              state: { holds: [pending, purchased, active, grace, on_hold, paused, expired, revoked, lapsed] }

        """

    /// Every figure of the truth, and every figure above 0 that the truth does not know.
    private static func compare(_ planted: [WorldFigure: Double], _ result: RunResult) -> [Comparison] {
        var found: [WorldFigure: Double] = [:]
        for metric in result.metrics {
            guard case .measured(let family, _) = metric.outcome else { continue }
            for sample in family.samples {
                let stores = sample.labels.labels.filter { $0.name == "store" }
                let others = sample.labels.labels.filter { $0.name != "store" }
                let labels = (stores + others).map(\.value).joined(separator: "/")
                found[WorldFigure(String(metric.name.dropFirst(MetricNames.prefix.count)), labels)] = sample.value
            }
        }
        var comparison = planted.map { Comparison(figure: $0.key, planted: $0.value, found: found[$0.key]) }
        for (figure, value) in found where planted[figure] == nil && value != 0 {
            comparison.append(Comparison(figure: figure, planted: 0, found: value))
        }
        return comparison.sorted { $0.figure < $1.figure }
    }
}

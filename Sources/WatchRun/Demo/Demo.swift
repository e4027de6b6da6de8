import FoundationEssentials
import Glibc
import WatchCatalog
package import WatchDatabase
package import WatchModel

/// Makes the demonstration shop in a directory of its own, runs the job on it, and compares what was found with what was
/// planted.
package struct Demo {
    let directory: String
    let now: Instant
    let version: String

    /// The moment of the demonstration, so that everybody sees the same figures.
    package static let defaultNow = Instant(microseconds: 1_796_112_000_000_000)

    /// Marks a directory as ours, so that another one is never cleared.
    private static let marker = ".iapwatch-demo"

    package struct Outcome {
        package var product: Run.Product
        package var comparison: [Comparison]
    }

    /// One planted figure and what was found.
    package struct Comparison: Equatable, Sendable {
        package var figure: PlantedFigure
        package var planted: Double
        /// nil when the run reported nothing for it.
        package var found: Double?

        package var isRight: Bool { found == planted }
    }

    package init(directory: String, now: Instant, version: String) {
        (self.directory, self.now, self.version) = (directory, now, version)
    }

    package func perform(interruption: Interruption) throws -> Outcome {
        try prepareDirectory()
        let world = DemoWorld(now: now)
        try write(world)
        var configuration = Configuration()
        configuration.source.location = .sqlite(path: directory + "/purchases.sqlite")
        configuration.outputDirectory = directory + "/metrics"
        configuration.stateDirectory = directory + "/state"
        var options = Run.Options()
        options.clock = RunClock(fixed: now)
        options.version = version
        let run = Run(configuration: configuration, queries: try QueryLoader.loadBuiltIn(), options: options, interruption: interruption)
        let product = try run.perform()
        return Outcome(product: product, comparison: Self.compare(world.planted, product.result))
    }

    private func prepareDirectory() throws(Problems) {
        let names = Directory.names(directory)
        guard names.isEmpty || names.contains(Self.marker) else {
            throw Problems([
                Problem(
                    code: "not-a-demo", summary: "\(directory) holds files that are not the demo's",
                    hint: "Name another directory with --directory.")
            ])
        }
        do {
            for name in names { try FileManager.default.removeItem(atPath: directory + "/" + name) }
            try Directory.create(directory, mode: 0o755)
            try Directory.create(directory + "/metrics", mode: 0o755)
            try AtomicFile.write([], to: Self.marker, in: directory)
            try AtomicFile.write(Array(Self.configurationText.utf8), to: "iapwatch.yaml", in: directory)
        } catch let error as SystemError {
            throw Problems([Problem(code: "demo-directory", summary: error.message)])
        } catch {
            throw Problems([Problem(code: "demo-directory", summary: "\(directory) cannot be cleared")])
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

        """

    private func write(_ world: DemoWorld) throws(SourceError) {
        let store = try SQLiteStore(path: directory + "/purchases.sqlite", busySeconds: 1)
        try store.execute(QueryLoader.fullSQLiteSchema)
        try store.insert(
            into: "products", columns: ["product_id", "feature"], rows: DemoWorld.products.map { [.text($0.id), .text($0.feature)] })
        for (table, rows) in [
            ("purchases", world.purchases), ("entitlements", world.entitlements), ("starts", world.starts),
            ("notifications", world.notifications),
        ] {
            let columns = Set(rows.flatMap(\.keys)).sorted()
            try store.insert(into: table, columns: columns, rows: rows.map { row in columns.map { row[$0] ?? .null } })
        }
        store.close()
    }

    /// Every planted figure, and every figure above 0 that nobody planted.
    private static func compare(_ planted: [PlantedFigure: Double], _ result: RunResult) -> [Comparison] {
        var found: [PlantedFigure: Double] = [:]
        for metric in result.metrics {
            guard case .measured(let family, _) = metric.outcome else { continue }
            for sample in family.samples {
                // Planting writes the store first.
                let (stores, others) = (
                    sample.labels.labels.filter { $0.name == "store" }, sample.labels.labels.filter { $0.name != "store" }
                )
                let labels = (stores + others).map(\.value).joined(separator: "/")
                found[PlantedFigure(metric: String(metric.name.dropFirst(MetricNames.prefix.count)), labels: labels)] = sample.value
            }
        }
        var comparison = planted.map { Comparison(figure: $0.key, planted: $0.value, found: found[$0.key]) }
        for (figure, value) in found where planted[figure] == nil && value != 0 {
            comparison.append(Comparison(figure: figure, planted: 0, found: value))
        }
        return comparison.sorted { $0.figure < $1.figure }
    }
}

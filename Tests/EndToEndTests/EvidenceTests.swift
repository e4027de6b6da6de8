import TestSupport
import Testing

/// What `explain` lists is what the figures count: in every random shop, on both databases.
@Suite struct EvidenceTests {
    /// Counts that have no evidence, and why.
    static let unexplained: [String: String] = [
        "iapwatch_last_hour_notifications": "notifications are no purchases",
        "iapwatch_unprocessed_notifications": "notifications are no purchases",
    ]

    @Test(arguments: ParityTests.Case.all)
    func evidenceAddsUp(_ instance: ParityTests.Case) throws {
        var generator = ShopGenerator(seed: instance.seed, isFull: instance.isFull)
        let shop = generator.shop()
        for kind in SourceDatabase.Kind.allCases {
            let watched = try WatchedShop(kind, shop)
            try watched.run()
            let outcome = try watched.iapwatch(["explain", "--format", "csv", "--now", ShopGenerator.nowText])
            #expect(outcome.isClean, "\(kind): \(outcome)")
            var counts: [String: [String: Double]] = [:]
            for line in outcome.outputText.split(separator: "\r\n").dropFirst() {
                let fields = line.split(separator: ",").map(String.init)
                counts[fields[0], default: [:]][fields[1]] = Double(fields[2])
            }
            let differences = try Self.differences(counts, watched.figures(), explained: Self.explained(watched))
            #expect(differences == [], "\(kind)")
        }
    }

    /// The metrics of queries that have evidence, and whose gauges count.
    private static func explained(_ shop: WatchedShop) throws -> Set<String> {
        let document = try RunDocument(shop.run(["--stdout", "--json"], files: "explained"))
        return Set(
            document.metrics.filter { metric in
                metric.outcome == "measured" && !metric.name.hasSuffix("seconds") && unexplained[metric.name] == nil
                    && !metric.isFromLedger && !isAverage(metric.name)
            }.map(\.name))
    }

    /// What is no count.
    static func isAverage(_ name: String) -> Bool { name.contains("usual_hour") }

    static func differences(_ counts: [String: [String: Double]], _ file: OutputFile, explained: Set<String>) throws -> [String] {
        explained.sorted().flatMap { name -> [String] in
            guard let family = file.family(name) else { return [] }
            var figures: [String: Double] = [:]
            for sample in family.samples {
                let store = sample.labels.first { $0.name == "store" }?.value ?? "all"
                figures[store, default: 0] += sample.value
            }
            // A figure without labels counts all stores.
            let listed = figures["all"] == nil ? counts[name] ?? [:] : ["all": (counts[name] ?? [:]).values.reduce(0, +)]
            return Set(figures.keys).union(listed.keys).sorted().compactMap { store in
                let (figure, rows) = (figures[store] ?? 0, listed[store] ?? 0)
                return figure == rows ? nil : "\(name) \(store): the figure is \(figure), its evidence has \(rows) rows"
            }
        }
    }
}

import TestSupport
import Testing

/// What `explain` lists is what the figures count: in every random shop, on both databases.
@Suite struct EvidenceTests {
    /// Counts that have no evidence, and why.
    static func reasonWithout(_ metric: String) -> String? {
        let name = metric.dropFirst("iapwatch_".count)
        if name.hasSuffix("seconds") { return "a time, or a duration" }
        if name.hasSuffix("_by_version") || name.hasSuffix("_by_product") || name.hasSuffix("_by_currency") {
            return "the figure without the label lists the same purchases"
        }
        return others[String(name)]
    }

    private static let others: [String: String] = {
        let groups: [(String, [String])] = [
            ("notifications are no purchases", ["last_hour_notifications", "usual_hour_notifications", "unprocessed_notifications"]),
            (
                "starts are no purchases",
                [
                    "recent_starts", "recent_starts_with_unfinished_purchase", "recent_sandbox_starts", "recent_users_with_start",
                    "recent_users_with_unfinished_purchase",
                ]
            ),
            (
                "these records are no purchases",
                [
                    "starts_from_the_future", "notifications_from_the_future", "access_reports_from_the_future", "products_without_feature",
                    "products_differing_in_case", "badly_sorting_times",
                ]
            ),
            (
                "money is a sum over purchases that other figures list",
                [
                    "recent_paid_amount_micros", "recent_refunded_amount_micros", "unacknowledged_amount_micros",
                    "unacknowledged_urgent_amount_micros", "recent_refunded_purchase_equivalents",
                ]
            ),
            (
                "another way to count purchases that other figures list",
                [
                    "recent_charges", "recent_orders", "recent_purchases_with_order", "recent_charged_subscriptions",
                    "recent_refunded_charges",
                    "recent_revoked_subscriptions", "cohort_charges",
                    "cohort_refunded_charges",
                ]
            ),
            (
                "what is right needs no explanation",
                [
                    "paid_features", "purchase_rows", "active_purchases", "grace_purchases", "on_hold_purchases", "paused_purchases",
                    "lapsed_purchases", "cohort_purchases",
                ]
            ),
        ]
        return Dictionary(uniqueKeysWithValues: groups.flatMap { reason, names in names.map { ($0, reason) } })
    }()

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
                metric.outcome == "measured" && reasonWithout(metric.name) == nil && !metric.isFromLedger
            }.map(\.name))
    }

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

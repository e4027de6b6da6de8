import TestSupport
import Testing

/// Random shops: both databases give the same bytes, and the numbers are those that plain counting gives.
@Suite struct ParityTests {
    struct Case: CustomTestStringConvertible {
        var seed: UInt64
        var isFull: Bool

        var testDescription: String { "seed \(seed), \(isFull ? "full" : "base") schema" }

        // Two seeds that found something: testers and buyers of different stores share a pair of user and feature.
        static let all =
            (Array(1...10) + [93, 102]).map { Case(seed: $0, isFull: true) } + (101...106).map { Case(seed: $0, isFull: false) }
    }

    @Test(arguments: Case.all)
    func agrees(_ instance: Case) throws {
        var generator = ShopGenerator(seed: instance.seed, isFull: instance.isFull)
        let shop = generator.shop()
        var files: [(figures: OutputFile, health: OutputFile)] = []
        for kind in SourceDatabase.Kind.allCases {
            // Full shops hold every state; base ones say nothing, and mean the base states.
            let watched = try WatchedShop(kind, shop, configuration: shop.isFull ? CaseRun.allStates : nil)
            let outcome = try watched.run(shop.isFull ? ["--config", "iapwatch.yaml"] : [])
            #expect(outcome.isClean, "\(kind): \(outcome)")
            files.append((try watched.figures(), try watched.health()))
        }
        #expect(Self.differences(files[0].figures.text, files[1].figures.text) == [], "figures: SQLite first, Postgres second")
        #expect(Self.differences(files[0].health.text, files[1].health.text) == [], "health: SQLite first, Postgres second")
        for file in files.map(\.figures) { #expect(Self.differences(from: Oracle(shop).values, file) == []) }
    }

    /// Lines that stand in one text only.
    private static func differences(_ left: String, _ right: String) -> [String] {
        guard left != right else { return [] }
        let (old, new) = (left.split(separator: "\n").map(String.init), right.split(separator: "\n").map(String.init))
        let changed = old.filter { !new.contains($0) }.map { "- " + $0 } + new.filter { !old.contains($0) }.map { "+ " + $0 }
        return changed.isEmpty ? ["the same lines in another order"] : changed
    }

    /// Series whose value is not what the oracle says, and those that should not be there.
    private static func differences(from expected: [String: Double], _ file: OutputFile) -> [String] {
        let aboutTheJob = [
            "data_timestamp", "check_threshold", "recent_window", "query_measured", "cohort_maturity", "cohort_window", "label_values",
        ].map { "iapwatch_" + $0 }
        let found = file.values.filter { entry in !aboutTheJob.contains { entry.key.hasPrefix($0) } }
        return Set(found.keys).union(expected.keys).sorted().compactMap { series in
            let (wanted, got) = (expected[series], found[series])
            if wanted == got { return nil }
            // A store outside the known ones is shown when some row of the query has it.
            if series.contains("store=\"other\""), !series.contains("timestamp"), wanted ?? 0 == got ?? 0 { return nil }
            return "\(series): expected \(wanted.map { "\($0)" } ?? "none"), got \(got.map { "\($0)" } ?? "none")"
        }
    }
}

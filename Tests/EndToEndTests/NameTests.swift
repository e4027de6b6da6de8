import TestSupport
import Testing

/// Names and help texts of all families, as Prometheus's conventions want them, and the same in every run.
@Suite struct NameTests {
    private static let figures = """
        pending_purchases overdue_pending_purchases oldest_pending_purchase_timestamp_seconds unverified_purchases
        overdue_unverified_purchases oldest_unverified_purchase_timestamp_seconds recent_starts
        recent_starts_with_unfinished_purchase recent_purchases recent_refunded_purchases recent_revoked_purchases
        paid_without_access access_without_payment entitlement_drift unknown_product_purchases unknown_state_purchases
        unknown_store_purchases newest_record_timestamp_seconds sandbox_purchases recent_sandbox_starts data_timestamp_seconds
        check_threshold_seconds recent_window_seconds query_measured_timestamp_seconds
        """
    private static let health = """
        build_info last_success_timestamp_seconds last_completion_timestamp_seconds last_run_success last_run_duration_seconds
        last_run_phase_duration_seconds query_success query_duration_seconds query_rows metric_available schedule_interval_seconds
        """
    /// Units and endings that are no base unit, or that say what a gauge is not.
    private static let badWords = [
        "milliseconds", "ms", "minutes", "hours", "days", "percent", "ratio", "total", "count", "sum", "bucket", "bytes", "gauge",
    ]

    private struct Files {
        var figures: OutputFile
        var health: OutputFile
    }

    /// One run of each schema on each database.
    private func runs() throws -> [Files] {
        try [true, false].flatMap { isFull in
            try SourceDatabase.Kind.allCases.map { kind in
                var generator = ShopGenerator(seed: 41, isFull: isFull)
                let shop = try WatchedShop(kind, generator.shop())
                #expect(try shop.run().isClean)
                return Files(figures: try shop.figures(), health: try shop.health())
            }
        }
    }

    @Test func namesAndHelpTexts() throws {
        let runs = try runs()
        var help: [String: String] = [:]
        for files in runs {
            #expect(Set(files.figures.names).isDisjoint(with: files.health.names))
            for family in files.figures.families + files.health.families {
                checkName(family)
                #expect(help[family.name] ?? family.help == family.help, "\(family.name) has two help texts")
                help[family.name] = family.help
                #expect(family.help.hasSuffix("."), "\(family.name): \(family.help)")
            }
        }
        // The same families in the same file, whichever database it is.
        #expect(runs[0].figures.names == runs[1].figures.names && runs[0].health.names == runs[1].health.names)
        #expect(runs[2].figures.names == runs[3].figures.names && runs[2].health.names == runs[3].health.names)
        #expect(Set(runs[2].figures.names).isSubset(of: runs[0].figures.names))
        // Only the base schema makes the job keep ages itself.
        #expect(Set(runs[2].health.names).subtracting(runs[0].health.names) == ["iapwatch_first_seen_ledger_entries"])

        for name in Self.figures.split(whereSeparator: \.isWhitespace) {
            #expect(runs[0].figures.names.contains("iapwatch_" + name), "\(name)")
        }
        for name in Self.health.split(whereSeparator: \.isWhitespace) {
            #expect(runs[0].health.names.contains("iapwatch_" + name), "\(name)")
        }
    }

    private func checkName(_ family: PrometheusTextParser.Family) {
        let words = family.name.split(separator: "_").map(String.init)
        #expect(words.first == "iapwatch" && words.count > 1, "\(family.name)")
        #expect(family.type == "gauge", "\(family.name)")
        #expect(family.name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz_0123456789".utf8.contains($0) }, "\(family.name)")
        for word in Self.badWords { #expect(!words.contains(word), "\(family.name)") }
        // A unit stands at the end, and a moment says that it is one.
        if words.contains("seconds") { #expect(words.last == "seconds", "\(family.name)") }
        for sample in family.samples where sample.value > 1_000_000_000 && words.last != "micros" {
            #expect(family.name.hasSuffix("_timestamp_seconds"), "\(family.name) looks like a moment")
        }
        let reserved: Set = ["job", "instance", "env", "service", "region", "cluster", "type"]
        for label in family.samples.flatMap(\.labels) { #expect(!reserved.contains(label.name), "\(family.name)") }
    }
}

import TestSupport
import Testing

/// What goes wrong in one release, and what a release cannot do to the figures.
@Suite struct VersionCases {
    private func starts(_ id: String, _ store: String, _ version: String, _ unfinished: String, _ environment: String = "production")
        -> String
    {
        "('\(id)', 'u\(id)', '\(store)', '\(version)', '2026-12-01T11:00:00Z', \(unfinished), '\(environment)')"
    }

    private func insertStarts(_ rows: [String]) -> String {
        "INSERT INTO starts (start_id, user_id, store, app_version, started_at, unfinished, environment) VALUES\n"
            + rows.joined(separator: ",\n") + ";"
    }

    @Test("case 9: a release never finishes its transactions", arguments: SourceDatabase.Kind.allCases)
    func aReleaseNeverFinishes(_ kind: SourceDatabase.Kind) throws {
        // Ten starts of each release; each start of 5.10 finds something, one of 5.9 does.
        var rows = (0..<10).map { starts("n\($0)", "google", "5.10", "1") }
        rows += (0..<10).map { starts("o\($0)", "google", "5.9", $0 == 0 ? "2" : "0") }
        let run = try CaseRun(kind, insertStarts(rows))
        func value(_ metric: String, _ version: String) -> Double? { run.value(metric, [("store", "google"), ("app_version", version)]) }
        for version in ["5.10", "5.9"] { #expect(value("recent_starts_by_version", version) == 10) }
        #expect(value("recent_starts_with_unfinished_purchase_by_version", "5.10") == 10)
        #expect(value("recent_starts_with_unfinished_purchase_by_version", "5.9") == 1)
        #expect(value("recent_starts_with_unfinished_purchase_by_version", "other") == 0)
        #expect(run.value("recent_starts_with_unfinished_purchase", "google") == 11)
        #expect(run.value("recent_users_with_unfinished_purchase", "google") == 11)
        #expect(run.value("recent_users_with_start", "google") == 20)
        #expect(run.value("recent_starts_with_unfinished_purchase", "apple") == 0)
    }

    @Test("case 10: sandbox transactions are delivered again, 150 at a start", arguments: SourceDatabase.Kind.allCases)
    func sandboxIsDeliveredAgain(_ kind: SourceDatabase.Kind) throws {
        let rows = (0..<5).map { starts("t\($0)", "apple", "5.10", "150", "sandbox") } + [starts("r", "apple", "5.10", "0")]
        let run = try CaseRun(kind, insertStarts(rows))
        #expect(run.value("recent_sandbox_starts", "apple") == 5)
        #expect(run.value("recent_starts", "apple") == 1 && run.value("recent_users_with_start", "apple") == 1)
        for metric in ["starts_with_unfinished_purchase", "users_with_unfinished_purchase", "starts_with_unfinished_purchase_by_version"] {
            #expect(run.total("recent_\(metric)") == 0, "\(metric)")
        }
    }

    @Test("case 11: unfinished on one store only, never merged", arguments: SourceDatabase.Kind.allCases)
    func onOneStoreOnly(_ kind: SourceDatabase.Kind) throws {
        // One user with both stores, and one who comes twice.
        let rows = """
            INSERT INTO starts (start_id, user_id, store, app_version, started_at, unfinished) VALUES
              ('s1', 'ann', 'apple', '5.10', '2026-12-01T10:00:00Z', 1), ('s2', 'ann', 'apple', '5.10', '2026-12-01T11:00:00Z', 1),
              ('s3', 'ann', 'google', '5.10', '2026-12-01T11:00:00Z', 0), ('s4', 'bob', 'google', '5.10', '2026-12-01T11:00:00Z', 0),
              ('s5', '', 'google', '5.10', '2026-12-01T11:00:00Z', 3), ('s6', NULL, 'amazon', '5.10', '2026-12-01T11:00:00Z', 0);
            """
        let run = try CaseRun(kind, rows)
        for (metric, apple, google) in [
            ("starts", 2.0, 3.0), ("starts_with_unfinished_purchase", 2, 1), ("users_with_start", 1, 2),
            ("users_with_unfinished_purchase", 1, 0),
        ] {
            #expect(run.value("recent_\(metric)", "apple") == apple, "\(metric)")
            #expect(run.value("recent_\(metric)", "google") == google, "\(metric)")
        }
        #expect(run.value("recent_starts", "other") == 1 && run.value("recent_users_with_start", "other") == 0)
        let merged = run.figures.families.filter { $0.name.contains("unfinished") }.flatMap(\.samples).filter { $0["store"] == nil }
        #expect(merged.isEmpty)
    }

    @Test("case 33: no starts in the window, and empty tables", arguments: SourceDatabase.Kind.allCases)
    func noStarts(_ kind: SourceDatabase.Kind) throws {
        for rows in ["", insertStarts([starts("old", "google", "5.10", "1")]).replacing("2026-12-01", with: "2026-11-29")] {
            let run = try CaseRun(kind, rows)
            for metric in ["recent_starts", "recent_starts_with_unfinished_purchase", "recent_users_with_start", "cohort_purchases"] {
                #expect(run.value(metric, "google") == 0 && run.value(metric, "apple") == 0, "\(metric)")
            }
            // The family is there, for alerts to find.
            #expect(run.value("recent_starts_by_version", [("store", "google"), ("app_version", "other")]) == 0)
            #expect(run.value("label_values", [("query", "recent_starts_by_version"), ("label", "app_version")]) == 0)
        }
    }

    @Test("case 2: a share by version and product", arguments: SourceDatabase.Kind.allCases)
    func aShareByVersionAndProduct(_ kind: SourceDatabase.Kind) throws {
        // Ten purchases of a release, one of them refunded by the store; ten of the one before.
        let rows = (0..<20).map { index in
            let (version, product) = index < 10 ? ("5.10", "gold") : ("5.9", "silver")
            let (state, kind) = index == 0 ? ("revoked", "'unacknowledged'") : ("active", "NULL")
            return """
                ('t\(index)', 'u\(index)', '\(product)', 'google', '\(state)', '2027-01-01T00:00:00Z', '2026-12-01T11:00:00Z',
                 '2026-12-01T10:00:00Z', '2026-12-01T10:00:00Z', \(index == 0 ? "'2026-12-01T11:00:00Z'" : "NULL"), \(kind), '\(version)')
                """
        }
        let seed = """
            INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at, purchased_at, verified_at, revoked_at,
              revocation_kind, app_version) VALUES \(rows.joined(separator: ",\n"));
            """
        let run = try CaseRun(kind, seed)
        for (label, new, old, word) in [("app_version", "5.10", "5.9", "version"), ("product", "gold", "silver", "product")] {
            func value(_ metric: String, _ name: String) -> Double? {
                run.value("\(metric)_by_\(word)", [("store", "google"), (label, name)])
            }
            #expect(value("recent_purchases", new) == 10 && value("recent_purchases", old) == 10)
            #expect(value("recent_refunded_purchases", new) == 1 && value("recent_refunded_purchases", old) == 0)
            #expect(run.total("unverified_purchases_by_\(word)") == 0)
        }
    }

    @Test("case 12: verification of one store fails for all versions", arguments: SourceDatabase.Kind.allCases)
    func verificationFailsForAllVersions(_ kind: SourceDatabase.Kind) throws {
        let rows = [("a", "google", "5.10", "10:59:59"), ("b", "google", "5.9", "10:00:00"), ("c", "google", "5.9", "11:00:01")].map {
            "('\($0.0)', 'u', 'gold', '\($0.1)', 'purchased', '2027-01-01T00:00:00Z', '2026-12-01T11:30:00Z', '2026-12-01T\($0.3)Z', '\($0.2)')"
        }
        let run = try CaseRun(
            kind,
            """
            INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at, purchased_at, app_version)
            VALUES \(rows.joined(separator: ", "));
            """)
        func value(_ metric: String, _ store: String, _ version: String) -> Double? {
            run.value("\(metric)_by_version", [("store", store), ("app_version", version)])
        }
        #expect(value("unverified_purchases", "google", "5.9") == 2 && value("unverified_purchases", "google", "5.10") == 1)
        for version in ["5.9", "5.10"] {
            #expect(value("overdue_unverified_purchases", "google", version) == 1, "\(version)")
            #expect(value("overdue_unverified_purchases", "apple", version) == 0, "\(version)")
        }
        #expect(run.value("overdue_unverified_purchases_by_product", [("store", "google"), ("product", "gold")]) == 2)
    }

    @Test("case 34: hostile versions, and more of them than are shown", arguments: SourceDatabase.Kind.allCases)
    func hostileVersions(_ kind: SourceDatabase.Kind) throws {
        // Both spellings of an accent, quotes, markup, formulas; one is as long as a page, one as frequent as all others.
        let long = String(repeating: "9", count: 5000)
        let versions =
            ["caf\u{E9}", "cafe\u{301}", "5.10\"", "5.10\\", "<script>", "=cmd", long, long + "1", "", "other", "unknown", "5\n10"]
            + (0..<20).map { _ in "5.10" } + (0..<40).map { "6.\($0)" }
        let rows = versions.enumerated().map { starts("s\($0)", "google", $1.replacing("'", with: "''"), "0") }
        let shop = try CaseRun(kind, insertStarts(rows), configuration: "labels: { app_version: 5 }\n")
        let family = try #require(shop.figures.family("iapwatch_recent_starts_by_version"))
        #expect(family.samples.reduce(0) { $0 + $1.value } == Double(versions.count))
        // Five, other and unknown, for two stores.
        #expect(family.samples.count == 14)
        func value(_ version: String) -> Double? {
            shop.value("recent_starts_by_version", [("store", "google"), ("app_version", version)])
        }
        // The rest occur once each, and of those the newest releases are shown.
        #expect(value("5.10") == 20 && value("6.39") == 1 && value(long) == nil && value("unknown") == 2)
        let query = [("query", "recent_starts_by_version"), ("label", "app_version")]
        #expect(shop.value("label_values", query) == 50 && shop.value("label_values_limit", query) == 5)
        let all = try shop.shop.iapwatch(["run", "--now", CaseRun.now, "--only", "recent_starts_by_version", "--stdout"])
        #expect(all.isClean, "\(all)")
    }

    @Test("a result that is kept keeps its labels, and another limit measures anew", arguments: SourceDatabase.Kind.allCases)
    func keptLabels(_ kind: SourceDatabase.Kind) throws {
        let rows = ["5.10", "5.10", "5.9", "caf\u{E9}", "cafe\u{301}", "a\nb"].enumerated().map { starts("s\($0)", "google", $1, "0") }
        func configuration(_ limit: Int) -> String {
            "labels: { app_version: \(limit) }\nqueries: { every: { recent_starts_by_version: hour } }\n"
        }
        let run = try CaseRun(kind, insertStarts(rows), configuration: configuration(4))
        func lines(_ figures: OutputFile) -> [Substring] {
            figures.text.split(separator: "\n").filter {
                $0.contains("recent_starts_by_version") && !$0.contains("query_measured")
            }
        }
        let first = lines(run.figures)
        #expect(first.contains { $0.hasPrefix("iapwatch_label_values{") && $0.hasSuffix(" 5") })
        // More starts, and nobody looks yet.
        try run.shop.database.execute(insertStarts([starts("new", "google", "6.0", "0")]))
        let arguments = ["--config", "iapwatch.yaml"]
        #expect(try run.shop.run(arguments, now: "2026-12-01T12:30:00Z").isClean)
        #expect(try lines(run.shop.figures()) == first)
        try run.shop.directory.write("iapwatch.yaml", configuration(20))
        #expect(try run.shop.run(arguments, now: "2026-12-01T12:35:00Z").isClean)
        #expect(try lines(run.shop.figures()).contains { $0.hasPrefix("iapwatch_label_values{") && $0.hasSuffix(" 6") })
    }

    @Test("too many versions fail their query alone, and say why", arguments: SourceDatabase.Kind.allCases)
    func tooManyVersions(_ kind: SourceDatabase.Kind) throws {
        let rows = (0...10_000).map { starts("s\($0)", "google", "\($0)", "0") }
        let shop = try WatchedShop(kind, schema: "full", seed: insertStarts(rows))
        let outcome = try shop.run()
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorText.contains("error[too-many-rows]: query recent_starts_by_version"), "\(outcome)")
        #expect(outcome.errorText.contains("map the column to an expression that names only those you know"), "\(outcome)")
        let figures = try shop.figures()
        #expect(figures.family("iapwatch_recent_starts_by_version") == nil)
        #expect(figures["iapwatch_recent_starts{store=\"google\"}"] == 10_001)
    }
}

import Testing
import WatchModel

@testable import WatchCatalog

/// Near misses of the header grammar: each is an error that points at the mistake and quotes its line.
struct QueryHeaderProblemTests {
    /// Line 1 is the summary, line 2 `reads`, line 3 `labels`, line 4 a gauge; the line under test is line 5.
    private func problems(ofLine line: String) -> [Problem] {
        WatchCatalogTests.problems(inQueries: ["a.sql": goodHeader + line + "\n" + goodBody])
    }

    @Test(arguments: [
        ("-- gauges x: X.", "5:4+6 unknown-header"), ("-- gague x: X.", "5:4+5 unknown-header"), ("-- Every: day", "5:4+5 unknown-header"),
        ("-- a comment", "5:4+1 unknown-header"), ("--", "5:3+1 unknown-header"), ("-- : x", "5:4+1 unknown-header"),
        ("--every: days", "5:10+4 bad-cadence"), ("--  every: hourly", "5:12+6 bad-cadence"), ("-- every:", "5:9+1 bad-cadence"),
        ("-- every hour", "5:10+4 no-colon"), ("-- every: hour, day", "5:15+1 trailing-text"),
        ("-- every: hour # why", "5:16+1 trailing-text"),
        ("-- reads: products", "5:4+5 duplicate-header"), ("-- labels: store", "5:4+6 duplicate-header"),
        ("-- needs created_at", "5:10+10 no-colon"), ("-- needs:", "5:9+1 no-column"), ("-- needs: colour", "5:11+6 unknown-column"),
        ("-- needs: created_at |", "5:22+1 no-column"), ("-- needs: created_at verified_at", "5:22+11 trailing-text"),
        ("-- needs: created_at, verified_at", "5:21+1 trailing-text"), ("-- needs: purchases.colour", "5:21+6 unknown-column"),
        ("-- needs: purchase.state", "5:11+8 unknown-table"), ("-- needs: state=bought", "5:17+6 unknown-word"),
        ("-- needs: state=", "5:16+1 no-word"), ("-- needs: token=x", "5:17+1 unknown-word"),
        ("-- needs: started_at", "5:11+10 unread-column"),
        ("-- needs: starts.started_at", "5:11+17 unread-column"), ("-- needs: state=active | feature", "5:26+7 unread-column"),
        ("-- index: purchases", "5:19+1 no-columns"), ("-- index: purchases ()", "5:22+1 no-column"),
        ("-- index: purchases (colour)", "5:22+6 unknown-column"), ("-- index: purchases (state", "5:26+1 no-parenthesis"),
        ("-- index: purchases (state) when x", "5:29+4 trailing-text"), ("-- index: purchases (state) where", "5:33+1 no-condition"),
        ("-- index: starts (started_at)", "5:11+6 unread-column"), ("-- index: nothing (a)", "5:11+7 unknown-table"),
        ("-- index (state)", "5:10+1 no-colon"),
    ])
    func pointsAtTheMistake(line: String, place: String) {
        let found = problems(ofLine: line)
        #expect(found.map(\.place) == [place])
        #expect(found.map(\.excerpt) == [line])
        #expect(found.allSatisfy { $0.severity == .error && $0.position?.file == "a.sql" })
    }

    @Test(arguments: [
        ("-- gauge", "5:8+1 no-gauge-name"), ("-- gauge: X.", "5:9+1 no-gauge-name"), ("-- gauge x", "5:10+1 no-colon"),
        ("-- gauge x X.", "5:12+1 no-colon"), ("-- gauge x:", "5:11+1 no-help"), ("-- gauge x:   ", "5:14+1 no-help"),
        ("-- gauge X: X.", "5:10+1 bad-gauge-name"), ("-- gauge 1x: X.", "5:10+2 bad-gauge-name"),
        ("-- gauge x_total: X.", "5:10+7 bad-gauge-name"), ("-- gauge iapwatch_x: X.", "5:10+10 bad-gauge-name"),
        ("-- gauge custom_x: X.", "5:10+8 bad-gauge-name"), ("-- gauge query_rows: X.", "5:10+10 bad-gauge-name"),
        ("-- gauge open_purchases: X.", "5:10+14 duplicate-gauge"), ("-- gauge store: X.", "5:10+5 duplicate-column"),
        ("-- gauge x (fold avg): X.", "5:18+3 bad-fold"), ("-- gauge x (fold): X.", "5:17+1 bad-fold"),
        ("-- gauge x_timestamp_seconds: X.", "5:10+19 bad-fold"), ("-- gauge x (absent): X.", "5:13+6 unknown-option"),
        ("-- gauge x (absent when zero): X.", "5:13+6 unknown-option"), ("-- gauge x (fold min,  folds): X.", "5:24+5 unknown-option"),
        ("-- gauge x (): X.", "5:13+1 unknown-option"), ("-- gauge x (fold min absent when null): X.", "5:22+6 no-parenthesis"),
        ("-- gauge x (fold min: X.", "5:21+1 no-parenthesis"), ("-- gauge x (fold min, fold max): X.", "5:23+4 duplicate-option"),
        ("-- gauge x (needs state=active, needs token): X.", "5:33+5 duplicate-option"),
        ("-- gauge x (needs colour): X.", "5:19+6 unknown-column"), ("-- gauge x (needs): X.", "5:18+1 no-column"),
        ("-- gauge x (needs started_at): X.", "5:19+10 unread-column"), ("-- gauge x (needs state=bought): X.", "5:25+6 unknown-word"),
        ("-- gauge x (needs created_at, else newest first seen): X.", "5:31+4 unknown-option"),
        ("-- gauge x (needs created_at, else count first seen before now): X.", "5:60+3 unknown-parameter"),
        ("-- gauge x (needs created_at, else count first seen before yesterday): X.", "5:60+9 unknown-parameter"),
        ("-- gauge x (needs created_at, else count first seen before): X.", "5:59+1 no-parameter"),
        ("-- gauge x (needs created_at, else count first seen): X.", "5:52+1 no-parameter"),
        ("-- gauge x (needs created_at, else count first seen from before): X.", "5:58+6 unknown-parameter"),
        ("-- gauge x (needs created_at, else count first seen from pending_cutoff): X.", "5:72+1 no-parameter"),
        ("-- gauge x (needs created_at, else oldest first seen from): X.", "5:58+1 no-parameter"),
        ("-- gauge x (needs created_at, else oldest first seen from now): X.", "5:59+3 unknown-parameter"),
        ("-- gauge x (needs created_at, else count first seen before pending_cutoff): X.", "5:10+1 no-first-seen"),
    ])
    func pointsAtTheMistakeInAGauge(line: String, place: String) {
        let found = problems(ofLine: line)
        #expect(found.map(\.place) == [place])
        #expect(found.map(\.excerpt) == [line])
    }

    @Test(arguments: [
        ("-- percentiles", "5:14+1 no-gauge-name"), ("-- percentiles wait: X.", "5:16+4 bad-gauge-name"),
        ("-- percentiles x_timestamp_seconds (of a, finished b, waiting c): X.", "5:16+19 bad-gauge-name"),
        ("-- percentiles x_seconds: X.", "5:25+1 no-columns"), ("-- percentiles x_seconds (seconds): X.", "5:27+7 no-column"),
        ("-- percentiles x_seconds (of a finished b, waiting c): X.", "5:32+8 no-comma"),
        ("-- percentiles x_seconds (of a, finished, waiting c): X.", "5:41+1 no-column"),
        ("-- percentiles x_seconds (of a, finished b): X.", "5:43+1 no-comma"),
        ("-- percentiles x_seconds (of a, finished b, waiting a): X.", "5:54+1 duplicate-column"),
        ("-- percentiles x_seconds (of a, finished b, waiting c: X.", "5:54+1 no-parenthesis"),
        ("-- percentiles x_seconds (of a, finished b, waiting c) X.", "5:56+1 no-colon"),
        ("-- percentiles x_seconds (of a, finished b, waiting c):", "5:55+1 no-help"),
        ("-- percentiles x_seconds (of store, finished b, waiting c): X.", "5:16+9 duplicate-column"),
    ])
    func pointsAtTheMistakeInPercentiles(line: String, place: String) {
        let found = problems(ofLine: line)
        // Both of its metrics have the label's column.
        #expect(Set(found.map(\.place)) == [place])
        #expect(found.allSatisfy { $0.excerpt == line })
    }

    /// The line under test is line 2, in the place of `reads`, or line 3, in the place of `labels`.
    @Test(arguments: [
        ("-- reads: purchase", "-- labels: store", "2:11+8 unknown-table"), ("-- reads:", "-- labels: store", "2:9+1 no-table"),
        ("-- reads: purchases,", "-- labels: store", "2:20+1 no-table"),
        ("-- reads: purchases products", "-- labels: store", "2:21+8 trailing-text"),
        ("-- reads: purchases, purchases?", "-- labels: store", "2:22+9 duplicate-table"),
        ("-- reads purchases", "-- labels: store", "2:10+9 no-colon"), ("-- reads: purchases!", "-- labels: store", "2:20+1 trailing-text"),
        ("-- reads: purchases", "-- labels: store, product", "3:19+7 open-label"),
        ("-- reads: purchases", "-- labels: kind (a, a)", "3:21+1 duplicate-label-value"),
        ("-- reads: purchases", "-- labels: store, store", "3:19+5 duplicate-label"),
        ("-- reads: purchases", "-- labels: region (a)", "3:12+6 bad-label"),
        ("-- reads: purchases", "-- labels: __x (a)", "3:12+3 bad-label"),
        ("-- reads: purchases", "-- labels: Kind (a)", "3:12+4 bad-label"),
        ("-- reads: purchases", "-- labels: _x (a)", "3:12+2 bad-label"), ("-- reads: purchases", "-- labels:", "3:10+1 no-label"),
        ("-- reads: purchases", "-- labels: kind ()", "3:18+1 no-label-value"),
        ("-- reads: purchases", "-- labels: kind (a", "3:18+1 no-parenthesis"),
        ("-- reads: purchases", "-- labels: kind (a b)", "3:20+1 no-parenthesis"),
        ("-- reads: purchases", "-- label: store", "3:4+5 unknown-header"),
    ])
    func pointsAtTheMistakeInReadsAndLabels(reads: String, labels: String, place: String) {
        let text = "-- Summary.\n\(reads)\n\(labels)\n-- gauge x: X.\nSELECT 1\n"
        let found = WatchCatalogTests.problems(inQueries: ["a.sql": text])
        #expect(found.map(\.place) == [place])
        #expect(found.map(\.excerpt) == [place.hasPrefix("2") ? reads : labels])
    }

    @Test func tellsTwoColumnsOfOneNameApart() {
        let text = "-- Summary.\n-- reads: purchases, starts\n-- needs: environment\n-- gauge x (needs starts.environment): X.\nSELECT 1\n"
        let found = WatchCatalogTests.problems(inQueries: ["a.sql": text])
        #expect(found.map(\.place) == ["3:11+11 ambiguous-column"])
        #expect(found.first?.hint == "Say which one: `purchases.environment`.")
    }

    @Test(arguments: [
        ("", ["1:1+1 no-header", "1:1+1 no-query"]), ("SELECT 1\n", ["1:1+1 no-header"]), ("\n-- Summary.\nSELECT 1", ["1:1+1 no-header"]),
        ("-- Summary.\nSELECT 1", ["1:4+7 no-gauges", "1:4+7 no-reads"]),
        ("-- reads: purchases\n-- gauge x: X.\nSELECT 1", ["1:4+5 no-reads", "1:4+5 no-summary"]),
        ("-- Summary.\n-- reads: purchases\n-- gauge x: X.\n", ["1:1+1 no-query"]),
        ("-- Summary.\n-- reads: purchases\n-- gauge x: X.\n\n-- only\n/* comments */ ;\n", ["1:1+1 no-query"]),
        // A header line below the end of the header would do nothing.
        ("-- Summary.\n-- reads: purchases\n-- gauge x: X.\n\n-- gauge y: Y.\nSELECT 1", ["5:4+5 late-header"]),
        ("-- Summary.\n-- reads: purchases\n-- gauge x: X.\nSELECT 1\n-- every: day\n", ["5:4+5 late-header"]),
    ])
    func aFileMustHaveAllItsParts(text: String, places: [String]) {
        #expect(WatchCatalogTests.problems(inQueries: ["a.sql": text]).map(\.place).sorted() == places)
    }

    @Test(
        arguments: [
            (
                "-- gague x: X.",
                "Did you mean `gauge`? A header line begins with one of: reads, needs, labels, every, gauge, percentiles, index; "
                    + "a continuation with three spaces."
            ),
            ("-- needs: verifed_at", "Did you mean `verified_at`?"), ("-- needs: starts.stated_at", "Did you mean `started_at`?"),
            ("-- index: purchase (state)", "Did you mean `purchases`?"),
            ("-- index: x (state)", "The tables are: purchases, entitlements, products, starts, access_reports, notifications."),
            ("-- needs: environment=test", "Its words are: production, sandbox, production, sandbox."),
            ("-- needs: token=x", "Its words are not a closed list."),
            ("-- needs: feature", "It reads: purchases. Add the table to `reads`, or name another column."),
            (
                "-- gauge x (fold min, max): X.",
                "Options: needs COLUMN, fold sum|min|max, absent when null, without labels, "
                    + "else count first seen before PARAMETER, else count first seen from PARAMETER before PARAMETER, "
                    + "else oldest first seen, else oldest first seen from PARAMETER."
            ),
        ])
    func saysWhatToDo(line: String, hint: String) {
        #expect(problems(ofLine: line).map(\.hint) == [hint])
    }

    @Test func continuationsKeepTheirPlaces() {
        let text = """
            -- Summary
            --   of two lines.
            -- reads: purchases
            -- labels: store,
            --     kind (refund,
            --   chargeback, refund)
            -- gauge x
            --   (fold min,
            --      fold avg): X.
            -- gauge y (fold min, absent
            --   when null): Y.
            SELECT 1
            """
        let found = WatchCatalogTests.problems(inQueries: ["a.sql": text])
        #expect(found.map(\.place) == ["6:18+6 duplicate-label-value", "9:9+4 duplicate-option"])
        #expect(found.map(\.excerpt) == ["--   chargeback, refund)", "--      fold avg): X."])
    }

    @Test func columnsCountScalars() {
        let found = problems(ofLine: "-- gauge x: Für 👨‍👩‍👧 e\u{301}.\n--   ü") + problems(ofLine: "-- labels\u{301}: x")
        #expect(found.map(\.place) == ["5:4+6 duplicate-header"])
        let help = "-- gauge größe: X."
        #expect(problems(ofLine: help).map(\.place) == ["5:12+1 no-colon"])
    }

    @Test func excerptsCannotPlayTricks() {
        let found = problems(ofLine: "-- gauge\tx (\u{1B}[31mfold): X.")
        #expect(found.map(\.place) == ["5:13+1 unknown-option"])
        #expect(found.first?.excerpt == "-- gauge x (\u{FFFD}[31mfold): X.")
    }
}

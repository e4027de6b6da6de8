import Testing
import WatchModel
import WatchOutput

@Suite struct RunSummaryTextTests {
    @Test func everythingOnOnePage() {
        #expect(
            RunSummaryText.render(RunResultExample.full, colour: false, width: 80) == """
                Measured 4 figures in 0.03 s from Postgres 15.18, as of 2026-12-01T04:00:00Z.
                The server is a standby, 2.50 s behind its primary.
                Not due yet, shown as measured before: audit (2 h ago).
                The last complete run was 3 h ago.

                                           apple   google  other
                oldest pending purchase     59 s  3 d 4 h      –
                pending purchases              1       12      0
                recent refunded purchases      1        7      –
                  one_off                      1        2      –
                  subscription                 0        5      –

                recent window  1 d

                Could not be measured
                  drift                     the query took longer than 30 s
                  unacknowledged purchases  wants purchases.acknowledged_at

                Nothing to measure just now
                  oldest unverified purchase  nothing is unverified

                warning[no-baseline]: there is no history yet

                error[query-timed-out]: the query took longer than 30 s
                 --> queries/drift.sql:4:2
                  |
                4 | secret line
                  |  ^
                help: raise query_seconds, or add an index

                """)
    }

    @Test func aGoodRunIsOneLineAndTheTable() {
        var result = RunResult(now: RunResultExample.now)
        result.snapshot = SnapshotFacts(server: "SQLite 3.40.1")
        result.wroteFigures = true
        let family = MetricFamily(name: "iapwatch_custom_blocked", help: "B.", samples: [.init(LabelSet(), 3)])
        result.metrics = [.init(name: family.name, query: "blocked", outcome: .measured(family, note: nil))]
        #expect(
            RunSummaryText.render(result, colour: false, width: 100) == """
                Measured 1 figure in less than 0.01 s from SQLite 3.40.1, as of 2026-12-01T04:00:00Z.

                custom blocked  3

                """)
    }

    @Test func anUnreachableSource() {
        var result = RunResult(now: RunResultExample.now)
        result.ending = .sourceUnreachable
        result.problems = [Problem(code: "unreachable", summary: "no server at db:5432")]
        #expect(
            RunSummaryText.render(result, colour: false, width: 100) == """
                Measured nothing, as of 2026-12-01T04:00:00Z: the database could not be read.
                The figures file was left as it was.
                No complete run is known.

                error[unreachable]: no server at db:5432

                """)
    }

    @Test func labelsWithoutStoreAndAllZero() {
        let now = RunResultExample.now
        let families = [
            MetricFamily(
                name: "iapwatch_release_verdict", help: "V.",
                samples: [
                    .init(LabelSet([("flag", "new"), ("verdict", "flip")]), 0), .init(LabelSet([("flag", "new"), ("verdict", "keep")]), 1),
                ]),
            MetricFamily(
                name: "iapwatch_shop_checks", help: "C.",
                samples: [.init(LabelSet([("check", "a")]), 0), .init(LabelSet([("check", "b")]), 0)]),
            MetricFamily(
                name: "iapwatch_newest_record_timestamp_seconds", help: "N.",
                samples: [
                    .init(LabelSet([("store", "apple"), ("table", "purchases")]), now.secondsWithFraction - 90),
                    .init(LabelSet([("store", "apple"), ("table", "sessions")]), now.secondsWithFraction + 7200),
                ]),
        ]
        var result = RunResult(now: now)
        result.snapshot = SnapshotFacts(server: "SQLite 3.40.1")
        result.metrics = families.map { .init(name: $0.name, query: "q", outcome: .measured($0, note: nil)) }
        let text = RunSummaryText.render(result, colour: false, width: 80)
        #expect(text.contains("release verdict: new, keep  1\nshop checks                 0\n"))
        #expect(text.contains("                    apple\nnewest record\n  purchases    1 min 30 s\n  sessions         in 2 h\n"))
    }

    /// Amounts are read in their currency, and those of several are not added up.
    @Test func amountsOfMoney() {
        func text(_ values: [(String, String, Double)]) -> String {
            let samples = values.map { MetricFamily.Sample(LabelSet([("store", $0.0), ("currency", $0.1)]), $0.2) }
            let family = MetricFamily(name: "iapwatch_paid_amount_micros", help: "P.", samples: samples)
            var result = RunResult(now: RunResultExample.now)
            result.metrics = [.init(name: family.name, query: "q", outcome: .measured(family, note: nil))]
            return RunSummaryText.render(result, colour: false, width: 80)
        }
        let paid = text([
            ("apple", "EUR", 285_840_000), ("google", "EUR", 990_000), ("apple", "JPY", 1_234_567), ("google", "USD", -5_000_000),
            ("google", "other", 0),
        ])
        #expect(
            paid.contains(
                """
                                apple  google
                paid amount
                  EUR          285.84    0.99
                  JPY        1.234567       –
                  USD               –   -5.00

                """))
        #expect(text([("apple", "other", 0)]).contains("paid amount   0.00\n"))
    }

    /// Versions stand in the order of releases; of many only the largest have a line, and the rest share one.
    @Test func labelsFromTheDataInTheirOrder() {
        func text(_ values: [(String, String, Double)]) -> String {
            let samples = values.map { MetricFamily.Sample(LabelSet([("store", $0.0), ("app_version", $0.1)]), $0.2) }
            let family = MetricFamily(name: "iapwatch_sold", help: "S.", samples: samples)
            var result = RunResult(now: RunResultExample.now)
            result.snapshot = SnapshotFacts(server: "SQLite 3.40.1")
            result.metrics = [.init(name: family.name, query: "q", outcome: .measured(family, note: nil))]
            return RunSummaryText.render(result, colour: false, width: 80)
        }
        #expect(
            text([
                ("apple", "5.10", 1), ("apple", "5.9", 2), ("google", "5.9", 3), ("apple", "other", 4), ("apple", "unknown", 5),
                ("google", "nightly", 6), ("google", "5.8", 0),
            ]).hasSuffix(
                """
                           apple  google
                sold          12       9
                  5.9          2       3
                  5.10         1       –
                  nightly      –       6
                  unknown      5       –
                  other        4       –

                """))
        let many = (1...30).map { ("google", "1.\($0)", $0 == 2 ? 99.0 : Double($0)) }
        #expect(
            text(many).hasSuffix(
                """
                           google
                sold          562
                  1.2          99
                  1.27         27
                  1.28         28
                  1.29         29
                  1.30         30
                  25 more     349

                """))
    }

    @Test(arguments: [
        (0.0, "0 s"), (0.9, "0 s"), (59, "59 s"), (60, "1 min"), (61, "1 min 1 s"), (3600, "1 h"), (3601, "1 h"), (7260, "2 h 1 min"),
        (273_720, "3 d 4 h"), (86_400, "1 d"), (-60, "-1 min"), (1e300, "11574074074 d 1 h"), (.infinity, "11574074074 d 1 h"), (.nan, "?"),
    ])
    func lengthsOfTime(_ seconds: Double, _ text: String) {
        #expect(DurationText.render(seconds) == text)
    }

    @Test func narrowTerminalsCutTitles() {
        let text = RunSummaryText.render(RunResultExample.full, colour: false, width: 40)
        let table = text.split(separator: "\n").filter { $0.hasPrefix("oldest pend") || $0.hasPrefix("recent ref") }
        #expect(table.count == 2 && table.allSatisfy { TerminalText.width(String($0)) <= 40 && $0.contains("…") })
    }

    @Test func hostileNamesStayInTheirPlace() {
        var result = RunResult(now: RunResultExample.now)
        result.snapshot = SnapshotFacts(server: "x\u{1B}[2J")
        let family = MetricFamily(
            name: "iapwatch_a", help: "A.", samples: [.init(LabelSet([("store", "\u{1B}[1A"), ("kind", "\r\n")]), 3)])
        result.metrics = [
            .init(name: family.name, query: "q", outcome: .measured(family, note: nil)),
            .init(name: "iapwatch_b", query: "q", outcome: .unavailable(wants: "\u{9B}x")),
        ]
        let text = RunSummaryText.render(result, colour: false, width: 80)
        #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)) })
    }
}

import Testing
import WatchModel

@testable import WatchCatalog
@testable import WatchRun

@Suite struct FoldingTests {
    private static let header = """
        -- Things.
        -- reads: purchases
        -- labels: store, kind (refund, other)
        -- gauge things: Things.
        -- gauge oldest_thing_timestamp_seconds (fold min, absent when null): When.
        -- gauge largest_thing (fold max): Size.
        -- gauge all_things (without labels): All.
        SELECT 1
        """

    private static func query() throws -> QueryDefinition {
        try #require(try QueryLoader.load(["things.sql": header], origin: .builtIn).first)
    }

    private static let columns = ["store", "kind", "things", "oldest_thing_timestamp_seconds", "largest_thing", "all_things"]

    private static func samples(_ rows: [[Cell]]) throws -> [String: [MetricFamily.Sample]] {
        let query = try query()
        return try Folding(query: query, rows: RowSet(columns: columns, rows: rows), reading: query.gauges).samples()
    }

    private static func labels(_ store: String, _ kind: String) -> LabelSet {
        LabelSet([(name: "store", value: store), (name: "kind", value: kind)])
    }

    private static func value(_ list: [MetricFamily.Sample]?, _ key: LabelSet) -> Double? {
        list?.first { $0.labels == key }?.value
    }

    @Test func countsOfNothingAreZeroAndTheOldestOfNothingIsAbsent() throws {
        let samples = try Self.samples([])
        #expect(samples["iapwatch_things"]?.map(\.value) == [0, 0, 0, 0])
        #expect(samples["iapwatch_all_things"] == [MetricFamily.Sample(LabelSet(), 0)])
        #expect(samples["iapwatch_oldest_thing_timestamp_seconds"] == [])
        #expect(samples["iapwatch_largest_thing"] == [])
    }

    @Test func rowsOfTheSameLabelsFoldColumnByColumn() throws {
        let early = Instant(seconds: 1000)
        let samples = try Self.samples([
            [.text("google"), .text("refund"), .integer(2), .time(Instant(seconds: 3000)), .integer(7), .integer(10)],
            [.text("google"), .text("refund"), .integer(3), .time(early), .real(2.5), .integer(20)],
            [.text("google"), .text("refund"), .integer(0), .null, .integer(1), .integer(0)],
        ])
        let key = Self.labels("google", "refund")
        #expect(Self.value(samples["iapwatch_things"], key) == 5)
        #expect(Self.value(samples["iapwatch_oldest_thing_timestamp_seconds"], key) == 1000)
        #expect(Self.value(samples["iapwatch_largest_thing"], key) == 7)
        #expect(samples["iapwatch_all_things"] == [MetricFamily.Sample(LabelSet(), 30)])
        // The other three combinations are there, too.
        #expect(samples["iapwatch_things"]?.count == 4)
    }

    @Test func whatIsNotOnTheListBecomesOther() throws {
        let one: [Cell] = [.integer(1), .null, .integer(1), .integer(1)]
        let samples = try Self.samples([
            [.text("Google"), .text("refund")] + one, [.null, .text("refund")] + one, [.text("google\n"), .text("goodwill")] + one,
            [.integer(7), .null] + one,
        ])
        #expect(Self.value(samples["iapwatch_things"], Self.labels("other", "refund")) == 2)
        #expect(Self.value(samples["iapwatch_things"], Self.labels("other", "other")) == 2)
        #expect(Self.value(samples["iapwatch_things"], Self.labels("google", "refund")) == 0)
    }

    @Test(arguments: [
        ([Cell.null, .null, .integer(1), .integer(1)], "null-value"),
        ([.integer(1), .null, .null, .integer(1)], "null-value"),
        ([.text("12"), .null, .integer(1), .integer(1)], "not-a-number"),
        ([.integer(1), .text("yesterday"), .integer(1), .integer(1)], "bad-time"),
        ([.integer(1), .text("2026-12-01 08:00:00"), .integer(1), .integer(1)], "bad-time"),
        ([.real(.infinity), .null, .integer(1), .integer(1)], "not-finite"),
        ([.real(.nan), .null, .integer(1), .integer(1)], "not-finite"),
    ])
    func badValuesFailAndNameTheirKey(_ values: [Cell], _ code: String) throws {
        let problem = try #require(throws: Problem.self) { _ = try Self.samples([[.text("google"), .text("refund")] + values]) }
        #expect(problem.code == code)
        #expect(problem.summary.contains(#"{kind="refund",store="google"}"#))
        #expect(problem.position?.file == "things.sql")
    }

    @Test func timesComeAsTextsNumbersAndTimes() throws {
        for cell in [
            Cell.text("2026-12-01T08:00:00Z"), .text("2026-12-01 10:00:00+02"), .integer(1_796_112_000),
            .time(Instant(seconds: 1_796_112_000)),
        ] {
            let samples = try Self.samples([[.text("google"), .text("refund"), .integer(1), cell, .integer(1), .integer(1)]])
            #expect(Self.value(samples["iapwatch_oldest_thing_timestamp_seconds"], Self.labels("google", "refund")) == 1_796_112_000)
        }
    }

    @Test(arguments: [
        (["store", "kind", "things"], "missing-result-column"),
        (FoldingTests.columns + ["extra"], "extra-result-column"),
        (FoldingTests.columns + ["things"], "duplicate-result-column"),
    ])
    func columnsAreExactlyTheDeclaredOnes(_ columns: [String], _ code: String) throws {
        let query = try Self.query()
        let problem = try #require(throws: Problem.self) {
            _ = try Folding(query: query, rows: RowSet(columns: columns), reading: query.gauges)
        }
        #expect(problem.code == code)
    }

    private static func percentileFolding(_ rows: [[Cell]]) throws -> Folding {
        let text = """
            -- Times.
            -- reads: purchases
            -- labels: store
            -- percentiles wait_seconds (of seconds, finished done, waiting in_flight): Wait.
            SELECT 1
            """
        let query = try #require(try QueryLoader.load(["wait.sql": text], origin: .builtIn).first)
        let columns = ["store", "seconds", "done", "in_flight"]
        return try Folding(query: query, rows: RowSet(columns: columns, rows: rows), reading: query.gauges)
    }

    private static func percentileSamples(_ rows: [[Cell]]) throws -> [String: [MetricFamily.Sample]] {
        try percentileFolding(rows).samples()
    }

    /// A query of percentiles that runs hourly is not measured again in between.
    @Test func percentilesCanBeKept() throws {
        let folding = try Self.percentileFolding((1...30).map { [.text("google"), .integer($0), .integer(1), .integer(0)] })
        let gauges = folding.query.gauges.map { QueryCompiler.GaugePlan(gauge: $0, source: .column) }
        var kept = KeptResult(query: "wait", definition: "d", measuredAt: Instant(seconds: 0), samples: try folding.samples())
        #expect(kept.samples["iapwatch_wait_seconds"]?.count == 3 && kept.fits(folding.query, gauges))
        kept.samples["iapwatch_wait_seconds"]?.append(.init(LabelSet([("store", "google"), ("percentile", "42")]), 1))
        #expect(!kept.fits(folding.query, gauges))
    }

    @Test func percentilesCountWhatStillWaits() throws {
        let rows: [[Cell]] = (1...15).map { [.text("google"), .integer($0), .integer(1), .integer(0)] }
        let samples = try Self.percentileSamples(rows + [[.text("google"), .real(900), .integer(0), .integer(5)]])
        let reached = try #require(samples["iapwatch_wait_seconds"])
        #expect(reached.map(\.value) == [10] && reached.first?.labels.labels.map(\.value).sorted() == ["50", "google"])
        #expect(samples["iapwatch_wait_at_least_seconds"]?.map(\.value) == [900, 900])
        // Nothing is said of nineteen, and nothing of none.
        let few = try Self.percentileSamples(rows)
        #expect(few["iapwatch_wait_seconds"] == [] && few["iapwatch_wait_at_least_seconds"] == [])
    }

    @Test(arguments: [Cell.null, .integer(-1), .real(0.5), .real(.nan), .text("7")])
    func percentilesWantWholeNumbers(cell: Cell) throws {
        for position in 1...3 {
            var row: [Cell] = [.text("google"), .integer(1), .integer(1), .integer(1)]
            row[position] = cell
            let problem = #expect(throws: Problem.self) { try Self.percentileSamples([row]) }
            #expect(problem?.code == "not-a-number")
        }
    }
}

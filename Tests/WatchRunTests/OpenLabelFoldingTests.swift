import Testing
import WatchModel

@testable import WatchCatalog
@testable import WatchRun

/// Labels that take their values from the data: the most frequent ones are shown, and no row is lost.
@Suite struct OpenLabelFoldingTests {
    private static let header = """
        -- Things.
        -- reads: purchases
        -- labels: store, app_version (top)
        -- gauge largest_thing (fold max): Size.
        -- gauge things: Things.
        -- gauge bad_things: Bad things.
        -- gauge all_things (without labels): All.
        SELECT 1
        """
    private static let columns = ["app_version", "store", "things", "bad_things", "largest_thing", "all_things"]

    private struct Row {
        var version: Cell
        var store = "google"
        var things: Int64
        var bad: Int64 = 0
        var size: Int64 = 0

        var cells: [Cell] { [version, .text(store), .integer(things), .integer(bad), .integer(size), .integer(things)] }
    }

    private static func folding(_ rows: [Row], limit: Int) throws -> Folding {
        let query = try #require(try QueryLoader.load(["things.sql": header], origin: .builtIn).first)
        return try Folding(query: query, rows: RowSet(columns: columns, rows: rows.map(\.cells)), reading: query.gauges, limit: limit)
    }

    /// `store/version` and value.
    private static func values(_ folding: Folding, _ metric: String) throws -> [String: Double] {
        var values: [String: Double] = [:]
        for sample in try folding.samples()["iapwatch_" + metric] ?? [] {
            values["\(sample.labels["store"] ?? "-")/\(sample.labels["app_version"] ?? "-")"] = sample.value
        }
        return values
    }

    @Test func theMostFrequentAreShownAndTheOthersTogether() throws {
        let folding = try Self.folding(
            [
                Row(version: .text("5.8"), things: 3, bad: 3, size: 9), Row(version: .text("5.9"), things: 2),
                Row(version: .text("5.9"), store: "apple", things: 2, size: 4), Row(version: .text("5.7"), things: 1, bad: 1, size: 8),
                Row(version: .text("5.6"), store: "apple", things: 1, size: 7), Row(version: .text("5.5"), store: "amazon", things: 1),
            ], limit: 2)
        #expect(
            try Self.values(folding, "things") == [
                "google/5.8": 3, "google/5.9": 2, "apple/5.9": 2, "apple/5.8": 0, "google/other": 1, "apple/other": 1, "other/other": 1,
            ])
        #expect(try Self.values(folding, "bad_things").filter { $0.value > 0 } == ["google/5.8": 3, "google/other": 1])
        #expect(try Self.values(folding, "largest_thing")["google/other"] == 8)
        #expect(try folding.samples()["iapwatch_all_things"]?.map(\.value) == [10])
        #expect(folding.labelValues == [LabelValueCount(label: "app_version", distinct: 5, limit: 2)])
    }

    @Test func whatIsMissingOrCalledOtherIsNoValue() throws {
        let folding = try Self.folding(
            [
                Row(version: .null, things: 50), Row(version: .text(""), things: 1), Row(version: .text("unknown"), things: 1),
                Row(version: .text("other"), things: 40), Row(version: .text("5.9"), things: 2), Row(version: .text("5.8"), things: 1),
            ], limit: 1)
        let shown = try Self.values(folding, "things").filter { $0.key.hasPrefix("google") }
        #expect(shown == ["google/unknown": 52, "google/other": 41, "google/5.9": 2])
        #expect(folding.labelValues.first?.distinct == 2)
    }

    @Test func ofTheEquallyFrequentTheNewerReleaseIsShown() throws {
        let rows = ["latest", "5.9", "5.10", "5.10-beta"].map { Row(version: .text($0), things: 1) }
        for rows in [rows, rows.reversed()] {
            let shown = try Self.values(Self.folding(rows, limit: 2), "things").filter { $0.key.hasPrefix("google") }
            #expect(shown == ["google/5.10": 1, "google/5.10-beta": 1, "google/other": 2])
        }
    }

    @Test func textsThatDifferInBytesAreTwoSeries() throws {
        let versions = ["caf\u{E9}", "cafe\u{301}", "CAF\u{E9}", "a\nb", "a b", "ab", "5.10", "5.10.0"]
        let folding = try Self.folding(versions.enumerated().map { Row(version: .text($1), things: Int64($0) + 1) }, limit: 20)
        let samples = try folding.samples()["iapwatch_things"] ?? []
        let counted = samples.filter { $0.value > 0 }
        #expect(counted.count == versions.count && counted.reduce(0) { $0 + $1.value } == 36)
        #expect(Set(samples.map(\.labels)).count == samples.count)
        #expect(folding.labelValues.first?.distinct == 8)
    }

    @Test func numbersAreValuesToo() throws {
        let folding = try Self.folding([Row(version: .integer(510), things: 1), Row(version: .real(5.5), things: 2)], limit: 5)
        #expect(try Self.values(folding, "things").filter { $0.value > 0 } == ["google/510": 1, "google/5.5": 2])
    }

    /// The family is there with zeros, so that an alert finds it.
    @Test func withoutRowsTheOthersAreNone() throws {
        let folding = try Self.folding([], limit: 5)
        #expect(try Self.values(folding, "things") == ["google/other": 0, "apple/other": 0])
        #expect(try folding.samples()["iapwatch_largest_thing"] == [])
        #expect(folding.labelValues == [LabelValueCount(label: "app_version", distinct: 0, limit: 5)])
    }

    @Test(arguments: [
        (Cell.null, "null-value"), (.text("x"), "not-a-number"), (.real(.nan), "not-finite"), (.real(.infinity), "not-finite"),
    ])
    func aBadCountFailsTheQuery(_ cell: Cell, _ code: String) throws {
        let query = try #require(try QueryLoader.load(["things.sql": Self.header], origin: .builtIn).first)
        let rows: [[Cell]] = [[.text("5.9"), .text("google"), cell, .integer(0), .integer(0), .integer(0)]]
        let problem = try #require(throws: Problem.self) {
            _ = try Folding(query: query, rows: RowSet(columns: Self.columns, rows: rows), reading: query.gauges).samples()
        }
        #expect(problem.code == code && problem.summary.contains("iapwatch_things"))
    }

    /// A kept result comes from a file: what is not of the form that folding gives is measured anew.
    @Test func aKeptResultHasTheFormOfItsQuery() throws {
        let folding = try Self.folding([Row(version: .text("5.9\n"), things: 1)], limit: 5)
        let gauges = folding.query.gauges.map { QueryCompiler.GaugePlan(gauge: $0, source: .column) }
        let kept = KeptResult(
            query: "things", definition: "d", measuredAt: Instant(seconds: 0), samples: try folding.samples(),
            labelValues: folding.labelValues)
        #expect(kept.fits(folding.query, gauges))
        var bare = kept
        bare.labelValues = []
        #expect(!bare.fits(folding.query, gauges))
        var wild = kept
        wild.samples["iapwatch_things"]?.append(.init(LabelSet([("store", "google"), ("app_version", "5.9\u{1B}")]), 1))
        #expect(!wild.fits(folding.query, gauges))
    }
}

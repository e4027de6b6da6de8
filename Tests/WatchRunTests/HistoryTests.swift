import Foundation
import TestSupport
import Testing
import WatchDatabase
import WatchModel

@testable import WatchRun

@Suite struct HistoryTests {
    private let directory: TemporaryDirectory
    /// 2026-12-01T12:00:00Z.
    private let noon = Instant(seconds: 1_796_126_400)
    private let all = (Instant(seconds: 0), Instant(seconds: 4_000_000_000))

    init() throws {
        directory = try TemporaryDirectory("history")
    }

    private func open() throws -> StateStore {
        var warnings: [Problem] = []
        let state = try StateStore(directory: directory.path, now: noon, warnings: &warnings)
        #expect(warnings.isEmpty, "\(warnings)")
        return state
    }

    private func family(_ name: String, _ values: [String: Double]) -> MetricFamily {
        MetricFamily(
            name: name, help: "", samples: values.map { MetricFamily.Sample(LabelSet([(name: "store", value: $0.key)]), $0.value) })
    }

    @Test func remembersEachSeries() throws {
        let state = try open()
        let hostile = "a\"b=c,\u{301}\n"
        for minutes in [0, 5, 10] {
            let at = noon.adding(seconds: Int64(minutes) * 60)
            #expect(try state.noteHistory([(family("m", ["google": Double(minutes), hostile: 1]), at)]) == 0)
        }
        let history = try state.history(of: "m", from: noon, to: noon.adding(seconds: 600))
        #expect(history[LabelSet([(name: "store", value: "google")])]?.map(\.value) == [0, 5])
        #expect(history[LabelSet([(name: "store", value: hostile)])]?.map(\.at) == [noon, noon.adding(seconds: 300)])
        #expect(try state.history(of: "n", from: all.0, to: all.1).isEmpty)
    }

    @Test func theSameMomentAgainReplaces() throws {
        let state = try open()
        _ = try state.noteHistory([(family("m", ["google": 1]), noon)])
        _ = try state.noteHistory([(family("m", ["google": 2]), noon)])
        #expect(try state.history(of: "m", from: all.0, to: all.1).values.first?.map(\.value) == [2])
    }

    /// Two days in full, then hours, then days, then nothing; and always the last of each.
    @Test func thinsOut() throws {
        let state = try open()
        let minutes: Int64 = 30
        for step in 0..<(24 * 2 * 20) {
            let at = noon.adding(seconds: -Int64(step) * minutes * 60)
            _ = try state.noteHistory([(family("m", ["google": Double(-step)]), at)])
        }
        _ = try state.noteHistory([(family("m", ["google": 7]), noon.adding(seconds: -401 * 86_400))])
        for _ in 0..<2 {
            try state.thinHistory(now: noon)
            let samples = try #require(try state.history(of: "m", from: all.0, to: all.1).values.first)
            let ages = samples.map { noon.seconds(since: $0.at) }
            let recent = ages.filter { $0 <= 2 * 86_400 }
            #expect(recent.count == 97)
            let hourly = ages.filter { $0 > 2 * 86_400 && $0 <= 14 * 86_400 }
            #expect(hourly.count == 12 * 24)
            // The last half hour of each hour stayed.
            #expect(hourly.allSatisfy { $0 % 3600 == 1800 })
            let daily = ages.filter { $0 > 14 * 86_400 }
            #expect(daily.count == 6 && ages.max().map { $0 < 21 * 86_400 } == true)
        }
    }

    @Test func aSeriesWithoutSamplesIsForgotten() throws {
        let state = try open()
        _ = try state.noteHistory([(family("old", ["google": 1]), noon.adding(seconds: -500 * 86_400))])
        try state.thinHistory(now: noon)
        #expect(try state.store.rows(Statement("SELECT count(*) FROM history_series")).rows == [[.integer(0)]])
    }

    @Test func endlessLabelsDoNotFillTheDisk() throws {
        let state = try open()
        let many = Dictionary(uniqueKeysWithValues: (0..<StateStore.Retention.mostSeries + 5).map { ("v\($0)", 1.0) })
        #expect(try state.noteHistory([(family("m", many), noon)]) == 5)
        // Those that are known go on.
        let known = try #require(try state.history(of: "m", from: all.0, to: all.1).keys.first)
        let sample = MetricFamily(name: "m", help: "", samples: [MetricFamily.Sample(known, 2)])
        #expect(try state.noteHistory([(sample, noon.adding(seconds: 60))]) == 0)
    }

    /// A state of the version before had no history: it gets one, and keeps what it knew.
    @Test func anOlderStateIsBroughtUpToDate() throws {
        do {
            let state = try open()
            try state.setLastSuccess(noon)
            try state.store.execute("DROP TABLE history_samples; DROP TABLE history_series; PRAGMA user_version = 1;")
        }
        let state = try open()
        #expect(try state.lastSuccess() == noon)
        _ = try state.noteHistory([(family("m", ["google": 1]), noon)])
        #expect(try state.history(of: "m", from: all.0, to: all.1).count == 1)
    }
}

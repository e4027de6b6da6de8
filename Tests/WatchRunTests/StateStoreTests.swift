import Foundation
import TestSupport
import Testing
import WatchDatabase
import WatchModel

@testable import WatchRun

@Suite struct StateStoreTests {
    private let directory: TemporaryDirectory
    private let noon = Instant(seconds: 1_796_126_400)

    init() throws {
        directory = try TemporaryDirectory("state")
    }

    /// Opens the state, expecting these warnings.
    private func open(warnings expected: [String] = []) throws -> StateStore {
        var warnings: [Problem] = []
        let state = try StateStore(directory: directory.path, now: noon, warnings: &warnings)
        #expect(warnings.map(\.code) == expected)
        return state
    }

    private func outstanding(_ token: String, _ store: String, since: Instant, _ state: borrowing StateStore) -> OutstandingPurchase {
        OutstandingPurchase(fingerprint: state.key.fingerprint(token), store: store, since: since)
    }

    @Test func aReSendDoesNotRestartTheClock() throws {
        let state = try open()
        let monday = noon.adding(seconds: -3 * 86_400)
        try state.noteOutstanding([outstanding("t", "google", since: monday, state)], condition: "pending", run: 1)
        try state.noteOutstanding([outstanding("t", "google", since: noon, state)], condition: "pending", run: 2)
        #expect(try state.oldestFirstSeen(condition: "pending") == ["google": monday])
        #expect(try state.countFirstSeen(condition: "pending", before: noon) == ["google": 1])
        #expect(try state.countFirstSeen(condition: "pending", before: monday) == [:])
    }

    /// From a moment on, and before another one.
    @Test func countsBetweenTwoMoments() throws {
        let state = try open()
        let days = [9, 7, 3, 0].map { noon.adding(seconds: -Int64($0) * 86_400) }
        let purchases = days.enumerated().map { outstanding("t\($0.offset)", "google", since: $0.element, state) }
        try state.noteOutstanding(purchases, condition: "pending", run: 1)
        #expect(try state.countFirstSeen(condition: "pending", from: days[1], before: days[3]) == ["google": 2])
        #expect(try state.countFirstSeen(condition: "pending", before: days[1]) == ["google": 1])
        #expect(try state.oldestFirstSeen(condition: "pending", from: days[1]) == ["google": days[1]])
        #expect(try state.oldestFirstSeen(condition: "pending", from: noon.adding(seconds: 1)) == [:])
    }

    @Test func whatIsNoLongerOutstandingIsForgotten() throws {
        let state = try open()
        let monday = noon.adding(seconds: -3 * 86_400)
        try state.noteOutstanding(
            [outstanding("t", "google", since: monday, state), outstanding("u", "apple", since: monday, state)], condition: "pending",
            run: 1)
        // Only this condition's entries go, and the run's number tells them, not a clock that may stand still.
        try state.noteOutstanding([outstanding("t", "google", since: monday, state)], condition: "unverified", run: 1)
        try state.noteOutstanding([outstanding("u", "apple", since: noon, state)], condition: "pending", run: 2)
        #expect(try state.oldestFirstSeen(condition: "pending") == ["apple": monday])
        #expect(try state.ledgerSizes() == ["pending": 1, "unverified": 1])
        // Pending again later is a new beginning.
        try state.noteOutstanding([outstanding("t", "google", since: noon, state)], condition: "pending", run: 3)
        #expect(try state.oldestFirstSeen(condition: "pending") == ["google": noon])
    }

    @Test func holdsNoToken() throws {
        do {
            let state = try open()
            try state.noteOutstanding([outstanding("secret-token-4711", "google", since: noon, state)], condition: "pending", run: 1)
        }
        for name in try directory.names() {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file(name)))
            #expect(bytes.range(of: Data("secret-token-4711".utf8)) == nil, "\(name)")
        }
    }

    @Test func isForThisUserAlone() throws {
        _ = try open()
        for name in ["state.sqlite", "key"] {
            let mode = try FileManager.default.attributesOfItem(atPath: directory.file(name))[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(name)")
        }
    }

    @Test func keepsTheLastSuccessAndNumbersRuns() throws {
        do {
            let state = try open()
            #expect(try state.lastSuccess() == nil)
            try state.setLastSuccess(noon)
            #expect(try state.nextRunNumber() == 1)
        }
        let state = try open()
        #expect(try state.lastSuccess() == noon)
        #expect(try state.nextRunNumber() == 2)
    }

    @Test func keptResultsComeBackExactly() throws {
        let kept = KeptResult(
            query: "audit", definition: "d", measuredAt: noon,
            samples: [
                "m": [
                    MetricFamily.Sample(LabelSet([(name: "store", value: "a\"\n"), (name: "kind", value: "x")]), 0.1),
                    MetricFamily.Sample(LabelSet(), 1e15),
                ],
                "empty": [],
            ], labelValues: [LabelValueCount(label: "app_version", distinct: 31, limit: 20)])
        let state = try open()
        try state.keep(kept)
        #expect(try state.keptResults() == ["audit": kept])
        try state.forget(query: "audit")
        #expect(try state.keptResults() == [:])
    }

    @Test func aDamagedFileIsSetAside() throws {
        _ = try open()
        try directory.write(
            "state.sqlite", "this is no database, and long enough to be looked at as one: " + String(repeating: "x", count: 4096))
        let state = try open(warnings: ["state-damaged"])
        #expect(try state.lastSuccess() == nil)
        #expect(try directory.names().contains("state.sqlite.damaged-1796126400"))
    }

    @Test func aFileOfANewerVersionIsSetAside() throws {
        _ = try open()
        let sqlite3 = try Tool.require("sqlite3", package: "sqlite3")
        _ = try Tool.run(sqlite3, [directory.file("state.sqlite"), "PRAGMA user_version = 99"])
        _ = try open(warnings: ["state-damaged"])
    }

    @Test func aLostKeyIsToldAndReplaced() throws {
        let before = try open().key.fingerprint("t")
        try FileManager.default.removeItem(atPath: directory.file("key"))
        #expect(try open(warnings: ["key-lost"]).key.fingerprint("t") != before)
    }

    @Test func aCopyChangesNothing() throws {
        do {
            let state = try open()
            try state.setLastSuccess(noon)
        }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.file("state.sqlite")))
        let copy = try StateStore(copyOf: directory.path)
        #expect(try copy.lastSuccess() == noon)
        try copy.setLastSuccess(noon.adding(seconds: 60))
        #expect(try Data(contentsOf: URL(fileURLWithPath: directory.file("state.sqlite"))) == bytes)
    }
}

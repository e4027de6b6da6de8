import Foundation
import TestSupport
import Testing

/// Ages that no column tells, and that the job keeps itself.
@Suite struct LedgerTests {
    private static let oldest = "oldest_pending_purchase_timestamp_seconds"

    /// A bench whose purchases have no times but the last change, and the words for its runs.
    private func bench() throws -> (Bench, words: [String]) {
        let bench = try Bench(.sqlite)
        let columns = ["created_at", "pending_since", "purchased_at", "verified_at"].map { $0 + ": { absent: true }" }
        let words = try bench.configuration("tables: { purchases: { columns: { \(columns.joined(separator: ", ")) } } }\n")
        return (bench, words)
    }

    private func touch(_ bench: Bench, _ time: String) throws {
        try bench.execute("UPDATE purchases SET updated_at = '\(time)' WHERE state = 'pending'")
    }

    private func seconds(_ time: String) -> Double { ISO8601DateFormatter().date(from: time)?.timeIntervalSince1970 ?? .nan }

    @Test func ageSurvivesATouchAndEndsWithTheState() throws {
        let (bench, words) = try bench()
        let first = try bench.goodRun(words)
        #expect(first.total(Self.oldest) == seconds("2026-12-01T08:00:00Z"))
        try touch(bench, "2026-12-01T12:30:00Z")
        let second = try bench.expectSuccess(try bench.run(1, words), at: 1)
        #expect(second.total(Self.oldest) == seconds("2026-12-01T08:00:00Z"))

        try FileManager.default.removeItem(atPath: bench.directory.file("state"))
        let third = try bench.expectSuccess(try bench.run(2, words), at: 2)
        #expect(third.total(Self.oldest) == seconds("2026-12-01T12:30:00Z"))
        #expect(third.job("first_seen_ledger_entries") == 1)

        try bench.execute("UPDATE purchases SET state = 'expired' WHERE state = 'pending'")
        let fourth = try bench.expectSuccess(try bench.run(3, words), at: 3)
        #expect(fourth.total(Self.oldest) == nil && fourth.total("pending_purchases") == 0)
        #expect(fourth.job("first_seen_ledger_entries") == nil)
    }

    /// A lost key makes every purchase look new, and the old entries go.
    @Test func aLostKeyBeginsAnew() throws {
        let (bench, words) = try bench()
        try bench.goodRun(words)
        try touch(bench, "2026-12-01T12:30:00Z")
        try FileManager.default.removeItem(atPath: bench.directory.file("state/key"))
        let left = try bench.expectSuccess(try bench.run(1, words), at: 1)
        #expect(left.total(Self.oldest) == seconds("2026-12-01T12:30:00Z") && left.job("first_seen_ledger_entries") == 1)
    }

    /// A clock that was wrong and was put right: nothing is of the future, and what was kept then is measured anew.
    @Test func theClockGoesBack() throws {
        let (bench, words) = try bench()
        try touch(bench, "2026-12-01T17:00:00Z")
        let ahead = try bench.expectSuccess(try bench.run(3, words), at: 3)
        #expect(ahead.total(Self.oldest) == seconds("2026-12-01T17:00:00Z"))
        let back = try bench.expectSuccess(try bench.run(0, words), at: 0)
        #expect(back.total(Self.oldest) == Bench.seconds(0))
        #expect(back.figure("query_measured_timestamp_seconds").allSatisfy { $0.value == Bench.seconds(0) })
        let again = try bench.expectSuccess(try bench.run(1, words), at: 1)
        #expect(again.total(Self.oldest) == Bench.seconds(0))
    }

    /// State that can be read and not written is used as it is.
    @Test func theStateMayNotBeWritten() throws {
        let (bench, words) = try bench()
        try bench.giveAway("metrics")
        try bench.giveAway("state", mode: 0o700)
        #expect(try bench.runUnprivileged(0, words).exitCode == 0)
        try touch(bench, "2026-12-01T12:30:00Z")
        try bench.giveAway("state", mode: 0o555)
        let outcome = try bench.runUnprivileged(1, words)
        let left = try bench.expectSuccess(outcome, at: 1)
        #expect(outcome.errorText.contains("[state-unusable]"), "\(outcome)")
        #expect(left.total(Self.oldest) == seconds("2026-12-01T08:00:00Z"))
    }
}

import Testing
import WatchModel

struct InstantTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("1970-01-02T00:00:00Z", 86_400), ("1969-12-31T23:59:59Z", -1),
            // The last second before a leap day, the leap day, and the day behind it.
            ("2024-02-28T23:59:59Z", 1_709_164_799), ("2024-02-29T00:00:00Z", 1_709_164_800), ("2024-03-01T00:00:00Z", 1_709_251_200),
            // 2000 was a leap year, 1900 was none.
            ("2000-02-29T00:00:00Z", 951_782_400), ("1900-03-01T00:00:00Z", -2_203_891_200),
            ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
        ] as [(String, Int64)])
    func readsAndWritesWholeSeconds(text: String, seconds: Int64) throws {
        let instant = try #require(Instant(iso8601: text))
        #expect(instant == Instant(seconds: seconds))
        #expect(instant.iso8601 == text)
    }

    @Test(
        arguments: [
            ("2026-12-01T01:36:35z", 0), ("2026-12-01t01:36:35Z", 0), ("2026-12-01 01:36:35Z", 0), ("2026-12-01 01:36:35 Z", 0),
            ("2026-12-01 03:36:35.5+02", 500_000), ("2026-12-01T03:36:35,5+0200", 500_000), ("2026-12-01 03:36:35 +02:00", 0),
            ("2026-11-30T19:51:35.000001-05:45", 1), ("2026-12-01T01:36:35.123456Z", 123_456),
            // Nanoseconds are cut off, not rounded.
            ("2026-12-01T01:36:35.999999999Z", 999_999), ("2026-12-01T15:36:35+14:00", 0),
        ] as [(String, Int64)])
    func readsWhatDatabasesWrite(text: String, microseconds: Int64) {
        // 2026-12-01 is day 20,788, and 01:36:35 is second 5,795: 20,788 * 86,400 + 5,795.
        #expect(Instant(iso8601: text)?.microseconds == 1_796_088_995_000_000 + microseconds)
    }

    @Test func secondsMayBeMissing() {
        #expect(Instant(iso8601: "2026-12-01T01:36Z") == Instant(seconds: 1_796_088_960))
    }

    @Test(arguments: [
        "", "2026-12-01", "2026-12-01T01:36:35", "2026-12-01 01:36:35.5", "2026-12-01T01:36", "1796088995",
        "2026-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-00-01T00:00:00Z", "2026-13-01T00:00:00Z",
        "2026-12-00T00:00:00Z", "0000-00-00T00:00:00Z", "2026-12-01T24:00:00Z", "2026-12-01T00:60:00Z", "2026-12-01T00:00:60Z",
        "2026-12-01T01:36:35.Z", "2026-12-01T01:36:35.1234567890Z", "2026-12-01T01:36:35+1", "2026-12-01T01:36:35+19:00",
        "2026-12-01T01:36:35+01:60", "2026-12-01T01:36:35+01:", "2026-12-01T01:36:35ZZ", "2026-12-01T01:36:35Z ", " 2026-12-01T01:36:35Z",
        "2026-12-01  01:36:35Z", "2026-12-1T01:36:35Z", "12026-12-01T01:36:35Z", "-026-12-01T01:36:35Z", "2026/12/01T01:36:35Z",
        "٢٠٢٦-12-01T01:36:35Z", "2026-12-01T01:36:35Z\0", "infinity",
    ])
    func refusesWhatIsNoMoment(text: String) {
        #expect(Instant(iso8601: text) == nil)
    }

    @Test(
        arguments: [
            (0, "Z"), (1, ".000001Z"), (10, ".00001Z"), (500_000, ".5Z"), (123_000, ".123Z"), (999_999, ".999999Z"),
        ] as [(Int64, String)])
    func writesAFractionOnlyWhereThereIsOne(microseconds: Int64, end: String) {
        #expect(Instant(microseconds: microseconds).iso8601 == "1970-01-01T00:00:00" + end)
    }

    @Test(
        arguments: [
            (-1, -1, "1969-12-31T23:59:59.999999Z"), (-1_000_000, -1, "1969-12-31T23:59:59Z"),
            (-1_000_001, -2, "1969-12-31T23:59:58.999999Z"), (1_999_999, 1, "1970-01-01T00:00:01.999999Z"),
        ] as [(Int64, Int64, String)])
    func roundsDown(microseconds: Int64, seconds: Int64, text: String) {
        #expect(Instant(microseconds: microseconds).seconds == seconds)
        #expect(Instant(microseconds: microseconds).iso8601 == text)
    }

    @Test func staysWithinItsRange() {
        // The last whole seconds before 2^63 microseconds, which are about 292,277 years.
        let (first, last) = (Instant(seconds: .min), Instant(seconds: .max))
        #expect(last.microseconds == 9_223_372_036_854_000_000)
        #expect(first.microseconds == -9_223_372_036_854_000_000)
        #expect(Instant(microseconds: 5).adding(seconds: .max) == last)
        #expect(Instant(microseconds: .min).adding(seconds: -1) == first)
        #expect(Instant(microseconds: .max).adding(seconds: 1) == last)
        #expect(Instant(seconds: 10).adding(seconds: -3) == Instant(seconds: 7))
        #expect(first.iso8601 == "-290308-12-21T19:59:06Z")
        #expect(last.iso8601 == "294247-01-10T04:00:54Z")
    }

    @Test func countsAndCompares() {
        let earlier = Instant(microseconds: 1_999_999)
        #expect(Instant(seconds: 5).seconds(since: earlier) == 4)
        #expect(earlier.seconds(since: Instant(seconds: 5)) == -4)
        #expect(earlier < Instant(seconds: 2))
        #expect(!(earlier < earlier))
        #expect(Instant(microseconds: -1_500_000).secondsWithFraction == -1.5)
    }

    /// SplitMix64, so that a failure can be repeated.
    struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func everyInstantComesBack(seed: UInt64) {
        var random = Seeded(state: seed)
        let (first, last): (Int64, Int64) = (-62_135_596_800_000_000, 253_402_300_799_999_999)
        var previous = Instant(microseconds: first)
        for _ in 0..<5000 {
            let instant = Instant(microseconds: .random(in: first...last, using: &random))
            #expect(Instant(iso8601: instant.iso8601) == instant)
            #expect(CivilTime(instant).instant() == instant)
            #expect(CivilTime(instant).instant(offsetSeconds: 3600) == instant.adding(seconds: -3600))
            // As text without zone, whole seconds sort as the moments do.
            let (early, late) = previous < instant ? (previous, instant) : (instant, previous)
            #expect(early.seconds == late.seconds || early.iso8601WithoutZone < late.iso8601WithoutZone)
            previous = instant
        }
    }

    @Test(arguments: [0, 1, 59, 951_782_399, 1_796_088_995] as [Int64])
    func theBoundSortsBeforeEveryTimeInItsSecond(seconds: Int64) {
        let bound = Array(Instant(seconds: seconds).iso8601WithoutZone.utf8)
        for microseconds in [0, 1, 10, 500_000, 999_999] as [Int64] {
            let within = Array(Instant(microseconds: seconds * 1_000_000 + microseconds).iso8601.utf8)
            let before = Array(Instant(microseconds: (seconds - 1) * 1_000_000 + microseconds).iso8601.utf8)
            #expect(bound.lexicographicallyPrecedes(within))
            #expect(before.lexicographicallyPrecedes(bound))
        }
    }
}

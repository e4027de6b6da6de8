import Testing
import WatchModel

/// The ends of the range: what a damaged state or a hostile database can hold.
@Suite struct InstantRangeTests {
    private static let earliest = Instant(seconds: Int64.min / 1_000_000)
    private static let latest = Instant(seconds: Int64.max / 1_000_000)

    @Test func saturatesToWholeSeconds() {
        for low in [
            Instant(microseconds: .min), Instant(microseconds: .min + 1), Instant(seconds: .min), Self.earliest.adding(seconds: -1),
        ] {
            #expect(low == Self.earliest)
        }
        for high in [
            Instant(microseconds: .max), Instant(microseconds: .max - 1), Instant(seconds: .max), Self.latest.adding(seconds: .max),
        ] {
            #expect(high == Self.latest)
        }
        #expect(Instant(microseconds: -1).microseconds == -1)
    }

    @Test(arguments: [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max])
    func hasACalendarTime(microseconds: Int64) {
        let instant = Instant(microseconds: microseconds)
        #expect(CivilTime(instant).instant() == instant)
        #expect(instant.iso8601.hasSuffix("Z"))
        #expect(instant.seconds(since: Self.latest) <= 0)
    }
}

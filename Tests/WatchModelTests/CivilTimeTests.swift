import Testing

@testable import WatchModel

struct CivilTimeTests {
    @Test(arguments: [
        (1, 2026, 31), (2, 2026, 28), (2, 2024, 29), (2, 2000, 29), (2, 1900, 28), (2, 2100, 28), (3, 2026, 31), (4, 2026, 30),
        (5, 2026, 31), (6, 2026, 30), (7, 2026, 31), (8, 2026, 31), (9, 2026, 30), (10, 2026, 31), (11, 2026, 30), (12, 2026, 31),
    ])
    func knowsTheLengthOfMonths(month: Int, year: Int, days: Int) {
        #expect(CivilTime.daysInMonth(month, year: year) == days)
    }

    /// Every day of 400 years (after which the calendar repeats itself) follows the one before.
    @Test func everyDayHasItsOwnNumber() {
        var expected = CivilTime.daysSinceEpoch(year: 1800, month: 1, day: 1)
        // 1800 to 1969: 170 years with 41 leap days (1800 and 1900 have none).
        #expect(expected == -(170 * 365 + 41))
        for year in 1800..<2200 {
            for month in 1...12 {
                for day in 1...CivilTime.daysInMonth(month, year: year) {
                    #expect(CivilTime.daysSinceEpoch(year: year, month: month, day: day) == expected)
                    #expect(CivilTime.date(daysSinceEpoch: expected) == (year, month, day))
                    expected += 1
                }
            }
        }
    }

    @Test func keepsTheZoneApart() throws {
        let parsed = try #require(CivilTime.Parser.parse("2026-12-01 01:36:35.25-03:30".utf8))
        #expect(parsed.time == CivilTime(year: 2026, month: 12, day: 1, hour: 1, minute: 36, second: 35, microsecond: 250_000))
        #expect(parsed.offsetSeconds == -12_600)
        #expect(CivilTime.Parser.parse("2026-12-01 01:36:35".utf8)?.offsetSeconds == nil)
        #expect(CivilTime.Parser.parse("2026-12-01 01:36:35".utf8)?.time.second == 35)
    }

    @Test func writesYearsWithFourDigits() {
        #expect(CivilTime(year: 7, month: 1, day: 2, hour: 3, minute: 4, second: 5).text == "0007-01-02T03:04:05")
    }

    @Test func takesTheOffsetAway() {
        let time = CivilTime(year: 1970, month: 1, day: 1, hour: 1)
        #expect(time.instant(offsetSeconds: 3600) == Instant(seconds: 0))
        #expect(time.instant(offsetSeconds: -3600) == Instant(seconds: 7200))
    }
}

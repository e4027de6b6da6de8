extension Instant {
    /// Reads ISO 8601 as databases write it: `2026-12-01T01:36:35Z`, a space for the T, a fraction, an offset.
    ///
    /// A text without zone is refused: which zone it means has to be declared, not guessed.
    /// - Returns: nil when the text is not such a time, or names a day that does not exist.
    package init?(iso8601 text: some StringProtocol) {
        guard let parsed = CivilTime.Parser.parse(text.utf8), let offset = parsed.offsetSeconds else { return nil }
        self = parsed.time.instant(offsetSeconds: offset)
    }

    /// `2026-12-01T01:36:35Z`, with a fraction only where there is one.
    package var iso8601: String {
        var text = iso8601WithoutZone
        var fraction = microsecondOfSecond
        if fraction > 0 {
            var digits = 6
            while fraction % 10 == 0 {
                fraction /= 10
                digits -= 1
            }
            text += "." + CivilTime.padded(fraction, digits)
        }
        return text + "Z"
    }

    /// `2026-12-01T01:36:35`: the whole second without its zone.
    ///
    /// As a bound in SQLite, where times are text, it sorts before every time in that second, with or without a
    /// fraction: `<` and `>=` against it are exact.
    package var iso8601WithoutZone: String { CivilTime(self).text }
}

/// A calendar date and a time of day, in the proleptic Gregorian calendar, without a zone.
package struct CivilTime: Hashable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int
    package var hour: Int
    package var minute: Int
    package var second: Int
    package var microsecond: Int

    /// The UTC calendar time of an instant.
    package init(_ instant: Instant) {
        let seconds = instant.seconds
        microsecond = instant.microsecondOfSecond
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let secondOfDay = Int(seconds - days * 86_400)
        (year, month, day) = Self.date(daysSinceEpoch: Int(days))
        (hour, minute, second) = (secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60)
    }

    package init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0) {
        (self.year, self.month, self.day) = (year, month, day)
        (self.hour, self.minute, self.second, self.microsecond) = (hour, minute, second, microsecond)
    }

    /// The instant that this calendar time names in a zone that is `offsetSeconds` east of UTC.
    package func instant(offsetSeconds: Int = 0) -> Instant {
        let days = Self.daysSinceEpoch(year: year, month: month, day: day)
        let seconds = Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second - offsetSeconds)
        return Instant(microseconds: seconds * 1_000_000 + Int64(microsecond))
    }

    package var text: String {
        guard (0...9999).contains(year) else {
            let pad = Self.padded
            return "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T\(pad(hour, 2)):\(pad(minute, 2)):\(pad(second, 2))"
        }
        // A simulated world writes millions of these: digits into one buffer, ten times as fast as pieces of text.
        return String(unsafeUninitializedCapacity: 19) { bytes in
            var index = 0
            func put(_ number: Int, _ width: Int, _ separator: Unicode.Scalar?) {
                var divisor = width == 4 ? 1000 : 10
                while divisor > 0 {
                    bytes[index] = UInt8(ascii: "0") + UInt8(number / divisor % 10)
                    index += 1
                    divisor /= 10
                }
                guard let separator else { return }
                bytes[index] = UInt8(ascii: separator)
                index += 1
            }
            put(year, 4, "-")
            put(month, 2, "-")
            put(day, 2, "T")
            put(hour, 2, ":")
            put(minute, 2, ":")
            put(second, 2, nil)
            return index
        }
    }

    static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number.magnitude)
        return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    // Days and dates after Howard Hinnant's "chrono-compatible low-level date algorithms": years start in March, so
    // that the leap day is the last day of a year.

    static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    static func date(daysSinceEpoch: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = daysSinceEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    static func daysInMonth(_ month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

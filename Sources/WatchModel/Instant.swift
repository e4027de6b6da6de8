/// A moment in time, to the microsecond, in UTC.
///
/// - Units: microseconds since 1970-01-01T00:00:00Z, leap seconds ignored (as in Postgres and SQLite).
package struct Instant: Hashable, Comparable, Sendable {
    package let microseconds: Int64

    /// The last whole seconds on either side that can be counted: calendar arithmetic on anything beyond would overflow.
    private static let range = (Int64.min / 1_000_000 * 1_000_000)...(Int64.max / 1_000_000 * 1_000_000)

    /// Saturates: what lies outside of the range becomes its end.
    package init(microseconds: Int64) {
        self.microseconds = min(max(microseconds, Self.range.lowerBound), Self.range.upperBound)
    }

    /// Saturates as `init(microseconds:)` does.
    package init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        self.init(microseconds: overflow ? (seconds < 0 ? .min : .max) : product)
    }

    /// Whole seconds since the epoch, rounded down.
    package var seconds: Int64 {
        let quotient = microseconds / 1_000_000
        return microseconds % 1_000_000 < 0 ? quotient - 1 : quotient
    }

    /// What lies behind the whole second: 0 to 999,999. By remainder, as the whole second of the earliest instant has no
    /// `Int64` in microseconds.
    var microsecondOfSecond: Int {
        let remainder = Int(microseconds % 1_000_000)
        return remainder < 0 ? remainder + 1_000_000 : remainder
    }

    /// Seconds since the epoch with their fraction, as Prometheus wants them.
    package var secondsWithFraction: Double { Double(microseconds) / 1_000_000 }

    package func adding(seconds: Int64) -> Instant {
        let (delta, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        let (sum, overflow2) = microseconds.addingReportingOverflow(delta)
        return Instant(microseconds: overflow || overflow2 ? (seconds < 0 ? .min : .max) : sum)
    }

    /// How many whole seconds this lies after `earlier`; negative when it lies before.
    package func seconds(since earlier: Instant) -> Int64 { seconds - earlier.seconds }

    package static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }
}

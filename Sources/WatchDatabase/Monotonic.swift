import Glibc

/// A clock that no one can set: for limits, never for figures.
enum Monotonic {
    /// - Units: nanoseconds since some moment in the past.
    static var nanoseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// The reading that the clock will show in `seconds`; a limit beyond what it can show is no limit.
    static func deadline(inSeconds seconds: Int64) -> Int64 {
        let (delta, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow2) = nanoseconds.addingReportingOverflow(delta)
        return overflow || overflow2 ? .max : sum
    }
}

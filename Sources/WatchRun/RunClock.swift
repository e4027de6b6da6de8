import Glibc
package import WatchModel

/// The clock of one run. With a fixed `now` it stands still, so that the same data gives byte-identical files.
package struct RunClock: Sendable {
    /// What `--now` says.
    package let fixed: Instant?

    package init(fixed: Instant? = nil) {
        self.fixed = fixed
    }

    /// The host's wall clock, in whole seconds, or the fixed moment.
    package func hostNow() -> Instant {
        if let fixed { return fixed }
        return Instant(seconds: Int64(time(nil)))
    }

    /// Seconds on a clock that never steps back; 0 while the clock stands still.
    package func monotonicSeconds() -> Double {
        guard fixed == nil else { return 0 }
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

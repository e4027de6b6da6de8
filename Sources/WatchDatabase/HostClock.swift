import Glibc

/// The host's wall clock, to hold the database's against; figures are never measured by it.
enum HostClock {
    /// - Units: seconds since 1970.
    static var seconds: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

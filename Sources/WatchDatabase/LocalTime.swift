import Glibc
import Synchronization
import WatchModel

/// A zone that the time zone database does not hold.
struct UnknownTimeZone: Error {}

/// True for a name that the system's time zone database holds, such as `Europe/Berlin`.
///
/// Asked first, always: the C library silently takes UTC for a name it does not know.
package func isKnownTimeZone(_ name: String) -> Bool {
    if name == "UTC" { return true }
    let isPlain = name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "/_+-".utf8.contains(byte)
        }
    }
    // "right/..." counts leap seconds, which no database does.
    guard isPlain, !name.isEmpty, !name.hasPrefix("/"), !name.hasPrefix("right/") else { return false }
    let descriptor = unsafe open("/usr/share/zoneinfo/" + name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var magic: UInt32 = 0
    return unsafe read(descriptor, &magic, 4) == 4 && UInt32(bigEndian: magic) == 0x545A_6966  // "TZif"
}

/// Times of a wall clock in a zone, read as Postgres reads them.
enum LocalTime {
    /// The zone that the C library is set to, and those that were looked up before.
    private struct State {
        var current: String?
        var known: Set<String> = []
    }

    /// The C library has one zone for the whole process.
    private static let state = Mutex(State())

    /// The same as Postgres's `AT TIME ZONE`: in the hour that does not exist the offset before the change, in the hour
    /// that comes twice the offset after it.
    ///
    /// - Source: `DetermineTimeZoneOffsetInternal` in Postgres's `datetime.c`.
    static func instant(of time: CivilTime, inZone zone: String) throws(UnknownTimeZone) -> Instant {
        guard zone != "UTC" else { return time.instant() }
        return try state.withLock { (state) throws(UnknownTimeZone) in
            try select(zone, in: &state)
            let wall = time.instant().seconds
            // No zone changes its offset twice in two days.
            let before = offset(at: wall - 86_400)
            let after = offset(at: wall + 86_400)
            guard before != after else { return time.instant(offsetSeconds: before) }
            let isBefore = offset(at: wall - Int64(before)) == before
            let isAfter = offset(at: wall - Int64(after)) == after
            let takesBefore = isBefore == isAfter ? before < after : isBefore
            return time.instant(offsetSeconds: takesBefore ? before : after)
        }
    }

    private static func select(_ zone: String, in state: inout State) throws(UnknownTimeZone) {
        guard state.current != zone else { return }
        if !state.known.contains(zone) {
            guard isKnownTimeZone(zone) else { throw UnknownTimeZone() }
            state.known.insert(zone)
        }
        unsafe setenv("TZ", zone, 1)
        tzset()
        state.current = zone
    }

    private static func offset(at seconds: Int64) -> Int {
        var moment = time_t(seconds)
        var fields = unsafe tm()
        unsafe localtime_r(&moment, &fields)
        return unsafe fields.tm_gmtoff
    }
}

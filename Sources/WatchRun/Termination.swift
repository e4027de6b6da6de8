import Glibc
import Synchronization
package import WatchDatabase

/// Notes SIGTERM and SIGINT, so that a run can end its query, leave the old files as they are, and go.
package enum Termination {
    /// 0, or the signal that arrived. Atomic: a handler may do little more than store a number.
    private static let received = Atomic<Int32>(0)

    /// Installs the handlers. To be called once, before the first run.
    package static func observe() {
        // Made before a handler can need it: initialization is not safe inside one.
        received.store(0, ordering: .relaxed)
        for number in [SIGTERM, SIGINT] {
            signal(number) { Termination.received.store($0, ordering: .relaxed) }
        }
        // Whoever starts us may have blocked them, as programs with a signal thread do, and a child inherits that.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in [SIGTERM, SIGINT] { unsafe sigaddset(&signals, number) }
        unsafe sigprocmask(SIG_UNBLOCK, &signals, nil)
        // A reader that went away is an error of the write, not the end of the process; so is a full quota.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// The signal that asked us to end; nil when none did.
    package static var signalNumber: Int32? {
        let number = received.load(ordering: .relaxed)
        return number == 0 ? nil : number
    }

    package static let interruption = Interruption { Termination.signalNumber != nil }

    /// The same, with something to do each time a long query asks whether it may go on.
    package static func interruption(doing work: @escaping @Sendable () -> Void) -> Interruption {
        Interruption {
            work()
            return Termination.signalNumber != nil
        }
    }
}

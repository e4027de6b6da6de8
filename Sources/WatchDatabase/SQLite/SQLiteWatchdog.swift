import CSQLite
import Glibc
import WatchModel

/// Ends SQLite's work when a time limit has passed or the run was interrupted, and waits for locks.
final class SQLiteWatchdog {
    private let interruption: Interruption
    private let limits: SourceLimits
    private let runDeadline: Int64
    private var queryDeadline = Int64.max
    private var lockDeadline = Int64.max
    /// Why the last statement was stopped; nil when it was not.
    private(set) var stoppedBy: SourceError?

    /// How many steps of SQLite's virtual machine pass between two looks at the clock: well under a millisecond.
    private static let stepsBetweenLooks: Int32 = 1000
    private static let microsecondsBetweenTries: UInt32 = 10_000

    /// - Parameter limits: counted from now on.
    init(limits: SourceLimits, interruption: Interruption) {
        (self.limits, self.interruption) = (limits, interruption)
        runDeadline = Monotonic.deadline(inSeconds: limits.runSeconds)
    }

    /// Installs the callbacks. The handle must keep this object for as long as it is open.
    func watch(_ handle: OpaquePointer) {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe sqlite3_progress_handler(
            handle, Self.stepsBetweenLooks,
            { context in
                guard let context = unsafe context else { return 0 }
                return unsafe Unmanaged<SQLiteWatchdog>.fromOpaque(context).takeUnretainedValue().mayGoOn() ? 0 : 1
            }, context)
        unsafe sqlite3_busy_handler(
            handle,
            { context, tries in
                guard let context = unsafe context else { return 0 }
                return unsafe Unmanaged<SQLiteWatchdog>.fromOpaque(context).takeUnretainedValue().mayWait(tries: tries) ? 1 : 0
            }, context)
    }

    /// Starts the clock of one query.
    func beginQuery() {
        stoppedBy = nil
        queryDeadline = Monotonic.deadline(inSeconds: limits.querySeconds)
    }

    /// - Throws: `cancelled` or `runTimedOut`: no further query makes sense.
    func checkRun() throws(SourceError) {
        stoppedBy = nil
        queryDeadline = .max
        guard mayGoOn() else {
            throw stoppedBy ?? SourceError(.cancelled, message: "the run was interrupted")
        }
    }

    private func mayGoOn() -> Bool {
        let now = Monotonic.nanoseconds
        if interruption.isCancelled() {
            stoppedBy = SourceError(.cancelled, message: "the run was interrupted")
        } else if now >= runDeadline {
            stoppedBy = SourceError(.runTimedOut, message: "the run took longer than \(limits.runSeconds) s")
        } else if now >= queryDeadline {
            stoppedBy = SourceError(.queryTimedOut, message: "the query took longer than \(limits.querySeconds) s")
        } else {
            return true
        }
        return false
    }

    private func mayWait(tries: Int32) -> Bool {
        if tries == 0 { lockDeadline = Monotonic.deadline(inSeconds: limits.lockSeconds) }
        guard mayGoOn(), Monotonic.nanoseconds < lockDeadline else { return false }
        usleep(Self.microsecondsBetweenTries)
        return true
    }
}

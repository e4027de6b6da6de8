import CPQ
import Glibc
import Synchronization

/// A request to the server to stop what a session is doing.
///
/// libpq 15 sends it in a blocking call on a connection of its own, so it happens on a thread that we may leave behind.
@safe final class PostgresCancel: @unchecked Sendable {
    private let pointer: OpaquePointer
    private let isDone = Atomic(false)

    private static let patienceSeconds: Int64 = 2
    private static let microsecondsBetweenLooks: UInt32 = 5_000

    private init(_ pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe PQfreeCancel(pointer)
    }

    /// Sends the request and waits until the server has taken it, or for two seconds.
    static func send(to connection: OpaquePointer) {
        guard let pointer = unsafe PQgetCancel(connection) else { return }
        let cancel = unsafe PostgresCancel(pointer)
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        defer { unsafe pthread_attr_destroy(&attributes) }
        let context = unsafe Unmanaged.passRetained(cancel).toOpaque()
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, &attributes,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<PostgresCancel>.fromOpaque(context).takeRetainedValue().sendNow()
                return nil
            }, context)
        guard code == 0 else {
            unsafe Unmanaged<PostgresCancel>.fromOpaque(context).release()
            return
        }
        let deadline = Monotonic.deadline(inSeconds: patienceSeconds)
        while !cancel.isDone.load(ordering: .acquiring), Monotonic.nanoseconds < deadline { usleep(microsecondsBetweenLooks) }
    }

    private func sendNow() {
        var message = [CChar](repeating: 0, count: 256)
        unsafe PQcancel(pointer, &message, Int32(message.count))
        isDone.store(true, ordering: .releasing)
    }
}

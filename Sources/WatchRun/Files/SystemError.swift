import Glibc

/// A failed system call, in the words of the C library.
struct SystemError: Error {
    var action: String
    var code: Int32

    /// Reads `errno`: to be made directly after the failed call.
    init(_ action: String, code: Int32 = errno) {
        (self.action, self.code) = (action, code)
    }

    var reason: String { unsafe String(cString: strerror(code)) }
    var message: String { "\(action): \(reason)" }
}

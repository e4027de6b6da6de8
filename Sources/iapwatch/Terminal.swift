import Glibc

/// Standard output and standard error, written at once: a line in a buffer is lost when the process dies.
enum Terminal {
    static func out(_ text: String) { write(Array(text.utf8), to: STDOUT_FILENO) }
    static func out(_ bytes: [UInt8]) { write(bytes, to: STDOUT_FILENO) }
    static func error(_ text: String) { write(Array(text.utf8), to: STDERR_FILENO) }

    static var outIsTerminal: Bool { isatty(STDOUT_FILENO) == 1 }
    static var errorIsTerminal: Bool { isatty(STDERR_FILENO) == 1 }

    /// Colour for people, unless they said no (https://no-color.org).
    static func wantsColour(onError: Bool = false) -> Bool {
        let isForbidden = unsafe getenv("NO_COLOR") != nil
        return (onError ? errorIsTerminal : outIsTerminal) && !isForbidden
    }

    /// Columns of the terminal; 100 where there is none.
    static var width: Int {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 20 else { return 100 }
        return Int(size.ws_col)
    }

    private static func write(_ bytes: [UInt8], to file: Int32) {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(file, $0.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            written += count
        }
    }
}

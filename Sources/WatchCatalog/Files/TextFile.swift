import Glibc

/// Reads small text files that a user wrote.
package enum TextFile {
    /// Why a file could not be read. Holds nothing of its content, and not its name.
    package enum Failure: Error, Equatable, Sendable {
        case missing
        case permissionDenied
        case isDirectory
        case tooLarge
        /// The first byte that is not UTF-8 stands here.
        case notUTF8(line: Int, column: Int)
        case failed(errno: Int32)

        /// What happened, to stand behind "it": `does not exist`.
        package var text: String {
            switch self {
            case .missing: "does not exist"
            case .permissionDenied: "may not be read by this user"
            case .isDirectory: "is a directory"
            case .tooLarge: "is larger than 1 MiB"
            case .notUTF8(let line, let column): "is not UTF-8 text (line \(line), column \(column))"
            case .failed(let code): "could not be read (errno \(code))"
            }
        }
    }

    /// Nobody writes such a file by hand: it is the wrong one.
    package static let maximumBytes = 1 << 20

    /// The whole text, without the byte order mark that some editors put first.
    package static func read(_ path: String) throws(Failure) -> String {
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
            guard count >= 0 else {
                if errno == EINTR { continue }
                throw failure(errno)
            }
            guard count > 0 else { break }
            bytes += chunk[..<count]
            guard bytes.count <= maximumBytes else { throw .tooLarge }
        }
        return try decode(bytes)
    }

    package static func decode(_ bytes: [UInt8]) throws(Failure) -> String {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let content = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
        guard let text = String(validating: content, as: UTF8.self) else {
            // The repaired text equals the original up to the first broken byte.
            let repaired = String(decoding: content, as: UTF8.self)
            let intact = zip(repaired.utf8, content).prefix { $0 == $1 }.map(\.0)
            let lines = String(decoding: intact, as: UTF8.self).unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            // Bytes that the broken one shares with U+FFFD (EF BF BD) may have been counted as intact: at most one scalar.
            let scalars = (lines.last ?? String().unicodeScalars[...]).filter { $0 != "\u{FFFD}" }
            throw .notUTF8(line: lines.count, column: scalars.count + 1)
        }
        return text
    }

    private static func failure(_ code: Int32) -> Failure {
        switch code {
        case ENOENT, ENOTDIR: .missing
        case EACCES, EPERM: .permissionDenied
        case EISDIR: .isDirectory
        default: .failed(errno: code)
        }
    }
}

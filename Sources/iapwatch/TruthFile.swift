import Glibc
import PurchaseWorld
import WatchModel

/// The world's own log in a file, and at its end what iapwatch has to find at some moments.
final class TruthFile {
    private let path: String
    private let file: Int32
    private var buffer: [UInt8] = []
    private var hasFailed = false
    /// The truth of an earlier world stands until this one begins: it may be refused.
    private var hasBegun = false

    private static let bufferBytes = 1 << 16

    init(_ path: String) throws(Problems) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw Problems([
                Problem(code: "truth-failed", summary: "the truth cannot be written to \(path): \(unsafe String(cString: strerror(errno)))")
            ])
        }
        (self.path, self.file) = (path, file)
    }

    deinit { close(file) }

    func write(_ line: String) {
        buffer += Array(line.utf8)
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bufferBytes { flush() }
    }

    /// Appends `expected` lines for some moments: moment, metric, labels, value.
    func finish(expecting moments: [Instant]) throws(Problems) {
        flush()
        var truth = Truth()
        do throws(SystemFailure) { try LineReader.read(path) { truth.read($0) } } catch {
            throw Problems([Problem(code: "truth-failed", summary: "the truth in \(path) cannot be read back")])
        }
        for now in moments {
            for (figure, value) in truth.figures(at: now).sorted(by: { $0.key < $1.key }) {
                write("expected\t\(now.iso8601)\tiapwatch_\(figure.metric)\t\(figure.labels)\t\(value)")
            }
        }
        flush()
        if hasFailed {
            throw Problems([Problem(code: "truth-failed", summary: "the truth could not be written to \(path)", hint: "Is there room?")])
        }
    }

    private func flush() {
        if !hasBegun { hasFailed = ftruncate(file, 0) != 0 }
        hasBegun = true
        var written = 0
        while written < buffer.count {
            let count = unsafe buffer.withUnsafeBytes {
                unsafe Glibc.write(file, $0.baseAddress?.advanced(by: written), buffer.count - written)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                hasFailed = true
                break
            }
            written += count
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// A file could not be read.
struct SystemFailure: Error {}

/// Reads a file line by line, whatever its size.
enum LineReader {
    static func read(_ path: String, _ line: (String) -> Void) throws(SystemFailure) {
        guard let file = unsafe fopen(path, "r") else { throw SystemFailure() }
        defer { unsafe fclose(file) }
        var pointer: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { unsafe free(pointer) }
        while true {
            let count = unsafe getline(&pointer, &capacity, file)
            guard count > 0, let start = unsafe pointer else { return }
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
            line(unsafe String(decoding: bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...], as: UTF8.self))
        }
    }
}

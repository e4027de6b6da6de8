/// Reads one line of the text format, byte by byte.
struct LineCursor {
    private let bytes: [UInt8]
    private var index = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// What has been read so far.
    var consumed: ArraySlice<UInt8> { bytes[..<index] }

    mutating func skip(_ text: String) -> Bool {
        guard bytes[index...].starts(with: text.utf8) else { return false }
        index += text.utf8.count
        return true
    }

    /// `[a-zA-Z_][a-zA-Z0-9_]*`
    mutating func name() -> String? {
        let start = index
        while index < bytes.count, Self.isNameByte(bytes[index], first: index == start) { index += 1 }
        return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
    }

    /// The text up to `end`, or to the end of the line, with exactly these escapes; nil for any other, or without `end`.
    mutating func escaped(until end: Unicode.Scalar?, escapes: [Unicode.Scalar: Unicode.Scalar]) -> String? {
        var result: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if let end, byte == UInt8(ascii: end) { return String(decoding: result, as: UTF8.self) }
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            guard index < bytes.count, let meant = escapes[Unicode.Scalar(bytes[index])] else { return nil }
            index += 1
            result.append(UInt8(ascii: meant))
        }
        return end == nil ? String(decoding: result, as: UTF8.self) : nil
    }

    mutating func rest() -> String {
        defer { index = bytes.count }
        return String(decoding: bytes[index...], as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8, first: Bool) -> Bool {
        switch Unicode.Scalar(byte) {
        case "a"..."z", "A"..."Z", "_": true
        case "0"..."9": !first
        default: false
        }
    }
}

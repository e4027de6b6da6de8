/// Texts as the text format can carry them.
///
/// All of it goes over scalars or bytes. As a `Character`, CR LF is one, a quote with a combining mark after it is no quote,
/// and two spellings of `é` are equal, while Prometheus sees two series.
enum PrometheusEscaping {
    /// The most scalars of a label value; versions and product names come from clients, and can be any length.
    static let longestLabelValue = 200

    /// `value` without control characters other than LF, cut to the longest length with `…` as its last scalar.
    static func cleaned(labelValue value: String) -> String {
        var scalars = String.UnicodeScalarView()
        var count = 0
        for scalar in value.unicodeScalars where !isStripped(scalar) {
            guard count < longestLabelValue else {
                scalars.removeLast()
                return String(scalars) + "…"
            }
            scalars.append(scalar)
            count += 1
        }
        return String(scalars)
    }

    /// `help` without control characters other than LF, and without spaces around it, which parsers drop.
    static func cleaned(help: String) -> String {
        let kept = help.unicodeScalars.filter { !isStripped($0) }
        guard let first = kept.firstIndex(where: { $0 != " " }), let last = kept.lastIndex(where: { $0 != " " }) else { return "" }
        return String(String.UnicodeScalarView(kept[first...last]))
    }

    /// Escapes exactly backslash, quote and LF.
    static func append(labelValue value: String, to bytes: inout [UInt8]) {
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            default: bytes.append(byte)
            }
        }
    }

    /// Escapes exactly backslash and LF: `\"` in a help text would make Prometheus reject the file.
    static func append(help: String, to bytes: inout [UInt8]) {
        for byte in help.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            default: bytes.append(byte)
            }
        }
    }

    /// C0 but LF, DEL, C1, and the byte order mark.
    private static func isStripped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F, 0xFEFF: true
        default: false
        }
    }
}

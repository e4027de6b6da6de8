/// A JSON document whose keys stand in the order they were given: the same values give the same bytes.
enum JSONValue {
    case null
    case bool(Bool)
    case integer(Int64)
    /// One that is not finite is written as null: JSON has no word for it.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([(key: String, value: JSONValue)])

    static func text(_ string: String?) -> JSONValue { string.map { .string($0) } ?? .null }

    /// The document in UTF-8, indented by two spaces, with a line feed at its end.
    ///
    /// Lists and objects that fit on a line stand on one, so that a sample is a line.
    func rendered() -> [UInt8] { Array((pretty(indent: 0) + "\n").utf8) }

    private static let longestLine = 100

    private func pretty(indent: Int) -> String {
        let lines: [(prefix: String, value: JSONValue)]
        let brackets: (open: String, close: String)
        switch self {
        case .array(let values): (lines, brackets) = (values.map { ("", $0) }, ("[", "]"))
        case .object(let pairs): (lines, brackets) = (pairs.map { (Self.quoted($0.key) + ": ", $0.value) }, ("{", "}"))
        default: return scalar
        }
        guard !lines.isEmpty else { return brackets.open + brackets.close }
        let margin = String(repeating: " ", count: indent)
        let items = lines.map { $0.prefix + $0.value.pretty(indent: indent + 2) }
        let oneLine = brackets.open + items.joined(separator: ", ") + brackets.close
        if indent > 0, indent + oneLine.utf8.count <= Self.longestLine, !oneLine.utf8.contains(UInt8(ascii: "\n")) { return oneLine }
        return brackets.open + "\n" + items.map { margin + "  " + $0 }.joined(separator: ",\n") + "\n" + margin + brackets.close
    }

    /// The text of everything but lists and objects.
    private var scalar: String {
        switch self {
        case .bool(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .number(let value): value.isFinite ? PrometheusNumber.text(value) : "null"
        case .string(let value): Self.quoted(value)
        case .null, .array, .object: "null"
        }
    }

    /// Escapes what JSON asks for, and two things more: other control characters, which would act on a terminal, and the
    /// byte order mark, which Foundation's reader drops from the start of a text.
    private static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar.value {
            case 0x22: text += "\\\""
            case 0x5C: text += "\\\\"
            case 0x0A: text += "\\n"
            case 0x0D: text += "\\r"
            case 0x09: text += "\\t"
            case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

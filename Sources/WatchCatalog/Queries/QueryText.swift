/// The text of query files, whatever editor wrote them.
enum QueryText {
    /// Lines end in LF alone, and no byte order mark comes first, so that lines and offsets mean the same everywhere.
    static func normalized(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\n" {
                while scalars.last == "\r" { scalars.removeLast() }
            }
            if scalar == "\u{FEFF}", scalars.isEmpty { continue }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    static func lines(of text: String) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// Whether the SQL consists of nothing but space, comments and semicolons.
    static func isBlank(_ sql: String) -> Bool {
        var rest = Array(sql.utf8)[...]
        while let first = rest.first {
            if rest.starts(with: "--".utf8) {
                rest = rest.drop { $0 != UInt8(ascii: "\n") }
            } else if rest.starts(with: "/*".utf8) {
                rest = rest.dropFirst(2)
                while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest = rest.dropFirst() }
                rest = rest.dropFirst(2)
            } else if " \t\r\n;".utf8.contains(first) {
                rest = rest.dropFirst()
            } else {
                return false
            }
        }
        return true
    }
}

/// Rows as RFC 4180 has them, with texts that a spreadsheet would run as formulas made harmless.
package struct CSVText {
    /// One field, already safe to stand in a file: it can only be made from values, so nothing gets in unescaped.
    package struct Field: Equatable, Sendable {
        let escaped: String

        /// A text from anywhere.
        ///
        /// A spreadsheet takes a field that begins with one of `= + - @`, a tab or a carriage return for a formula: an apostrophe
        /// in front makes it a text.
        package init(_ text: String?) {
            guard let text else {
                escaped = ""
                return
            }
            let isFormula = text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } ?? false
            let safe = (isFormula ? "'" : "") + text
            guard safe.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
                escaped = safe
                return
            }
            // By scalar: a quote followed by a combining mark is one Character, and not `"`.
            var quoted = "\""
            for scalar in safe.unicodeScalars {
                if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
                quoted.unicodeScalars.append(scalar)
            }
            escaped = quoted + "\""
        }

        package init(_ number: Int) { escaped = String(number) }
    }

    private(set) var lines: String

    package init(header: [String]) {
        lines = ""
        add(header.map { Field($0) })
    }

    package mutating func add(_ fields: [Field]) {
        lines += fields.map(\.escaped).joined(separator: ",") + "\r\n"
    }

    package var bytes: [UInt8] { Array(lines.utf8) }
}

/// The text of a file that a user wrote, by line, for problems that point into it.
package struct SourceText: Sendable {
    package let file: String
    package let text: String
    /// Without their line breaks; broken where YAML breaks them.
    package let lines: [String]
    private let hidden: [Bool]

    package init(_ text: String, file: String) {
        // A byte order mark would shift the first line's columns.
        self.text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        self.file = file
        lines = Self.split(self.text)
        hidden = Self.linesThatMayHoldSecrets(lines)
    }

    /// False for lines that may hold a password: nothing of them may be repeated, neither as an excerpt nor in words.
    package func mayShow(line: Int) -> Bool {
        hidden.indices.contains(line - 1) && !hidden[line - 1]
    }

    /// The line as it may be printed above carets; nil where it may hold a secret, or is too long to help.
    package func excerpt(line: Int) -> String? {
        guard mayShow(line: line), lines[line - 1].unicodeScalars.count <= 400 else { return nil }
        return Self.printable(lines[line - 1])
    }

    /// A line that a terminal shows as it is. Every scalar stays one scalar, so that the carets stand right.
    static func printable(_ line: String) -> String {
        String(String.UnicodeScalarView(line.unicodeScalars.map(printable)))
    }

    /// Terminal escapes and text direction marks could make the line look like another one.
    private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard scalar != "\t" else { return " " }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return "\u{FFFD}"
        default: return scalar
        }
    }

    /// The same breaks as libyaml's, so that its line numbers are ours: LF, CR, CR LF, NEL, LS, PS.
    private static func split(_ text: String) -> [String] {
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n" where previous == "\r":
                break
            case "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}":
                lines.append(String(line))
                line = String.UnicodeScalarView()
            default:
                line.append(scalar)
            }
            previous = scalar
        }
        return lines + [String(line)]
    }
}

/// Texts for a terminal: hostile ones made harmless, and their width in columns.
package enum TerminalText {
    /// `text` with everything that could move the cursor or turn the reading direction made visible.
    ///
    /// Control characters become their pictures (`␛`), others their number (`\u{202e}`).
    package static func visible(_ text: String, keepingTabs: Bool = false) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars { result += visible(scalar, keepingTabs: keepingTabs) }
        return result
    }

    static func visible(_ scalar: Unicode.Scalar, keepingTabs: Bool = false) -> String {
        switch scalar.value {
        case 0x09 where keepingTabs: "\t"
        case 0x00...0x1F: String(Unicode.Scalar(0x2400 + scalar.value) ?? "?")
        case 0x7F: "␡"
        case 0x80...0x9F, 0x2028, 0x2029: "\\u{" + String(scalar.value, radix: 16) + "}"
        // A joiner is part of many emoji, and moves nothing.
        case 0x200D: String(scalar)
        default:
            scalar.properties.generalCategory == .format ? "\\u{" + String(scalar.value, radix: 16) + "}" : String(scalar)
        }
    }

    /// How many columns `text` takes; a tab counts as one.
    package static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    static func width(_ scalar: Unicode.Scalar) -> Int {
        guard scalar.value >= 0x300 else { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return isWide(scalar) ? 2 : 1
        }
    }

    /// `text` cut to `width` columns, with `…` in the last one.
    package static func shortened(_ text: String, to width: Int) -> String {
        guard self.width(text) > width else { return text }
        var result = String.UnicodeScalarView()
        var used = 1
        for scalar in text.unicodeScalars {
            used += self.width(scalar)
            guard used <= width else { break }
            result.append(scalar)
        }
        return String(result) + "…"
    }

    /// `text` in lines of at most `width` columns, broken at spaces; a longer word stands alone and is not cut.
    package static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, self.width(last) + 1 + self.width(String(word)) <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines.isEmpty ? [""] : lines
    }

    /// East Asian wide and full-width scalars, and emoji that are shown as pictures.
    ///
    /// - Source: Unicode Standard Annex 11, the blocks that are wide as a whole.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            true
        default: scalar.properties.isEmojiPresentation
        }
    }
}

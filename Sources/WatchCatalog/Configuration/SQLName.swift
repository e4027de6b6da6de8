/// Names of tables and columns as a user writes them: plain, or in double quotes when they hold more than letters.
enum SQLName {
    /// The parts of `name` or `schema.name`. Their case is kept: plain names are not folded.
    ///
    /// - Returns: nil when the text is no such name.
    static func parts(_ text: String) -> [String]? {
        var parts: [String] = []
        var rest = text.unicodeScalars[...]
        while true {
            guard let part = rest.first == "\"" ? quoted(&rest) : plain(&rest) else { return nil }
            parts.append(part)
            guard let dot = rest.popFirst() else { return parts }
            guard dot == "." else { return nil }
        }
    }

    /// A column's name: plain with whatever is in it, or in double quotes as SQL has it.
    static func column(_ text: String) -> String? {
        guard !text.isEmpty, text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else { return nil }
        guard text.hasPrefix("\"") else { return text.contains(where: { "()'\";".contains($0) }) ? nil : text }
        guard let parts = parts(text), parts.count == 1 else { return nil }
        return parts[0]
    }

    private static func plain(_ rest: inout Substring.UnicodeScalarView) -> String? {
        let name = rest.prefix { $0 != "." }
        rest = rest.dropFirst(name.count)
        guard !name.isEmpty, name.allSatisfy({ !$0.properties.isWhitespace && $0.value > 32 && !"\"'`;(),[]".unicodeScalars.contains($0) })
        else { return nil }
        return String(name)
    }

    private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String? {
        var name = String.UnicodeScalarView()
        rest.removeFirst()
        while let scalar = rest.popFirst() {
            if scalar == "\"" {
                guard rest.first == "\"" else { return name.isEmpty ? nil : String(name) }
                rest.removeFirst()
            }
            guard scalar.properties.generalCategory != .control else { return nil }
            name.append(scalar)
        }
        return nil
    }
}

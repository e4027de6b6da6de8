import WatchModel

/// One mapping of the file, read key by key. What is wrong is reported on the way, and reads as not set.
struct ConfigurationSection {
    /// Dotted, such as `tables.purchases`; empty for the whole file.
    let path: String
    let keys: [ConfigurationKey]
    let entries: [YAMLNode.Entry]
    let problems: ProblemCollector

    /// - Returns: nil when the node is no mapping. Unknown keys are reported.
    init?(_ node: YAMLNode, path: String, keys: [ConfigurationKey], problems: ProblemCollector) {
        guard let entries = node.entries else {
            let subject = path.isEmpty ? "The file" : "`\(path)`"
            problems.error(
                "wrong-type", at: node.position, "\(subject) must hold lines of `key: value`",
                hint: keys.first.map { "For example `\($0.example)`." })
            return nil
        }
        (self.path, self.keys, self.entries, self.problems) = (path, keys, entries, problems)
        for entry in entries where !keys.contains(where: { $0.name == entry.key }) { reportUnknown(entry) }
    }

    subscript(key: String) -> YAMLNode.Entry? { entries.first { $0.key == key } }

    func fullName(_ key: String) -> String { path.isEmpty ? "`\(key)`" : "`\(path).\(key)`" }

    func section(_ key: String, keys: [ConfigurationKey]) -> ConfigurationSection? {
        guard let entry = self[key] else { return nil }
        return ConfigurationSection(entry.value, path: path.isEmpty ? key : "\(path).\(key)", keys: keys, problems: problems)
    }

    /// The entries of a mapping whose keys are not fixed; empty when there is none.
    func freeEntries(_ key: String) -> [YAMLNode.Entry] {
        guard let entry = self[key] else { return [] }
        guard let entries = entry.value.entries else {
            reportWrongType(entry, expected: "hold lines of `key: value`")
            return []
        }
        return entries
    }

    /// A text that is not empty.
    func text(_ key: String) -> String? {
        guard let entry = self[key] else { return nil }
        guard let text = entry.value.text, !text.isEmpty else {
            reportWrongType(entry, expected: "be a text")
            return nil
        }
        guard !text.unicodeScalars.contains("\0") else {
            reportWrongType(entry, expected: "be a text without NUL characters")
            return nil
        }
        return text
    }

    func word(_ key: String, among words: [String]) -> String? {
        guard let entry = self[key] else { return nil }
        return word(entry.value, at: entry.position, of: fullName(key), among: words)
    }

    func word(_ node: YAMLNode, at position: FilePosition, of name: String, among words: [String]) -> String? {
        guard let text = node.text, words.contains(text) else {
            // The word itself is not repeated: the excerpt shows it where it may be shown.
            let list = words.map { "`\($0)`" }.joined(separator: ", ")
            let near = node.text.flatMap { nearest($0, in: words) }
            problems.error(
                "unknown-word", at: position, "\(name) must be one of \(list)", hint: near.map { "Did you mean `\($0)`?" })
            return nil
        }
        return text
    }

    func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        guard let entry = self[key] else { return nil }
        guard let number = entry.value.text.flatMap({ Int($0) }) else {
            reportWrongType(entry, expected: "be a whole number")
            return nil
        }
        guard range.contains(number) else {
            problems.error(
                "out-of-range", at: entry.position, "\(fullName(key)) must lie between \(range.lowerBound) and \(range.upperBound)")
            return nil
        }
        return number
    }

    /// True for `key: true`. There is no false: what does not hold is left out.
    func isSet(_ key: String) -> Bool {
        guard let entry = self[key] else { return false }
        guard case .scalar(let scalar) = entry.value.content, scalar.text == "true", !scalar.isQuoted else {
            problems.error(
                "wrong-type", at: entry.position, "\(fullName(key)) can only be `true`", hint: "Remove the line if it does not hold.")
            return false
        }
        return true
    }

    /// `key: true` or `key: false`.
    func flag(_ key: String) -> Bool? {
        guard let entry = self[key] else { return nil }
        guard case .scalar(let scalar) = entry.value.content, !scalar.isQuoted, ["true", "false"].contains(scalar.text) else {
            reportWrongType(entry, expected: "be `true` or `false`")
            return nil
        }
        return scalar.text == "true"
    }

    /// The texts of a list.
    func list(_ key: String, allowsEmptyText: Bool) -> [(text: String, node: YAMLNode)]? {
        guard let entry = self[key] else { return nil }
        guard let nodes = entry.value.elements else {
            reportWrongType(entry, expected: "be a list")
            return nil
        }
        return nodes.compactMap { node in
            guard let text = node.text, allowsEmptyText || !text.isEmpty else {
                problems.error("wrong-type", at: node.position, "\(fullName(key)) may list texts and numbers only", hint: exampleHint(key))
                return nil
            }
            return (text, node)
        }
    }

    func reportWrongType(_ entry: YAMLNode.Entry, expected: String) {
        reportWrongType(entry, expected: expected, name: fullName(entry.key), hint: exampleHint(entry.key))
    }

    func reportWrongType(_ entry: YAMLNode.Entry, expected: String, name: String, hint: String?) {
        let isMissing = entry.value.isNull || entry.value.text == ""
        problems.error(
            isMissing ? "missing-value" : "wrong-type", at: entry.position,
            isMissing ? "\(name) has no value: it must \(expected)" : "\(name) must \(expected)", hint: hint)
    }

    func exampleHint(_ key: String) -> String? {
        keys.first { $0.name == key }.map { "For example `\($0.example)`." }
    }

    private func reportUnknown(_ entry: YAMLNode.Entry) {
        let name = problems.name(entry.key, at: entry.keyPosition, instead: "this key")
        let place = path.isEmpty ? "here" : "in `\(path)`"
        let others = ConfigurationKeys.sections.filter { section in
            !section.path.contains("*") && section.keys.contains { $0.name == entry.key }
        }
        let near = nearest(entry.key, in: keys.map(\.name))
        let home = others.count == 1 && near == nil ? others.first : nil
        var hint = home.map { $0.path.isEmpty ? "It belongs to the top level." : "It belongs under `\($0.path)`." }
        if nearest(entry.key, in: ["password", "passwd"]) != nil {
            hint = "Put the password into a file of its own, and name that as `password_file` under `source`."
        }
        problems.error(
            "unknown-key", at: entry.keyPosition, "\(name) is not known \(place)",
            hint: hint ?? problems.suggestion(for: entry.key, among: keys.map(\.name)))
    }
}

import WatchModel

extension ConfigurationLoader {
    private static let units = ["epoch_s", "epoch_ms", "epoch_us", "iso8601", "local"]

    /// - Returns: nil when nothing could be made of it.
    func mapping(_ column: CanonicalSchema.Column, _ entry: YAMLNode.Entry, path: String) -> ColumnMapping? {
        if let text = entry.value.text {
            guard let name = columnName(text, at: entry.position) else { return nil }
            return ColumnMapping(source: .column(name), position: entry.position)
        }
        if entry.value.isNull || entry.value.elements != nil {
            problems.error(
                "wrong-type", at: entry.position, "`\(path)` must be the name of your column, or settings in braces",
                hint: "For example `\(column.name): your_column`, or `\(column.name): { absent: true }`.")
            return nil
        }
        guard let section = ConfigurationSection(entry.value, path: path, keys: ConfigurationKeys.column, problems: problems)
        else { return nil }
        if section.isSet("absent") {
            refuseBesideAbsent(section)
            refuseAbsence(of: column, section)
            return ColumnMapping(source: .absent, position: entry.position)
        }
        var mapping = ColumnMapping(source: source(of: column, section), position: entry.position)
        mapping.unit = unit(of: column, section)
        mapping.values = values(of: column, section)
        mapping.holds = holds(of: column, section)
        mapping.nulls = (section.list("nulls", allowsEmptyText: true) ?? []).map(\.text)
        return mapping
    }

    private func source(of column: CanonicalSchema.Column, _ section: ConfigurationSection) -> ColumnMapping.Source {
        refuseBoth("column", "sql", in: section)
        if let sql = section.text("sql") { return .expression(sql) }
        guard let text = section.text("column"), let position = section["column"]?.position else { return .column(column.name) }
        return .column(columnName(text, at: position) ?? column.name)
    }

    private func columnName(_ text: String, at position: FilePosition) -> String? {
        if let name = SQLName.column(text) { return name }
        problems.error(
            "bad-name", at: position, "this cannot be the name of a column",
            hint: "An expression goes into `sql`, as in `{ sql: \"lower(name)\" }`.")
        return nil
    }

    private func refuseAbsence(of column: CanonicalSchema.Column, _ section: ConfigurationSection) {
        guard column.isRequired, let entry = section["absent"] else { return }
        problems.error(
            "required-column", at: entry.keyPosition, "`\(section.path)` cannot be absent: nothing could be said about the table",
            hint: "Give an expression as `sql`, or call the whole table absent.")
    }

    private func unit(of column: CanonicalSchema.Column, _ section: ConfigurationSection) -> TimeUnit? {
        for key in ["unit", "zone"] where column.type != .time { refuseMisplaced(key, section, "is for times only") }
        guard column.type == .time else { return nil }
        let word = section.word("unit", among: Self.units)
        if let entry = section["zone"], word != "local", word != nil || section["unit"] == nil {
            problems.error(
                "misplaced-key", at: entry.keyPosition, "`zone` is for times without a zone: it needs `unit: local`",
                hint: "The other units are UTC by nature.")
        }
        let zone = zone(section)
        switch word {
        case "epoch_s": return .epochSeconds
        case "epoch_ms": return .epochMilliseconds
        case "epoch_us": return .epochMicroseconds
        case "iso8601": return .iso8601
        case "local":
            if section["zone"] == nil {
                problems.error(
                    "missing-zone", at: section["unit"]?.position, "`unit: local` needs a `zone`",
                    hint: "For example `zone: Europe/Berlin`, or `zone: UTC`.")
            }
            return zone.map { .local(zone: $0) }
        default: return nil
        }
    }

    /// Its shape only: which zones there are, the database knows.
    private func zone(_ section: ConfigurationSection) -> String? {
        guard let zone = section.text("zone"), let entry = section["zone"] else { return nil }
        let isName = zone.utf8.count <= 64 && zone.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/_+-".contains($0)) }
        guard isName, zone.first?.isLetter == true else {
            problems.error(
                "bad-zone", at: entry.position, "\(section.fullName("zone")) must be a name of the tz database",
                hint: "For example `Europe/Berlin`, `America/New_York` or `UTC`.")
            return nil
        }
        return zone
    }

    private func values(of column: CanonicalSchema.Column, _ section: ConfigurationSection) -> [String: String]? {
        guard let entry = section["values"] else { return nil }
        guard let words = column.words else {
            refuseMisplaced("values", section, "is for columns with a fixed list of words only")
            return nil
        }
        let pairs = section.freeEntries("values")
        if entry.value.entries?.isEmpty == true { section.reportWrongType(entry, expected: "map at least one value") }
        var values: [String: String] = [:]
        for pair in pairs {
            values[pair.key] = section.word(pair.value, at: pair.position, of: "what `values` leads to", among: words)
        }
        return values
    }

    private func holds(of column: CanonicalSchema.Column, _ section: ConfigurationSection) -> [String]? {
        guard section["holds"] != nil else { return nil }
        guard let words = column.words else {
            refuseMisplaced("holds", section, "is for columns with a fixed list of words only")
            return nil
        }
        return section.list("holds", allowsEmptyText: false)?.compactMap {
            section.word($0.node, at: $0.node.position, of: "What \(section.fullName("holds")) lists", among: words)
        }
    }

    private func refuseMisplaced(_ key: String, _ section: ConfigurationSection, _ reason: String) {
        guard let entry = section[key] else { return }
        problems.error("misplaced-key", at: entry.keyPosition, "\(section.fullName(key)) \(reason)", hint: "Remove it.")
    }
}

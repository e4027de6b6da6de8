import WatchModel

extension ConfigurationLoader {
    mutating func readTables(_ entries: [YAMLNode.Entry]) {
        for entry in entries {
            guard let table = CanonicalSchema[table: entry.key] else {
                let name = problems.name(entry.key, at: entry.keyPosition, instead: "this")
                problems.error(
                    "unknown-table", at: entry.keyPosition, "\(name) is no table that iapwatch knows",
                    hint: problems.suggestion(for: entry.key, among: CanonicalSchema.tables.map(\.name)))
                continue
            }
            let path = "tables.\(table.name)"
            guard let section = ConfigurationSection(entry.value, path: path, keys: ConfigurationKeys.table, problems: problems)
            else { continue }
            configuration.tables[table.name] = mapping(table, section, at: entry.keyPosition)
        }
    }

    private func mapping(_ table: CanonicalSchema.Table, _ section: ConfigurationSection, at position: FilePosition) -> TableMapping {
        var mapping = TableMapping.identity(table.name)
        mapping.position = position
        if section.isSet("absent") {
            mapping.isAbsent = true
            refuseBesideAbsent(section)
            guard table.isRequired else { return mapping }
            problems.warning(
                "required-table", at: position, "without `\(table.name)` most figures cannot be known",
                hint: "Can it be made with `select`?")
            return mapping
        }
        refuseBoth("table", "select", in: section)
        if let name = section.text("table"), let place = section["table"]?.position {
            mapping.relation = relation(name, at: place) ?? mapping.relation
        }
        if let sql = section.text("select") { mapping.relation = .select(Self.withoutSemicolon(sql)) }
        for entry in section.freeEntries("columns") {
            guard let column = column(entry, of: table) else { continue }
            mapping.columns[column.name] = self.mapping(column, entry, path: "\(section.path).columns.\(column.name)")
        }
        return mapping
    }

    /// The SELECT goes into parentheses, where the semicolon that ends a statement would be an error.
    private static func withoutSemicolon(_ sql: String) -> String {
        var scalars = sql.unicodeScalars
        while let last = scalars.last, last == ";" || last.properties.isWhitespace { scalars.removeLast() }
        return sql.unicodeScalars.dropFirst(scalars.count).contains(";") ? String(scalars) : sql
    }

    private func column(_ entry: YAMLNode.Entry, of table: CanonicalSchema.Table) -> CanonicalSchema.Column? {
        if let column = table[column: entry.key] { return column }
        let name = problems.name(entry.key, at: entry.keyPosition, instead: "this")
        problems.error(
            "unknown-column", at: entry.keyPosition, "\(name) is no column of `\(table.name)` that iapwatch knows",
            hint: problems.suggestion(for: entry.key, among: table.columns.map(\.name)) + " Your own name stands behind the colon.")
        return nil
    }

    private func relation(_ text: String, at position: FilePosition) -> Relation? {
        let parts = SQLName.parts(text)
        switch parts?.count {
        case 1?: return .table(schema: nil, name: parts?[0] ?? "")
        case 2?: return .table(schema: parts?[0], name: parts?[1] ?? "")
        default:
            problems.error(
                "bad-name", at: position, "a table is `name` or `schema.name`",
                hint: "Put a name with dots or spaces in double quotes, as in `table: 'billing.\"iap orders\"'`; SQL goes into `select`.")
            return nil
        }
    }

    func refuseBoth(_ first: String, _ second: String, in section: ConfigurationSection) {
        guard let a = section[first], let b = section[second] else { return }
        let (early, late) = a.keyPosition < b.keyPosition ? (a, b) : (b, a)
        problems.error(
            "conflicting-keys", at: late.keyPosition, "\(section.fullName(first)) and \(section.fullName(second)) cannot stand together",
            hint: "`\(early.key)` stands on line \(early.keyPosition.line): keep one of the two.")
    }

    func refuseBesideAbsent(_ section: ConfigurationSection) {
        for entry in section.entries where entry.key != "absent" && section.keys.contains(where: { $0.name == entry.key }) {
            problems.error(
                "conflicting-keys", at: entry.keyPosition, "`\(entry.key)` means nothing for what is absent",
                hint: "Remove it, or `absent`.")
        }
    }
}

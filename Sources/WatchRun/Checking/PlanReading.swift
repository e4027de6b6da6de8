import WatchModel

/// Reads from a database's plan which indexes it uses and which tables it reads whole.
struct PlanReading {
    let lines: [String]
    let dialect: Dialect

    /// Names of indexes, in the order they turn up.
    var indexes: [String] {
        var found: [String] = []
        for line in lines {
            for marker in dialect == .sqlite ? ["USING INDEX ", "USING COVERING INDEX "] : ["Index Scan using ", "Index Only Scan using ", "Bitmap Index Scan on "] {
                guard let name = Self.word(behind: marker, in: line), !found.contains(name) else { continue }
                found.append(name)
            }
        }
        return found
    }

    /// Whether a table of the user's is read from end to end.
    func scans(_ relation: Relation) -> Bool {
        guard case .table(_, let name) = relation else { return false }
        return lines.contains { line in
            switch dialect {
            case .sqlite: Self.word(behind: "SCAN ", in: line) == name && !line.contains("VIRTUAL TABLE")
            case .postgres: Self.word(behind: "Seq Scan on ", in: line) == name
            }
        }
    }

    private static func word(behind marker: String, in line: String) -> String? {
        let bytes = Array(line.utf8)
        let needle = Array(marker.utf8)
        guard bytes.count > needle.count else { return nil }
        for start in 0...(bytes.count - needle.count) where bytes[start..<start + needle.count].elementsEqual(needle) {
            let rest = bytes[(start + needle.count)...].prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "(") }
            return String(decoding: rest.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        }
        return nil
    }
}

import WatchModel

/// Reads from a database's plan which indexes it uses and which tables it reads whole.
struct PlanReading {
    let lines: [String]
    let dialect: Dialect
    /// Indexes that hold a part of their table only: to walk one from end to end is cheap (SQLite).
    var partialIndexes: Set<String> = []

    /// Names of indexes, in the order they turn up.
    var indexes: [String] {
        var found: [String] = []
        for line in lines {
            for marker in dialect == .sqlite
                ? ["USING INDEX ", "USING COVERING INDEX "]
                : [
                    "Index Scan using ", "Index Only Scan using ", "Index Scan Backward using ", "Index Only Scan Backward using ",
                    "Bitmap Index Scan on ",
                ]
            {
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
            case .sqlite:
                // A SEARCH without an index walks the table for a min() or max(). Names come with their schema.
                if let index = Self.word(behind: " INDEX ", in: line), partialIndexes.contains(index) { return false }
                for step in ["SCAN ", "SEARCH "] where step == "SCAN " || !line.contains(" USING ") {
                    if Self.word(behind: step, in: line)?.split(separator: ".").last.map(String.init) == name { return true }
                }
                return false
            case .postgres: return Self.word(behind: "Seq Scan on ", in: line) == name
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

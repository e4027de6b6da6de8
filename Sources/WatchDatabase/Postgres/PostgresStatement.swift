import WatchModel

/// SQL with `$1` for named parameters, the types and texts of their values, and the way back to the user's positions.
struct PostgresStatement {
    private(set) var sql = ""
    private(set) var types: [UInt32] = []
    private(set) var values: [String?] = []
    /// Where the SQL that is sent became longer than the user's, and by how many bytes.
    private var growths: [(offset: Int, bytes: Int)] = []

    /// - Throws: when a parameter has no value, or a value cannot be sent.
    init(_ statement: Statement, prefix: String = "", suffix: String = "") throws(SourceError) {
        guard !statement.sql.utf8.contains(0) else { throw SourceError(.query, message: "the SQL holds a NUL byte") }
        let bytes = Array(statement.sql.utf8)
        var sent = Array(prefix.utf8)
        if !sent.isEmpty { growths.append((0, sent.count)) }
        var numbers: [String: Int] = [:]
        var copied = 0
        for occurrence in NamedParameters.occurrences(in: statement.sql) {
            guard let value = statement.parameters[occurrence.name] else {
                throw SourceError(
                    .query, message: "the parameter :\(occurrence.name) has no value", sqlOffset: occurrence.range.lowerBound)
            }
            let number: Int
            if let known = numbers[occurrence.name] {
                number = known
            } else {
                number = try add(value, name: occurrence.name)
                numbers[occurrence.name] = number
            }
            let mark = Array("$\(number)".utf8)
            sent += bytes[copied..<occurrence.range.lowerBound] + mark
            // Blanks keep every later position where the user sees it.
            let missing = occurrence.range.count - mark.count
            if missing >= 0 {
                sent += Array(repeating: UInt8(ascii: " "), count: missing)
            } else {
                growths.append((sent.count, -missing))
            }
            copied = occurrence.range.upperBound
        }
        sent += bytes[copied...] + Array(suffix.utf8)
        sql = String(decoding: sent, as: UTF8.self)
    }

    /// The UTF-8 offset in the user's SQL for a position that counts characters of the SQL that was sent, from 1.
    func offset(position: Int) -> Int? {
        guard position >= 1 else { return nil }
        let sent = sql.unicodeScalars.prefix(position - 1).reduce(0) { $0 + UTF8.width($1) }
        let offset = growths.reduce(sent) { $1.offset <= sent ? $0 - $1.bytes : $0 }
        return offset >= 0 ? offset : nil
    }

    private mutating func add(_ value: ParameterValue, name: String) throws(SourceError) -> Int {
        switch value {
        case .null: append(PostgresType.unspecified, nil)
        case .integer(let number): append(PostgresType.int8, String(number))
        case .real(let number): append(PostgresType.float8, number.isInfinite ? (number < 0 ? "-Infinity" : "Infinity") : "\(number)")
        case .time(let instant): append(PostgresType.timestamptz, Self.text(of: instant))
        case .text(let text):
            guard !text.utf8.contains(0) else {
                throw SourceError(.query, message: "the value of :\(name) holds a NUL byte, which Postgres cannot store")
            }
            append(PostgresType.text, text)
        }
        return values.count
    }

    private mutating func append(_ type: UInt32, _ text: String?) {
        types.append(type)
        values.append(text)
    }

    /// Beyond the years of four digits Postgres writes times in another way; no figure depends on them.
    private static func text(of instant: Instant) -> String {
        if instant <= .farPast { return "-infinity" }
        return switch CivilTime(instant).year {
        case ..<1: "-infinity"
        case 10_000...: "infinity"
        default: instant.iso8601
        }
    }
}

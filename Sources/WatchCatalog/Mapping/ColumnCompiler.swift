import WatchModel

/// Writes one canonical column in the dialect's SQL: null sentinels, unit, value map, type, in this order.
struct ColumnCompiler {
    let column: CanonicalSchema.Column
    let mapping: ColumnMapping?
    let dialect: Dialect
    /// The type as the database writes it, such as `timestamp(3) without time zone` or `"PurchaseState"`; nil for an
    /// expression.
    let declaredType: String?
    let table: String

    func compile(_ base: String) throws(Problem) -> ColumnSQL {
        let sql = try typed(mapped(try converted(withoutSentinels(base))))
        let isExpression = if case .expression? = mapping?.source { true } else { false }
        return ColumnSQL(sql: sql, isBareColumn: sql == base && !isExpression, isIndexable: isIndexable(sql))
    }

    private func withoutSentinels(_ base: String) -> String {
        let nulls = mapping?.nulls ?? []
        guard !nulls.isEmpty else { return base }
        let text = asText(base)
        let tests = nulls.map { sentinel in
            // 1970-01-01 as a timestamp has many spellings: let Postgres compare it as what the column is.
            if dialect == .postgres, let declaredType, !isTextType, !sentinel.isEmpty {
                return "\(base) = \(Dialect.quoted(literal: sentinel))::\(declaredType)"
            }
            return "\(text) = \(Dialect.quoted(literal: sentinel))"
        }
        return "CASE WHEN \(tests.joined(separator: " OR ")) THEN NULL ELSE \(base) END"
    }

    private func converted(_ base: String) throws(Problem) -> String {
        guard column.type == .time else { return base }
        try requireFittingUnit()
        switch mapping?.unit {
        case nil:
            try requireCanonicalTime()
            return base
        case .epochSeconds: return epoch(base, perSecond: 1)
        case .epochMilliseconds: return epoch(base, perSecond: 1000)
        case .epochMicroseconds: return epoch(base, perSecond: 1_000_000)
        case .iso8601:
            return dialect == .sqlite ? "iapwatch_utc(\(base), NULL)" : "(\(base))::timestamptz"
        case .local(let zone):
            let zone = Dialect.quoted(literal: zone)
            return dialect == .sqlite ? "iapwatch_utc(\(base), \(zone))" : "((\(base))::timestamp AT TIME ZONE \(zone))"
        }
    }

    /// Whole seconds, which is what every bound is in; what lies outside the years 1 to 9999 is moved to their edge, so
    /// that milliseconds stored as seconds are seen as a time in the far future instead of being lost.
    private func epoch(_ base: String, perSecond: Int) -> String {
        let (first, last) = ("-62135596800", "253402300799")
        switch dialect {
        case .sqlite:
            return "strftime('%Y-%m-%dT%H:%M:%SZ', max(\(first), min(\(last), CAST(\(base) AS INTEGER) / \(perSecond))), 'unixepoch')"
        case .postgres:
            let seconds = "floor((\(base))::numeric / \(perSecond))"
            return "CASE WHEN (\(base)) IS NOT NULL THEN to_timestamp(greatest(\(first), least(\(last), \(seconds)))::double precision) END"
        }
    }

    /// Postgres would convert what does not fit by the session's zone, without a word, or fail on each row.
    private func requireFittingUnit() throws(Problem) {
        guard dialect == .postgres, let declaredType, let unit = mapping?.unit else { return }
        let cure: String
        switch plainType {
        case "timestamp with time zone": cure = "Leave `unit` out: the type says which moment it is."
        case "timestamp without time zone", "date":
            if case .local = unit { return }
            cure = "Say which zone it is in: `unit: local` with a zone."
        default: return
        }
        throw unfitting(declaredType, "and its `unit` says otherwise", cure)
    }

    /// A time without unit has to be canonical already. Postgres's types tell; in SQLite preflight looks at some values.
    private func requireCanonicalTime() throws(Problem) {
        guard dialect == .postgres, let declaredType, plainType != "timestamp with time zone" else { return }
        let cure: String
        switch plainType {
        case "timestamp without time zone", "date": cure = "Say which zone it is in: `{ column: ..., unit: local, zone: UTC }`."
        case _ where isTextType: cure = "Say how it is written: `{ column: ..., unit: iso8601 }`, or `unit: local` with a zone."
        default: cure = "Say what it counts: `{ column: ..., unit: epoch_s }`, epoch_ms or epoch_us."
        }
        throw unfitting(declaredType, "and nothing says which moment that means", cure)
    }

    private func unfitting(_ type: String, _ what: String, _ cure: String) -> Problem {
        Problem(
            code: "time-unit", at: mapping?.position, summary: "\(table).\(column.name) is of type \(type), \(what)", hint: cure)
    }

    private func mapped(_ base: String) -> String {
        guard let values = mapping?.values else { return base }
        let text = asText(base)
        let cases = values.sorted { $0.key < $1.key }.map { stored, word in
            "WHEN \(text) = \(Dialect.quoted(literal: stored)) THEN \(Dialect.quoted(literal: word))"
        }
        return "CASE WHEN \(base) IS NULL THEN NULL \(cases.joined(separator: " ")) ELSE 'unknown' END"
    }

    private func typed(_ base: String) throws(Problem) -> String {
        guard dialect == .postgres, mapping?.values == nil else { return base }
        switch column.type {
        case .text: return declaredType != nil && isTextType ? base : "(\(base))::text"
        case .integer: return plainType == "boolean" ? "(\(base))::int" : base
        case .time: return base
        }
    }

    private func asText(_ base: String) -> String {
        dialect == .sqlite ? "CAST(\(base) AS TEXT)" : (isTextType ? base : "(\(base))::text")
    }

    /// Postgres wants indexed expressions to be immutable: what an enum or a time is as text, and a text as a time, is not.
    private func isIndexable(_ sql: String) -> Bool {
        guard dialect == .postgres else { return !sql.contains("iapwatch_utc(") }
        switch mapping?.unit {
        case .iso8601: return false
        case .local: return plainType.map(["timestamp without time zone", "date"].contains) ?? true
        default: break
        }
        guard sql.contains("::text"), let plainType else { return true }
        return ["smallint", "integer", "bigint", "numeric", "boolean", "uuid", "character"].contains(plainType)
    }

    private var isTextType: Bool {
        ["text", "character varying", "varchar"].contains(plainType)
    }

    /// Without its modifier: `timestamp(3) without time zone` is `timestamp without time zone`.
    private var plainType: String? {
        guard let declaredType, let open = declaredType.firstIndex(of: "("), let close = declaredType[open...].firstIndex(of: ")")
        else { return declaredType?.lowercased() }
        return (declaredType[..<open] + declaredType[declaredType.index(after: close)...]).lowercased()
    }
}

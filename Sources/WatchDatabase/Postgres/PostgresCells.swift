package import WatchModel

/// The type OIDs that are more than text to us; fixed in Postgres's `pg_type.dat`.
enum PostgresType {
    /// The server works it out from where the parameter stands.
    static let unspecified: UInt32 = 0
    static let bool: UInt32 = 16
    static let int8: UInt32 = 20
    static let int2: UInt32 = 21
    static let int4: UInt32 = 23
    static let text: UInt32 = 25
    static let oid: UInt32 = 26
    static let float4: UInt32 = 700
    static let float8: UInt32 = 701
    static let timestamptz: UInt32 = 1184
    static let numeric: UInt32 = 1700
}

extension Instant {
    /// What `-infinity` and years before Christ are to us; whole seconds, so that calendar arithmetic does not overflow.
    package static let farPast = Instant(seconds: Int64.min / 1_000_000)
    /// What `infinity` and years of more than four digits are to us.
    package static let farFuture = Instant(seconds: Int64.max / 1_000_000)
}

/// Values as Postgres writes them, as cells.
enum PostgresCells {
    static func cell(_ text: String, type: UInt32) -> Cell {
        switch type {
        case PostgresType.bool: .integer(text == "t" ? 1 : 0)
        case PostgresType.int2, PostgresType.int4, PostgresType.int8, PostgresType.oid: Int64(text).map { .integer($0) } ?? .text(text)
        case PostgresType.float4, PostgresType.float8: Double(text).map { .real($0) } ?? .text(text)
        case PostgresType.numeric: numeric(text)
        case PostgresType.timestamptz: time(text).map { .time($0) } ?? .text(text)
        default: .text(text)
        }
    }

    /// `sum(bigint)` is a numeric: whole numbers stay exact where they fit.
    private static func numeric(_ text: String) -> Cell {
        let parts = text.split(separator: ".", maxSplits: 1)
        let isWhole = parts.count == 1 || parts[1].utf8.allSatisfy { $0 == UInt8(ascii: "0") }
        if isWhole, let whole = parts.first.flatMap({ Int64($0) }) { return .integer(whole) }
        return Double(text).map { .real($0) } ?? .text(text)
    }

    /// What lies outside of the years of four digits counts as the end of time on that side.
    private static func time(_ text: String) -> Instant? {
        if text.hasSuffix("BC") || text == "-infinity" { return Instant.farPast }
        if text == "infinity" || (text.split(separator: "-").first?.count ?? 0) > 4 { return Instant.farFuture }
        return Instant(iso8601: text)
    }
}

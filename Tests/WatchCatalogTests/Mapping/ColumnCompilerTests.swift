import Testing
import WatchModel

@testable import WatchCatalog

/// One column's mapping, and the exact SQL of it.
struct ColumnCompilerTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var column = "expires_at"
        var type: String? = "bigint"
        var mapping: ColumnMapping?
        var sql: String
        var isBare = false
        var isIndexable = true

        var testDescription: String { name }
    }

    private func compile(_ column: String, _ mapping: ColumnMapping?, _ type: String?, _ dialect: Dialect) throws(Problem) -> ColumnSQL {
        let table = CanonicalSchema[table: "purchases"]?[column: column] != nil ? "purchases" : "starts"
        guard let column = CanonicalSchema[table: table]?[column: column] else { throw Problem(code: "?", summary: "no such column") }
        return try ColumnCompiler(column: column, mapping: mapping, dialect: dialect, declaredType: type, table: table)
            .compile(type == nil ? "(x)" : "\"c\"")
    }

    private static func unit(_ unit: TimeUnit, nulls: [String] = []) -> ColumnMapping {
        ColumnMapping(source: .column("c"), unit: unit, nulls: nulls)
    }

    private static let position = FilePosition(file: "iapwatch.yaml", line: 7, column: 3, length: 4)

    @Test(arguments: [
        Case(name: "bare", sql: #""c""#, isBare: true),
        Case(
            name: "epoch_s", mapping: unit(.epochSeconds),
            sql: #"strftime('%Y-%m-%dT%H:%M:%SZ', max(-62135596800, min(253402300799, CAST("c" AS INTEGER) / 1)), 'unixepoch')"#),
        Case(
            name: "epoch_ms", mapping: unit(.epochMilliseconds),
            sql: #"strftime('%Y-%m-%dT%H:%M:%SZ', max(-62135596800, min(253402300799, CAST("c" AS INTEGER) / 1000)), 'unixepoch')"#),
        Case(
            name: "epoch_us", mapping: unit(.epochMicroseconds),
            sql: #"strftime('%Y-%m-%dT%H:%M:%SZ', max(-62135596800, min(253402300799, CAST("c" AS INTEGER) / 1000000)), 'unixepoch')"#),
        Case(name: "iso8601", mapping: unit(.iso8601), sql: #"iapwatch_utc("c", NULL)"#, isIndexable: false),
        Case(name: "local", mapping: unit(.local(zone: "Europe/Berlin")), sql: #"iapwatch_utc("c", 'Europe/Berlin')"#, isIndexable: false),
        Case(
            name: "epoch with sentinel", mapping: unit(.epochSeconds, nulls: ["0"]),
            sql: #"strftime('%Y-%m-%dT%H:%M:%SZ', max(-62135596800, min(253402300799, "#
                + #"CAST(CASE WHEN CAST("c" AS TEXT) = '0' THEN NULL ELSE "c" END AS INTEGER) / 1)), 'unixepoch')"#),
        Case(
            name: "values", column: "state", mapping: ColumnMapping(source: .column("c"), values: ["2": "pending", "0": "active"]),
            sql: #"CASE WHEN "c" IS NULL THEN NULL WHEN CAST("c" AS TEXT) = '0' THEN 'active' "#
                + #"WHEN CAST("c" AS TEXT) = '2' THEN 'pending' ELSE 'unknown' END"#),
        Case(
            name: "quotes in values", column: "state", mapping: ColumnMapping(source: .column("c"), values: ["it's": "active"]),
            sql: #"CASE WHEN "c" IS NULL THEN NULL WHEN CAST("c" AS TEXT) = 'it''s' THEN 'active' ELSE 'unknown' END"#),
        Case(
            name: "sentinels", column: "user_id", mapping: ColumnMapping(source: .column("c"), nulls: ["", "invalid"]),
            sql: #"CASE WHEN CAST("c" AS TEXT) = '' OR CAST("c" AS TEXT) = 'invalid' THEN NULL ELSE "c" END"#),
        Case(name: "boolean", column: "unfinished", sql: #""c""#, isBare: true),
        Case(name: "expression", column: "state", type: nil, mapping: ColumnMapping(source: .expression("x")), sql: "(x)"),
    ])
    func writesSQLite(_ test: Case) throws {
        let found = try compile(test.column, test.mapping, test.type, .sqlite)
        #expect(found == ColumnSQL(sql: test.sql, isBareColumn: test.isBare, isIndexable: test.isIndexable))
    }

    @Test(arguments: [
        Case(name: "bare", type: "timestamp with time zone", sql: #""c""#, isBare: true),
        Case(name: "bare with precision", type: "timestamp(3) with time zone", sql: #""c""#, isBare: true),
        Case(
            name: "epoch_s", mapping: unit(.epochSeconds),
            sql: #"CASE WHEN ("c") IS NOT NULL THEN to_timestamp(greatest(-62135596800, "#
                + #"least(253402300799, floor(("c")::numeric / 1)))::double precision) END"#),
        Case(
            name: "epoch_ms", type: "text", mapping: unit(.epochMilliseconds),
            sql: #"CASE WHEN ("c") IS NOT NULL THEN to_timestamp(greatest(-62135596800, "#
                + #"least(253402300799, floor(("c")::numeric / 1000)))::double precision) END"#),
        Case(
            name: "epoch_us", mapping: unit(.epochMicroseconds),
            sql: #"CASE WHEN ("c") IS NOT NULL THEN to_timestamp(greatest(-62135596800, "#
                + #"least(253402300799, floor(("c")::numeric / 1000000)))::double precision) END"#),
        Case(name: "iso8601", type: "text", mapping: unit(.iso8601), sql: #"("c")::timestamptz"#, isIndexable: false),
        Case(
            name: "local", type: "timestamp(3) without time zone", mapping: unit(.local(zone: "UTC")),
            sql: #"(("c")::timestamp AT TIME ZONE 'UTC')"#),
        Case(
            name: "local text", type: "text", mapping: unit(.local(zone: "UTC")), sql: #"(("c")::timestamp AT TIME ZONE 'UTC')"#,
            isIndexable: false),
        Case(
            name: "sentinel of a time", type: "timestamp with time zone",
            mapping: ColumnMapping(source: .column("c"), nulls: ["1970-01-01"]),
            sql: #"CASE WHEN "c" = '1970-01-01'::timestamp with time zone THEN NULL ELSE "c" END"#),
        Case(name: "local date", type: "date", mapping: unit(.local(zone: "UTC")), sql: #"(("c")::timestamp AT TIME ZONE 'UTC')"#),
        Case(
            name: "sentinel of a typed column", type: "timestamp with time zone",
            mapping: ColumnMapping(source: .column("c"), nulls: ["1970-01-01", ""]),
            sql: #"CASE WHEN "c" = '1970-01-01'::timestamp with time zone OR ("c")::text = '' THEN NULL ELSE "c" END"#, isIndexable: false),
        Case(
            name: "sentinel of an enum with capitals", column: "state", type: #""PurchaseState""#,
            mapping: ColumnMapping(source: .column("c"), nulls: ["NONE"]),
            sql: #"(CASE WHEN "c" = 'NONE'::"PurchaseState" THEN NULL ELSE "c" END)::text"#, isIndexable: false),
        Case(
            name: "sentinel of a text", column: "user_id", type: "character varying(36)",
            mapping: ColumnMapping(source: .column("c"), nulls: ["invalid"]), sql: #"CASE WHEN "c" = 'invalid' THEN NULL ELSE "c" END"#),
        Case(
            name: "sentinel of an expression", column: "user_id", type: nil, mapping: ColumnMapping(source: .expression("x"), nulls: ["0"]),
            sql: #"(CASE WHEN ((x))::text = '0' THEN NULL ELSE (x) END)::text"#),
        Case(
            name: "values of an integer", column: "store", type: "smallint",
            mapping: ColumnMapping(source: .column("c"), values: ["1": "google", "0": "apple"]),
            sql:
                #"CASE WHEN "c" IS NULL THEN NULL WHEN ("c")::text = '0' THEN 'apple' "#
                + #"WHEN ("c")::text = '1' THEN 'google' ELSE 'unknown' END"#
        ),
        Case(
            name: "values of a text", column: "store", type: "text", mapping: ColumnMapping(source: .column("c"), values: ["ios": "apple"]),
            sql: #"CASE WHEN "c" IS NULL THEN NULL WHEN "c" = 'ios' THEN 'apple' ELSE 'unknown' END"#),
        Case(name: "enum", column: "state", type: "purchase_state", sql: #"("c")::text"#, isIndexable: false),
        Case(name: "uuid", column: "token", type: "uuid", sql: #"("c")::text"#),
        Case(name: "text", column: "token", type: "text", sql: #""c""#, isBare: true),
        Case(name: "varchar", column: "token", type: "character varying(255)", sql: #""c""#, isBare: true),
        Case(name: "char", column: "token", type: "character(2)", sql: #"("c")::text"#),
        Case(name: "boolean", column: "unfinished", type: "boolean", sql: #"("c")::int"#),
        Case(name: "integer", column: "unfinished", type: "bigint", sql: #""c""#, isBare: true),
        Case(name: "expression", column: "state", type: nil, mapping: ColumnMapping(source: .expression("x")), sql: "((x))::text"),
        Case(name: "time expression", type: nil, mapping: ColumnMapping(source: .expression("x")), sql: "(x)"),
    ])
    func writesPostgres(_ test: Case) throws {
        let found = try compile(test.column, test.mapping, test.type, .postgres)
        #expect(found == ColumnSQL(sql: test.sql, isBareColumn: test.isBare, isIndexable: test.isIndexable))
    }

    @Test(
        arguments: [
            ("timestamp without time zone", nil, "Say which zone it is in: `{ column: ..., unit: local, zone: UTC }`."),
            ("timestamp(3) without time zone", nil, "Say which zone it is in: `{ column: ..., unit: local, zone: UTC }`."),
            ("date", nil, "Say which zone it is in: `{ column: ..., unit: local, zone: UTC }`."),
            ("text", nil, "Say how it is written: `{ column: ..., unit: iso8601 }`, or `unit: local` with a zone."),
            ("character varying(40)", nil, "Say how it is written: `{ column: ..., unit: iso8601 }`, or `unit: local` with a zone."),
            ("bigint", nil, "Say what it counts: `{ column: ..., unit: epoch_s }`, epoch_ms or epoch_us."),
            ("numeric(20,3)", nil, "Say what it counts: `{ column: ..., unit: epoch_s }`, epoch_ms or epoch_us."),
            // Postgres would shift it by the session's zone, without a word.
            ("timestamp with time zone", .local(zone: "Europe/Berlin"), "Leave `unit` out: the type says which moment it is."),
            ("timestamp(6) with time zone", .epochSeconds, "Leave `unit` out: the type says which moment it is."),
            ("timestamp without time zone", .iso8601, "Say which zone it is in: `unit: local` with a zone."),
            ("date", .epochMilliseconds, "Say which zone it is in: `unit: local` with a zone."),
        ] as [(String, TimeUnit?, String)])
    func refusesTimesThatMeanNoMoment(type: String, unit: TimeUnit?, hint: String) {
        let mapping = ColumnMapping(source: .column("c"), unit: unit, position: Self.position)
        do throws(Problem) {
            _ = try compile("expires_at", mapping, type, .postgres)
            Issue.record("accepted")
        } catch {
            #expect(error.code == "time-unit" && error.hint == hint && error.position == Self.position)
            #expect(error.summary.hasPrefix("purchases.expires_at is of type \(type), "))
        }
    }
}

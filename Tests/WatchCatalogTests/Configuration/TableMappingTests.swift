import Testing
import WatchModel

@testable import WatchCatalog

struct TableMappingTests {
    private func mapping(_ text: String, of table: String = "purchases") throws -> TableMapping {
        let indented = text.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n")
        return try load("tables:\n  \(table):\n\(indented)\n").configuration.mapping(of: table)
    }

    @Test(
        arguments: [
            ("iap_orders", .table(schema: nil, name: "iap_orders")), ("billing.iap_orders", .table(schema: "billing", name: "iap_orders")),
            ("'\"iap orders\"'", .table(schema: nil, name: "iap orders")), ("'\"a.b\".\"c\"\"d\"'", .table(schema: "a.b", name: "c\"d")),
            ("Käufe", .table(schema: nil, name: "Käufe")),
        ] as [(String, Relation)])
    func readsTableNames(name: String, relation: Relation) throws {
        #expect(try mapping("table: \(name)").relation == relation)
    }

    @Test func readsASelect() throws {
        #expect(try mapping("select: |\n  SELECT 1\n  FROM x").relation == .select("SELECT 1\nFROM x\n"))
    }

    /// It goes into parentheses, where a semicolon would be an error.
    @Test(arguments: [("SELECT 1;", "SELECT 1"), ("SELECT ';'", "SELECT ';'"), ("SELECT 1 ; ;", "SELECT 1")])
    func aSelectMayEndInASemicolon(text: String, sql: String) throws {
        #expect(try mapping("select: \"\(text)\"").relation == .select(sql))
    }

    @Test func aTableWithoutNameIsTheOneOfTheSameName() throws {
        #expect(try mapping("columns: { token: t }").relation == .table(schema: nil, name: "purchases"))
    }

    @Test func readsColumns() throws {
        let columns = try mapping(
            """
            columns:
              token: purchase_token
              user_id: '"User Id"'
              product_id: Product Id
              state: { column: status, values: { 0: active, "1": expired, "": pending }, nulls: ["", 9, null_] }
              kind: { holds: [subscription, one_time] }
              environment: { sql: "CASE WHEN is_test THEN 'sandbox' END" }
              updated_at: { column: modified_ms, unit: epoch_ms, nulls: [0] }
              created_at: { column: created, unit: local, zone: America/Port-au-Prince }
              app_version: { absent: true }
            """
        ).columns
        #expect(columns["token"]?.source == .column("purchase_token"))
        #expect(columns["user_id"]?.source == .column("User Id"))
        #expect(columns["product_id"]?.source == .column("Product Id"))
        #expect(columns["state"]?.source == .column("status"))
        #expect(columns["state"]?.values == ["0": "active", "1": "expired", "": "pending"])
        #expect(columns["state"]?.nulls == ["", "9", "null_"])
        #expect(columns["kind"]?.source == .column("kind"))
        #expect(columns["kind"]?.holds == ["subscription", "one_time"])
        #expect(columns["environment"]?.source == .expression("CASE WHEN is_test THEN 'sandbox' END"))
        #expect(columns["updated_at"]?.unit == .epochMilliseconds)
        #expect(columns["updated_at"]?.nulls == ["0"])
        #expect(columns["created_at"]?.unit == .local(zone: "America/Port-au-Prince"))
        #expect(columns["app_version"]?.source == .absent)
        #expect(columns["token"]?.position?.line == 4)
    }

    @Test(
        arguments: [
            ("epoch_s", .epochSeconds), ("epoch_ms", .epochMilliseconds), ("epoch_us", .epochMicroseconds), ("iso8601", .iso8601),
        ] as [(String, TimeUnit)])
    func readsUnits(word: String, unit: TimeUnit) throws {
        #expect(try mapping("columns: { expires_at: { unit: \(word) } }").columns["expires_at"]?.unit == unit)
    }

    @Test func aTableCanBeAbsent() throws {
        #expect(try mapping("absent: true", of: "starts").isAbsent)
        #expect(try !mapping("table: x", of: "starts").isAbsent)
    }
}

import Testing
import WatchModel

@testable import WatchCatalog

/// What the compilers write is given to a real SQLite, for several schemas.
struct CompiledQueriesTests {
    struct World: CustomTestStringConvertible, Sendable {
        var name: String
        var schema: String
        var columns: [String: [(String, String)]]
        var mappings: [String: TableMapping] = [:]
        /// How many queries can be run there.
        var runnable: Int

        var testDescription: String { name }
    }

    private static func file(_ name: String) -> String { (try? Documents.text("queries/schema/\(name).sqlite.sql")) ?? "" }

    private static func canonical(_ tables: [String], onlyRequired: Bool) -> [String: [(String, String)]] {
        var all: [String: [(String, String)]] = [:]
        for table in CanonicalSchema.tables where tables.contains(table.name) {
            all[table.name] = table.columns.filter { $0.isRequired || !onlyRequired }.map { ($0.name, "TEXT") }
        }
        return all
    }

    private static let base = World(
        name: "base", schema: file("base"), columns: canonical(["purchases", "entitlements", "products"], onlyRequired: true), runnable: 9)

    private static let full = World(
        name: "full", schema: file("full"), columns: canonical(CanonicalSchema.tables.map(\.name), onlyRequired: false), runnable: 17)

    /// A shop with numbers for words, milliseconds for times, and one table under a SELECT.
    private static let foreign = World(
        name: "foreign",
        schema: """
            CREATE TABLE "iap orders" (purchase_token BLOB, account INTEGER, sku TEXT, platform INTEGER, status INTEGER,
              expires_ms INTEGER, modified_s REAL, created_us INTEGER, is_test INTEGER);
            CREATE TABLE accounts (id INTEGER, premium_until INTEGER);
            CREATE TABLE skus (sku TEXT PRIMARY KEY, feature TEXT);
            """,
        columns: [
            "purchases": [
                ("purchase_token", "BLOB"), ("account", "INTEGER"), ("sku", "TEXT"), ("platform", "INTEGER"), ("status", "INTEGER"),
                ("expires_ms", "INTEGER"), ("modified_s", "REAL"), ("created_us", "INTEGER"), ("is_test", "INTEGER"),
            ],
            "entitlements": [("user_id", ""), ("feature", ""), ("valid_until", "")], "products": [("sku", "TEXT"), ("feature", "TEXT")],
        ],
        mappings: [
            "purchases": TableMapping(
                table: "purchases", relation: .table(schema: nil, name: "iap orders"),
                columns: [
                    "token": ColumnMapping(source: .column("purchase_token")),
                    "user_id": ColumnMapping(source: .column("account"), nulls: ["0"]), "product_id": ColumnMapping(source: .column("sku")),
                    "store": ColumnMapping(source: .column("platform"), values: ["0": "apple", "1": "google"]),
                    "state": ColumnMapping(
                        source: .column("status"), values: ["0": "active", "1": "expired", "2": "pending", "3": "purchased"],
                        nulls: ["", "9"]),
                    "expires_at": ColumnMapping(source: .column("expires_ms"), unit: .epochMilliseconds, nulls: ["0"]),
                    "updated_at": ColumnMapping(source: .column("modified_s"), unit: .epochSeconds),
                    "created_at": ColumnMapping(source: .column("created_us"), unit: .epochMicroseconds),
                    "environment": ColumnMapping(source: .expression("CASE WHEN is_test THEN 'sandbox' ELSE 'production' END")),
                ]),
            "entitlements": TableMapping(
                table: "entitlements",
                relation: .select("SELECT id AS user_id, 'premium' AS feature, premium_until AS valid_until FROM main.accounts -- all"),
                columns: ["valid_until": ColumnMapping(source: .column("valid_until"), unit: .epochSeconds)]),
            "products": TableMapping(
                table: "products", relation: .table(schema: nil, name: "skus"),
                columns: ["product_id": ColumnMapping(source: .column("sku"))]),
        ], runnable: 11)

    private func compiled(_ world: World) throws -> [QueryCompiler.Compiled] {
        var tables: [String: TableState] = [:]
        for table in CanonicalSchema.tables.map(\.name) {
            guard let columns = world.columns[table] else { continue }
            let mapping = world.mappings[table] ?? .identity(table)
            let description = described(columns, schema: "main", relation: mapping.relation)
            tables[table] = .usable(try ShadowCompiler.compile(mapping, description, .sqlite))
        }
        let compiler = QueryCompiler(dialect: .sqlite, tables: tables)
        let plans = try QueryLoader.loadBuiltIn().map(compiler.plan)
        let runnable = plans.compactMap { if case .runnable(let main, let firstSeen, _) = $0 { [main, firstSeen] } else { nil } }
        // At least those, so that a world cannot lose its queries unseen.
        #expect(runnable.count >= world.runnable)
        return runnable.flatMap { $0.compactMap { $0 } }
    }

    @Test(arguments: [base, full, foreign])
    func sqliteUnderstandsEveryQuery(_ world: World) throws {
        #expect(!world.schema.isEmpty)
        for query in try compiled(world) {
            let plan = try SQLiteTool.run("\(world.schema)\nEXPLAIN \(query.sql);\n")
            #expect(plan.contains("Halt"), "\(query.body.file)")
        }
    }

    @Test func aComplaintOfSQLiteComesThrough() {
        #expect(throws: SQLiteTool.Failure.self) { try SQLiteTool.run("EXPLAIN SELECT nothing FROM nowhere;") }
    }

    /// The rows of the foreign shop, as queries see them.
    @Test func theShadowHasTheRightRows() throws {
        let world = Self.foreign
        let mapping = try #require(world.mappings["purchases"])
        let shadow = try ShadowCompiler.compile(mapping, described(world.columns["purchases"] ?? [], relation: mapping.relation), .sqlite)
        let rows = """
            INSERT INTO "iap orders" VALUES
              ('a', 7, 'gold', 1, 3, 1796088995999, 1796088995.75, 1796088995999999, 0),
              ('b', 0, 'gold', 0, 9, 0, 99999999999999, NULL, 1),
              ('c', 8, NULL, 5, 4, NULL, -1, 0, NULL);
            """
        let columns = "token, user_id, store, state, expires_at, updated_at, created_at, environment, country"
        let script =
            "\(world.schema)\(rows)\n.mode quote\nWITH purchases AS (\(shadow.select)) SELECT \(columns) FROM purchases ORDER BY token;\n"
        #expect(
            try SQLiteTool.run(script) == """
                'a',7,'google','purchased','2026-12-01T01:36:35Z','2026-12-01T01:36:35Z','2026-12-01T01:36:35Z','production',NULL
                'b',NULL,'apple',NULL,NULL,'9999-12-31T23:59:59Z',NULL,'sandbox',NULL
                'c',8,'unknown','unknown',NULL,'1969-12-31T23:59:59Z','1970-01-01T00:00:00Z','production',NULL

                """)
    }
}

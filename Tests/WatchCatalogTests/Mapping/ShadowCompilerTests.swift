import Testing
import WatchModel

@testable import WatchCatalog

struct ShadowCompilerTests {
    private static let position = FilePosition(file: "iapwatch.yaml", line: 3, column: 5, length: 9)

    private func products(_ relation: Relation, _ columns: [String: ColumnMapping] = [:]) -> TableMapping {
        TableMapping(table: "products", relation: relation, columns: columns, position: Self.position)
    }

    private let plain = described([("product_id", "TEXT"), ("feature", "TEXT")], schema: "main")

    @Test(
        arguments: [
            (.table(schema: nil, name: "products"), nil, .sqlite, #""main"."products""#),
            (.table(schema: nil, name: "products"), "app", .postgres, #""app"."products""#),
            (.table(schema: nil, name: "products"), nil, .postgres, #""products""#),
            (.table(schema: "billing", name: "iap products"), "app", .postgres, #""billing"."iap products""#),
            (.table(schema: nil, name: #"a"b"#), "main", .sqlite, #""main"."a""b""#),
            (.select("SELECT 1 -- x"), nil, .postgres, "(\nSELECT 1 -- x\n) AS selected"),
        ] as [(Relation, String?, Dialect, String)])
    func namesTheTableWithItsSchema(relation: Relation, schema: String?, dialect: Dialect, from: String) throws {
        let description = described([("product_id", "text"), ("feature", "text")], schema: schema)
        let shadow = try ShadowCompiler.compile(products(relation), description, dialect)
        let null = dialect == .sqlite ? "NULL" : "NULL::bigint"
        #expect(
            shadow.select == """
                SELECT
                  "product_id" AS "product_id",
                  "feature" AS "feature",
                  \(null) AS "acknowledge_within_seconds"
                FROM \(from)
                """)
        #expect(shadow.indexableTable == (from.hasPrefix("(") ? nil : from))
    }

    @Test func readsTheUsersColumns() throws {
        let mapping = products(
            .table(schema: nil, name: "products"),
            ["product_id": ColumnMapping(source: .column("sku")), "feature": ColumnMapping(source: .expression("lower(grants)"))])
        let shadow = try ShadowCompiler.compile(mapping, described([("SKU", "TEXT"), ("grants", "TEXT")]), .sqlite)
        #expect(
            shadow.select == """
                SELECT
                  "SKU" AS "product_id",
                  (lower(grants)) AS "feature",
                  NULL AS "acknowledge_within_seconds"
                FROM "main"."products"
                """)
        #expect(shadow.expressions["product_id"] == ColumnSQL(sql: "\"SKU\"", isBareColumn: true))
        // An index on a bare column would not serve it.
        #expect(shadow.expressions["feature"] == ColumnSQL(sql: "(lower(grants))", isBareColumn: false))
        #expect(shadow.available == ["product_id", "feature"] && shadow.unreadable == [] && shadow.uncheckedTimes == [])
    }

    /// Product ids are the user's words: they are quoted, whatever they hold.
    @Test func configuredDeadlinesGoBeforeTheTable() throws {
        var mapping = products(.table(schema: nil, name: "products"), ["product_id": ColumnMapping(source: .column("sku"))])
        mapping.acknowledgeSecondsByProduct = ["it's": 60, "b": 3600]
        let columns = [("sku", "TEXT"), ("feature", "TEXT"), ("acknowledge_within_seconds", "INTEGER")]
        let shadow = try ShadowCompiler.compile(mapping, described(columns), .sqlite)
        let sql = #"CASE "sku" WHEN 'b' THEN 3600 WHEN 'it''s' THEN 60 ELSE "acknowledge_within_seconds" END"#
        #expect(shadow.select.contains("  \(sql) AS \"acknowledge_within_seconds\"\n"))
    }

    @Test(arguments: [(Dialect.sqlite, "NULL", "NULL", "NULL"), (.postgres, "NULL::text", "NULL::timestamptz", "NULL::bigint")])
    func whatIsNotThereIsATypedNull(dialect: Dialect, text: String, time: String, integer: String) throws {
        let shadow = try ShadowCompiler.compile(.identity("purchases"), describedCanonical("purchases", dialect), dialect)
        #expect(shadow.select.contains("  \(text) AS \"country\",\n"))
        #expect(shadow.select.contains("  \(time) AS \"created_at\",\n"))
        #expect(shadow.select.contains("  \(integer) AS \"quantity\",\n"))
        #expect(shadow.available == ["token", "user_id", "product_id", "store", "state", "expires_at", "updated_at"])
        #expect(shadow.select.hasSuffix("\(text) AS \"currency\"\nFROM \"\(dialect == .sqlite ? "main" : "public")\".\"purchases\""))
    }

    @Test func theConfigurationCanCallAColumnAbsent() throws {
        let mapping = TableMapping(
            table: "purchases", relation: .table(schema: nil, name: "purchases"), columns: ["country": ColumnMapping(source: .absent)])
        let shadow = try ShadowCompiler.compile(mapping, describedCanonical("purchases", .sqlite, also: ["country"]), .sqlite)
        #expect(shadow.select.contains("  NULL AS \"country\",\n"))
        #expect(!shadow.available.contains("country"))
        let refused = products(.table(schema: nil, name: "products"), ["feature": ColumnMapping(source: .absent, position: Self.position)])
        #expect(compileProblems(refused, plain, .sqlite).map(\.code) == ["missing-column"])
    }

    @Test func onlyTimesThatNothingConvertsAreLookedAt() throws {
        var mapping = TableMapping.identity("purchases")
        mapping.columns["updated_at"] = ColumnMapping(source: .column("updated_at"), unit: .iso8601)
        let description = describedCanonical("purchases", .sqlite, also: ["created_at"])
        #expect(try ShadowCompiler.compile(mapping, description, .sqlite).uncheckedTimes == ["expires_at", "created_at"])
        let typed = describedCanonical("purchases", .postgres)
        #expect(try ShadowCompiler.compile(.identity("purchases"), typed, .postgres).uncheckedTimes == [])
    }

    @Test func knowsWhichWordsCanTurnUp() throws {
        func words(_ column: String, _ mapping: ColumnMapping?) throws -> Set<String>? {
            var table = TableMapping.identity("purchases")
            table.columns[column] = mapping
            return try ShadowCompiler.compile(table, describedCanonical("purchases", .sqlite, also: ["kind"]), .sqlite).words[column]
        }
        #expect(try words("state", nil) == ["pending", "active", "expired", "revoked"])
        #expect(try words("state", ColumnMapping(source: .column("state"), holds: ["active", "purchased"])) == ["active", "purchased"])
        #expect(
            try words("state", ColumnMapping(source: .column("state"), values: ["1": "purchased", "2": "lapsed"])) == [
                "purchased", "lapsed",
            ])
        let both = ColumnMapping(source: .column("state"), values: ["1": "purchased"], holds: ["active"])
        #expect(try words("state", both) == ["active"])
        #expect(try words("kind", nil) == ["subscription", "one_time", "consumable"])
        #expect(try words("country", nil) == nil && words("environment", nil) == nil)
    }

    @Test func suggestsTheNearestColumn() {
        let problems = compileProblems(
            .identity("products"),
            described([("produkt_id", "TEXT"), ("features", "TEXT")], relation: .table(schema: "app", name: "products")),
            .sqlite)
        #expect(problems.map(\.code) == ["missing-column", "missing-column"])
        #expect(
            problems.map(\.summary) == [
                "products has no column `product_id` for products.product_id, which every figure of the table needs",
                "products has no column `feature` for products.feature, which every figure of the table needs",
            ])
        #expect(
            problems.map(\.hint) == [
                "Did you mean `produkt_id`? Its columns are: produkt_id, features. Map it under `tables: { products: { columns: ... } }`.",
                "Did you mean `features`? Its columns are: produkt_id, features. Map it under `tables: { products: { columns: ... } }`.",
            ])
    }

    /// An optional column that the configuration names has to be there: it would be missed without a word.
    @Test func missesWhatTheConfigurationNames() {
        var mapping = TableMapping.identity("purchases")
        mapping.columns["created_at"] = ColumnMapping(source: .column("creatd"), position: Self.position)
        let problems = compileProblems(mapping, describedCanonical("purchases", .sqlite, also: ["created_at"]), .sqlite)
        #expect(problems.map(\.place) == ["3:5+9 missing-column"])
        #expect(problems.map(\.summary) == ["purchases has no column `creatd` for purchases.created_at"])
    }

    @Test func namesAreComparedAsTheDatabaseDoes() {
        let shouting = described([("PRODUCT_ID", "text"), ("FEATURE", "text")])
        #expect(compileProblems(.identity("products"), shouting, .sqlite).isEmpty)
        #expect(compileProblems(.identity("products"), shouting, .postgres).map(\.code) == ["missing-column", "missing-column"])
    }

    @Test func unreadableColumns() throws {
        let required = described([("product_id", "text"), ("feature", "text")], unreadable: ["feature"], schema: "app")
        let problems = compileProblems(.identity("products"), required, .postgres)
        #expect(problems.map(\.code) == ["unreadable-column"])
        #expect(problems.map(\.hint) == [#"GRANT SELECT ("feature") ON "app"."products" TO the role."#])
        // An optional one that nobody asked for is only noted.
        var optional = describedCanonical("purchases", .postgres, also: ["country"])
        for index in optional.columns.indices where optional.columns[index].name == "country" { optional.columns[index].isReadable = false }
        let shadow = try ShadowCompiler.compile(.identity("purchases"), optional, .postgres)
        #expect(shadow.unreadable == ["country"] && !shadow.available.contains("country"))
        var asked = TableMapping.identity("purchases")
        asked.columns["country"] = ColumnMapping(source: .column("country"), position: Self.position)
        #expect(compileProblems(asked, optional, .postgres).map(\.place) == ["3:5+9 unreadable-column"])
    }

    @Test func rowSecurityMakesEveryFigureTooLow() {
        let hidden = described([("product_id", "text"), ("feature", "text")], hidesRows: true)
        #expect(compileProblems(products(.table(schema: nil, name: "x")), hidden, .postgres).map(\.place) == ["3:5+9 row-security"])
    }

    @Test func findsEveryProblemAtOnce() {
        let times = described([
            ("token", "uuid"), ("user_id", "text"), ("product_id", "text"), ("store", "text"), ("state", "text"), ("expires_at", "bigint"),
            ("updated_at", "timestamp without time zone"), ("created_at", "text"),
        ])
        #expect(compileProblems(.identity("purchases"), times, .postgres).map(\.code) == ["time-unit", "time-unit", "time-unit"])
        #expect(compileProblems(TableMapping.identity("orders"), times, .postgres).map(\.code) == ["unknown-table"])
    }
}

import Testing
import WatchModel

@testable import WatchCatalog

struct QueryCompilerTests {
    private func builtIn(_ name: String) throws -> QueryDefinition {
        try #require(try QueryLoader.loadBuiltIn().first { $0.name == name })
    }

    private func query(_ header: String, _ body: String = "SELECT 1 AS x") throws -> QueryDefinition {
        try loadQuery("-- Summary.\n\(header)\n\(body)\n")
    }

    private func sources(_ plan: QueryCompiler.Plan) -> [QueryCompiler.GaugePlan.Source] {
        guard case .runnable(_, _, let gauges) = plan else { return [] }
        return gauges.map(\.source)
    }

    @Test func putsTheQueryBehindItsShadows() throws {
        let query = try query("-- reads: products, entitlements\n-- gauge x: X.", "SELECT count(*) AS x FROM products;")
        let plan = QueryCompiler(dialect: .sqlite, tables: try states(.sqlite)).plan(query)
        guard case .runnable(let main?, nil, _) = plan else { throw Problem(code: "?", summary: "not runnable") }
        #expect(
            main.sql == """
                WITH "products" AS NOT MATERIALIZED (
                SELECT
                  "product_id" AS "product_id",
                  "feature" AS "feature",
                  NULL AS "acknowledge_within_seconds"
                FROM "main"."products"
                ),
                "entitlements" AS NOT MATERIALIZED (
                SELECT
                  "user_id" AS "user_id",
                  "feature" AS "feature",
                  "valid_until" AS "valid_until"
                FROM "main"."entitlements"
                )
                SELECT * FROM (
                SELECT count(*) AS x FROM products
                ) AS measured
                """)
    }

    @Test(
        arguments: [
            (
                .sqlite,
                #"SELECT NULL AS "report_id", NULL AS "user_id", NULL AS "token", NULL AS "app_version", NULL AS "reported_at" WHERE 1 = 0"#
            ),
            (
                .postgres,
                #"SELECT NULL::text AS "report_id", NULL::text AS "user_id", NULL::text AS "token", NULL::text AS "app_version", "#
                    + #"NULL::timestamptz AS "reported_at" WHERE 1 = 0"#
            ),
        ] as [(Dialect, String)])
    func anOptionalTableThatIsNotThereIsEmpty(dialect: Dialect, select: String) throws {
        let query = try query("-- reads: access_reports?\n-- gauge x: X.")
        let plan = QueryCompiler(dialect: dialect, tables: try states(dialect, without: ["access_reports"])).plan(query)
        guard case .runnable(let main?, nil, _) = plan else { throw Problem(code: "?", summary: "not runnable") }
        #expect(main.sql.hasPrefix("WITH \"access_reports\" AS NOT MATERIALIZED (\n\(select)\n)\n"))
    }

    @Test func aTableThatMustBeThereIsNamed() throws {
        let query = try query("-- reads: starts\n-- gauge x: X.")
        let absent = QueryCompiler(dialect: .sqlite, tables: try states(.sqlite, without: ["starts"])).plan(query)
        #expect(absent == .unavailable(wants: "the table starts"))
        let unknown = QueryCompiler(dialect: .sqlite, tables: [:]).plan(query)
        #expect(unknown == .unavailable(wants: "the table starts"))
        let problem = Problem(code: "x", summary: "broken")
        #expect(QueryCompiler(dialect: .sqlite, tables: ["starts": .failed(problem)]).plan(query) == .failed(problem))
    }

    @Test(
        arguments: [
            ("created_at", [], "the column purchases.created_at"), ("created_at", ["created_at"], nil),
            ("pending_since | created_at", [], "the column purchases.pending_since, or the column purchases.created_at"),
            ("pending_since | created_at", ["created_at"], nil), ("purchased_at + verified_at", ["purchased_at", "verified_at"], nil),
            ("purchased_at + verified_at", ["purchased_at"], "the column purchases.purchased_at and the column purchases.verified_at"),
            ("created_at | purchased_at + verified_at", ["verified_at", "purchased_at"], nil), ("state=active", [], nil),
            ("state=purchased", [], "the word purchased in purchases.state (declare it with `holds` or `values`)"),
            ("environment=sandbox", ["environment"], nil),
            ("environment=sandbox", [], "the word sandbox in purchases.environment (declare it with `holds` or `values`)"),
        ] as [(String, Set<String>, String?)])
    func whatANeedWants(needs: String, columns: Set<String>, wants: String?) throws {
        let compiler = QueryCompiler(dialect: .sqlite, tables: try states(.sqlite, also: columns))
        // For the query as a whole,
        let whole = compiler.plan(try query("-- reads: purchases, products\n-- needs: \(needs)\n-- gauge x: X."))
        if let wants { #expect(whole == .unavailable(wants: wants)) } else { #expect(sources(whole) == [.column]) }
        // and for one gauge of two.
        let part = compiler.plan(try query("-- reads: purchases\n-- gauge x (needs \(needs)): X.\n-- gauge y: Y."))
        #expect(sources(part) == [wants.map { .unavailable(wants: $0) } ?? .column, .column])
    }

    @Test(
        arguments: [
            (nil, nil, false), (["purchased", "active"], nil, true), (["active"], nil, false), (nil, ["1": "purchased"], true),
            (nil, ["1": "active"], false), (["purchased"], ["1": "active"], true),
        ] as [([String]?, [String: String]?, Bool)])
    func aWordIsDeclared(holds: [String]?, values: [String: String]?, isMet: Bool) throws {
        var mapping = TableMapping.identity("purchases")
        mapping.columns["state"] = ColumnMapping(source: .column("state"), values: values, holds: holds)
        let shadow = try ShadowCompiler.compile(mapping, describedCanonical("purchases", .sqlite), .sqlite)
        let plan = QueryCompiler(dialect: .sqlite, tables: ["purchases": .usable(shadow)]).plan(try builtIn("unverified"))
        if isMet {
            #expect(sources(plan).first == .column)
        } else {
            #expect(
                plan
                    == .unavailable(
                        wants: "the word purchased in purchases.state (declare it with `holds` or `values`), "
                            + "or the column purchases.purchased_at and the column purchases.verified_at"))
        }
    }

    @Test func theLedgerStandsIn() throws {
        let pending = try builtIn("pending")
        let without = QueryCompiler(dialect: .sqlite, tables: try states(.sqlite)).plan(pending)
        #expect(
            sources(without) == [
                .column, .ledger(.countFirstSeen(from: "dead_pending_cutoff", before: "pending_cutoff")),
                .ledger(.countFirstSeen(from: nil, before: "dead_pending_cutoff")), .ledger(.oldestFirstSeen(from: "dead_pending_cutoff")),
            ])
        guard case .runnable(let main?, let firstSeen?, _) = without else { throw Problem(code: "?", summary: "not runnable") }
        #expect(main.body.file == "pending.sql" && firstSeen.body.file == "pending.first_seen.sql")
        #expect(firstSeen.sql.contains("SELECT * FROM (\n-- Each pending purchase"))
        let with = QueryCompiler(dialect: .sqlite, tables: try states(.sqlite, also: ["created_at"])).plan(pending)
        #expect(sources(with) == [.column, .column, .column, .column])
        guard case .runnable(_?, nil, _) = with else { throw Problem(code: "?", summary: "asks for the ledger") }
    }

    @Test func aQueryThatOnlyTheLedgerAnswersIsNotRun() throws {
        let text = """
            -- Summary.
            -- reads: purchases
            -- labels: store
            -- gauge x (needs created_at, else count first seen before pending_cutoff): X.
            SELECT 1
            """
        let query = try QueryLoader.load(["a.sql": text, "a.first_seen.sql": "-- Because.\nSELECT 2"], origin: .builtIn)[0]
        let plan = QueryCompiler(dialect: .sqlite, tables: try states(.sqlite)).plan(query)
        guard case .runnable(nil, _?, _) = plan else { throw Problem(code: "?", summary: "runs the main query") }
    }

    @Test func takesTheBodyOfItsDialect() throws {
        let audit = try builtIn("access_audit")
        for (dialect, file) in [(Dialect.sqlite, "access_audit.sql"), (.postgres, "access_audit.postgres.sql")] {
            guard case .runnable(let main?, nil, _) = QueryCompiler(dialect: dialect, tables: try states(dialect)).plan(audit) else {
                throw Problem(code: "?", summary: "not runnable")
            }
            #expect(main.body.file == file)
        }
    }

    @Test func columnsThatMayNotBeReadAreWantedDifferently() throws {
        var description = describedCanonical("purchases", .postgres, also: ["created_at"])
        for index in description.columns.indices where description.columns[index].name == "created_at" {
            description.columns[index].isReadable = false
        }
        let shadow = try ShadowCompiler.compile(.identity("purchases"), description, .postgres)
        let query = try query("-- reads: purchases\n-- needs: created_at\n-- gauge x: X.")
        let plan = QueryCompiler(dialect: .postgres, tables: ["purchases": .usable(shadow)]).plan(query)
        #expect(plan == .unavailable(wants: "the right to read the column purchases.created_at"))
    }

    /// A database's complaint about the sent SQL points into the file that the user wrote.
    @Test func findsThePlaceInTheFile() throws {
        let query = try query("-- reads: products\n-- gauge x: X.", "\nSELECT 'größe',\n\tbroken AS x FROM products")
        let plan = QueryCompiler(dialect: .sqlite, tables: try states(.sqlite)).plan(query)
        guard case .runnable(let main?, nil, _) = plan else { throw Problem(code: "?", summary: "not runnable") }
        func place(_ text: String) throws -> String? {
            let range = try #require(main.sql.range(of: text))
            let offset = main.sql.utf8.distance(from: main.sql.startIndex, to: range.lowerBound)
            return main.position(sqlOffset: offset).map { "\($0.file):\($0.line):\($0.column)" }
        }
        // The header has three lines, the fourth is blank.
        #expect(try place("SELECT 'größe") == "a.sql:5:1")
        #expect(try place("',\n\tbroken") == "a.sql:5:14")
        #expect(try place("broken") == "a.sql:6:2")
        #expect(try place("products\n) AS measured") == "a.sql:6:19")
        #expect(main.body.line(utf8Offset: main.body.sql.utf8.count) == " broken AS x FROM products")
        // What the job itself wrote has no place in the file.
        #expect(try place("WITH") == nil && place("\"main\"") == nil && place(") AS measured") == nil)
        #expect(main.position(sqlOffset: -1) == nil && main.position(sqlOffset: .max / 2) == nil)
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<String.Index>? { firstRange(of: text) }
}

import Foundation
import TestSupport
import Testing

/// Nothing that the program does, or that a query file asks of it, changes the watched database.
@Suite struct ReadOnlyTests {
    private func content(_ bench: Bench) throws -> String {
        guard bench.server != nil else { return try Tool.run("sqlite3", [bench.name, ".dump"]).outputText }
        let tables = ["products", "purchases", "entitlements", "starts", "access_reports", "notifications"]
        let rows = tables.map { "SELECT '\($0)', md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) FROM \($0) AS t;" }
        let catalogue =
            "SELECT string_agg(relname || ' ' || relkind::text, ',' ORDER BY relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace;"
        return try bench.execute(
            (rows + [catalogue, "SELECT last_value, is_called FROM tally;", "SELECT count(*) FROM pg_largeobject_metadata"]).joined(
                separator: "\n"))
    }

    private func bench(_ kind: SourceDatabase.Kind) throws -> Bench {
        let writing = """
            CREATE SEQUENCE tally;
            CREATE FUNCTION write() RETURNS integer LANGUAGE sql AS $$ INSERT INTO products (product_id, feature) VALUES ('x', 'y') RETURNING 1 $$;

            """
        return try Bench(kind, seed: Seed.rows + (kind == .postgres ? writing : ""))
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func everyCommandOnlyReads(_ kind: SourceDatabase.Kind) throws {
        let bench = try bench(kind)
        let before = try content(bench)
        try bench.goodRun()
        for words in [["run", "--stdout"], ["check", "--plans"], ["list"]] {
            let outcome = try Program.run(words + ["--source", bench.url], in: bench.directory.path)
            #expect(outcome.exitCode != nil && outcome.exitCode != 3, "\(outcome)")
        }
        #expect(try content(bench) == before)
    }

    private static let forBoth = [
        "INSERT INTO products (product_id, feature) VALUES ('x', 'y') RETURNING 'google' AS store, 1 AS bad_purchases",
        "UPDATE products SET feature = 'y' RETURNING 'google' AS store, 1 AS bad_purchases",
        "DELETE FROM products RETURNING 'google' AS store, 1 AS bad_purchases",
        "SELECT 'google' AS store, 1 AS bad_purchases; DROP TABLE products", "SELECT 1); DROP TABLE products; --",
        "SELECT 'google' AS store, 1 AS bad_purchases; COMMIT; DELETE FROM products", "DROP TABLE products", "COMMIT", "VACUUM",
        "CREATE TABLE mine (x int)",
    ]
    private static let forSQLite = [
        "ATTACH 'mine/other.db' AS other", "PRAGMA user_version = 7", "PRAGMA query_only = 0",
        "SELECT writefile('mine/x', 'y') AS bad_purchases",
        "REPLACE INTO products VALUES ('x', 'y')",
    ]
    private static let forPostgres = [
        "SELECT 'google' AS store, write() AS bad_purchases", "SELECT 'google' AS store, nextval('tally') AS bad_purchases",
        "SELECT set_config('transaction_read_only', 'off', true) AS store, write() AS bad_purchases",
        "TRUNCATE products",
        "SELECT 'google' AS store, count(*) AS bad_purchases INTO mine FROM products", "COPY products TO PROGRAM 'cat >&2'",
        "SELECT 'google' AS store, 1 AS bad_purchases FROM products FOR UPDATE", "SET TRANSACTION READ WRITE",
    ]

    /// Each is a query of its own, and fails on its own.
    @Test(arguments: SourceDatabase.Kind.allCases)
    func hostileQueriesFail(_ kind: SourceDatabase.Kind) throws {
        let bench = try bench(kind)
        var files = ["fine": Seed.counting("fine_purchases")]
        for (number, sql) in (Self.forBoth + (kind == .sqlite ? Self.forSQLite : Self.forPostgres)).enumerated() {
            let gauge = "bad\(number)_purchases"
            let header = "-- A hostile query.\n-- reads: purchases\n-- labels: store\n-- gauge \(gauge): Nothing.\n"
            files["bad\(number)"] = header + sql.replacing("bad_purchases", with: gauge) + "\n"
        }
        let words = try bench.queries(files)
        let before = try content(bench)
        let outcome = try bench.run(0, words)
        #expect(outcome.exitCode == 1, "\(outcome)")
        let left = try Remains(of: bench)
        #expect(left.failed == Set(files.keys).subtracting(["fine"]), "\(outcome)")
        #expect(left.total("fine_purchases") == 3 && !String(decoding: left.figures, as: UTF8.self).contains("iapwatch_bad"))
        #expect(try content(bench) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: bench.directory.file("mine"))
        #expect(Set(names) == Set(files.keys.map { $0 + ".sql" }))
    }

    /// Before version 16 Postgres makes large objects in a read-only transaction too; ours is never committed.
    @Test func aQueryThatMakesALargeObject() throws {
        let bench = try bench(.postgres)
        let before = try content(bench)
        let words = try bench.queries(["fine": Seed.counting("fine_purchases", where: "(SELECT lo_create(0)) > 0")])
        let outcome = try bench.run(0, words)
        #expect(outcome.exitCode == 0 || outcome.exitCode == 1, "\(outcome)")
        #expect(try content(bench) == before)
    }

    /// It ends its own session, as its role may: every try does, and the old figures stand.
    @Test func aQueryThatEndsItsSession() throws {
        let bench = try bench(.postgres)
        let words = try bench.queries(["fine": Seed.counting("fine_purchases")])
        let good = try bench.goodRun(words)
        try bench.queries(["fine": Seed.counting("fine_purchases", where: "(SELECT pg_terminate_backend(pg_backend_pid()))")])
        try bench.expectFailure(try bench.run(1, words), exit: 3, after: good)
    }
}

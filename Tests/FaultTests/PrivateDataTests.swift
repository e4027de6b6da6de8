import TestSupport
import Testing

/// Tokens, users and orders are in no output, state or message, even when a query fails on them.
@Suite struct PrivateDataTests {
    private static let commands = [["run"], ["run", "--json"], ["run", "--stdout"], ["check", "--plans"], ["list"]]

    private func expectSilence(_ bench: Bench, _ more: [String] = [], _ commands: [[String]] = commands) throws -> [Tool.Outcome] {
        try commands.map { command in
            let files = command == ["run"] || command == ["run", "--json"] ? ["--output", "metrics", "--state", "state"] : []
            let now = command[0] == "run" ? ["--now", Bench.times[0]] : []
            let outcome = try Program.run(command + files + now + ["--source", bench.url] + more, in: bench.directory.path)
            try Secrets.data.expectAbsent(outcome, bench, "\(command)")
            return outcome
        }
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func whenAllIsWell(_ kind: SourceDatabase.Kind) throws {
        #expect(try expectSilence(try Bench(kind))[0].exitCode == 0)
    }

    /// Without times of their own, purchases are followed in the job's own ledger.
    @Test(arguments: SourceDatabase.Kind.allCases)
    func inTheLedger(_ kind: SourceDatabase.Kind) throws {
        let bench = try Bench(kind)
        let columns =
            "{ created_at: { absent: true }, pending_since: { absent: true }, purchased_at: { absent: true }, verified_at: { absent: true } }"
        let words = try bench.configuration("tables: { purchases: { columns: \(columns) } }\n")
        #expect(try expectSilence(bench, words)[0].exitCode == 0)
        #expect(try Remains(of: bench).job("first_seen_ledger_entries") == 1)
    }

    /// Values that stand where none of their kind can be used.
    @Test(arguments: SourceDatabase.Kind.allCases)
    func whenValuesAreHostile(_ kind: SourceDatabase.Kind) throws {
        let bench = try Bench(kind)
        let text = "PLANTED\"'\n} 1\\\\"
        let quoted = "'" + text.replacing("'", with: "''") + "'"
        // Products and versions are shown: as labels, and as nothing else.
        let shown = quoted.replacing("PLANTED", with: "SHOWN")
        try bench.execute(
            """
            UPDATE purchases SET store = \(quoted), state = \(quoted), environment = \(quoted), app_version = \(shown),
              revocation_kind = \(quoted), product_id = \(shown), order_id = \(quoted), subscription_id = \(quoted);
            UPDATE starts SET store = \(quoted), app_version = \(shown);
            """)
        #expect(try expectSilence(bench)[0].exitCode == 0)
        #expect(try Remains(of: bench).figure("unknown_store_purchases").first?.value == 3)
    }

    @Test func whenTimesAreNone() throws {
        let bench = try Bench(.sqlite)
        for (column, value) in [("updated_at", "PLANTED"), ("created_at", "2026-12-01 PLANTED"), ("expires_at", "PLANTEDT12:00:00Z")] {
            try bench.execute("UPDATE purchases SET \(column) = '\(value)'")
            _ = try expectSilence(bench)
        }
    }

    /// Expressions of the user's own queries, each of which fails on a value and would quote it.
    private static let forPostgres = [
        "token::integer", "token::timestamptz", "token::jsonb", "token::regclass", "token::regrole", "(token || ' \"')::numeric",
        "to_tsquery(token || ' &')", "current_setting(token)", "has_table_privilege(token, 'SELECT')", "shout(token)",
        "query_to_xml(token, true, true, '')",
        "token::inet", "CASE WHEN token > '' THEN token END", "('\"PLANTED' || token || '\"')::uuid", "nextval(token)",
        "pg_column_size(token::point)",
    ]

    private static let forSQLite = [
        "token", "token || char(0)", "abs(-9223372036854775808) || token", "json_extract(token, '$')", "json(token)",
        "token LIKE token ESCAPE token",
        "CAST(token AS BLOB)", "load_extension(token)",
    ]

    @Test(arguments: SourceDatabase.Kind.allCases)
    func whenQueriesFailOnThem(_ kind: SourceDatabase.Kind) throws {
        let bench = try Bench(kind)
        if kind == .postgres {
            try bench.execute(
                "CREATE FUNCTION shout(text) RETURNS integer LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'what is %', $1; END $$")
        }
        var files: [String: String] = [:]
        for (number, expression) in (kind == .postgres ? Self.forPostgres : Self.forSQLite).enumerated() {
            let aggregate = kind == .postgres ? "max((\(expression))::text)::text" : "max(\(expression))"
            files["bad\(number)"] = Seed.counting("bad\(number)_purchases").replacing("count(*)", with: aggregate)
        }
        let outcome = try expectSilence(bench, try bench.queries(files), [["run", "--json"]])[0]
        #expect(outcome.exitCode == 1, "\(outcome)")
        for name in files.keys { #expect(outcome.errorText.contains("query \(name):"), "\(outcome)") }
    }
}

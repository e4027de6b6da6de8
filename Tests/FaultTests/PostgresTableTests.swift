import TestSupport
import Testing

/// Tables that the job cannot read, or not wholly: what reads them fails, and everything else is measured.
@Suite struct PostgresTableTests {
    /// A bench whose job is a role of its own, which may read every table.
    private func bench() throws -> (Bench, role: String) {
        var bench = try Bench(.postgres)
        let role = "role_" + bench.name
        try bench.execute("CREATE ROLE \(role) LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO \(role)")
        bench.url = PostgresServer.shared.url(database: bench.name, user: role)
        return (bench, role)
    }

    private func expectOnlyStarts(_ bench: Bench, _ outcome: Tool.Outcome, after good: Remains, code: String) throws {
        let left = try bench.expectFailure(outcome, exit: 1, after: good, failed: .only(try QueryHeaders().reading("purchases")))
        #expect(left.total("recent_starts") == good.total("recent_starts"))
        for name in ["pending_purchases", "unverified_purchases", "unknown_store_purchases", "newest_record_timestamp_seconds"] {
            #expect(good.total(name) != nil && left.total(name) == nil, "\(name)")
        }
        #expect(outcome.errorText.contains("[\(code)]"), "\(outcome)")
    }

    @Test func aTableIsMissing() throws {
        let bench = try Bench(.postgres)
        let good = try bench.goodRun()
        try bench.execute("ALTER TABLE purchases RENAME TO orders")
        try expectOnlyStarts(bench, try bench.run(1), after: good, code: "missing-table")
    }

    @Test func theTableMayNotBeRead() throws {
        let (bench, role) = try bench()
        let good = try bench.goodRun()
        try bench.execute("REVOKE SELECT ON purchases FROM \(role)")
        try expectOnlyStarts(bench, try bench.run(1), after: good, code: "unreadable-column")
    }

    /// Without the column the metric is unavailable, as if there were no such column.
    @Test func anOptionalColumnMayNotBeRead() throws {
        let (bench, role) = try bench()
        let good = try bench.goodRun()
        #expect(good.total("recent_refunded_purchases") != nil)
        try grantAllBut("revocation_kind", to: role, bench)
        let outcome = try bench.run(1)
        let left = try bench.expectSuccess(outcome, at: 1)
        #expect(left.isAvailable("recent_refunded_purchases") == false && left.total("recent_refunded_purchases") == nil)
        #expect(left.queries["recent_refunds"] == nil && left.queries["pending"] == true)
    }

    @Test func aRequiredColumnMayNotBeRead() throws {
        let (bench, role) = try bench()
        let good = try bench.goodRun()
        try grantAllBut("user_id", to: role, bench)
        let outcome = try bench.run(1)
        try bench.expectFailure(outcome, exit: 1, after: good, failed: .only(try QueryHeaders().reading("purchases")))
        #expect(outcome.errorText.contains("user_id"), "\(outcome)")
    }

    private func grantAllBut(_ column: String, to role: String, _ bench: Bench) throws {
        try bench.execute(
            """
            REVOKE SELECT ON purchases FROM \(role);
            DO $$ BEGIN EXECUTE (
              SELECT format('GRANT SELECT (%s) ON purchases TO \(role)', string_agg(quote_ident(attname), ', '))
              FROM pg_attribute WHERE attrelid = 'purchases'::regclass AND attnum > 0 AND attname <> '\(column)');
            END $$
            """)
    }

    /// A policy that hides rows would make every figure look good.
    @Test func rowsAreHidden() throws {
        let (bench, role) = try bench()
        let good = try bench.goodRun()
        try bench.execute(
            "ALTER TABLE purchases ENABLE ROW LEVEL SECURITY; CREATE POLICY google_only ON purchases TO \(role) USING (store = 'google')")
        try expectOnlyStarts(bench, try bench.run(1), after: good, code: "row-security")
        let accepting = try bench.configuration("source: { row_security: accept }\n")
        let accepted = try bench.expectSuccess(try bench.run(2, accepting), at: 2, after: good)
        #expect(accepted.total("pending_purchases") == 0 && good.total("pending_purchases") == 1)
    }

    @Test func theTableIsLocked() throws {
        let bench = try Bench(.postgres)
        let words = try bench.queries([
            "first": Seed.counting("first_purchases"), "second": Seed.counting("second_purchases"),
            "third": Seed.counting("third_starts").replacing("purchases", with: "starts"),
        ])
        let limits = try bench.configuration("source: { lock_timeout: 1s }\n")
        let good = try bench.goodRun(words)
        let holder = PostgresServer.shared.openSession(database: bench.name)
        holder.execute("BEGIN; LOCK TABLE purchases IN ACCESS EXCLUSIVE MODE")
        let outcome = try bench.run(1, words + limits)
        let left = try bench.expectFailure(outcome, exit: 1, after: good, failed: .only(["first", "second"]))
        #expect(left.total("first_purchases") == nil && left.total("third_starts") == 1)
        #expect(outcome.errorText.contains("[locked]"), "\(outcome)")
        #expect(try bench.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'purchases'::regclass") == "0")
        holder.execute("ROLLBACK")
        holder.close()
        try bench.expectSuccess(try bench.run(2, words), at: 2, after: good)
    }
}

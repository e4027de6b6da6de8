import Foundation
import TestSupport
import Testing
import WatchModel

/// A query that runs once an hour: kept in between, never shown after it failed, and measured anew when it means something else.
@Suite struct CadenceTests {
    private static let measured = "iapwatch_query_measured_timestamp_seconds{query=\"access_audit\"}"
    private static let paid = "iapwatch_paid_without_access{store=\"google\"}"

    /// One buyer without access; `worse` makes it two.
    private static let seed = """
        INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');
        INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at)
        VALUES ('t1', 'ann', 'gold', 'google', 'active', '2099-01-01T00:00:00Z', '2026-12-01T11:00:00Z');
        """
    private static let worse = """
        INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at)
        VALUES ('t2', 'bob', 'gold', 'google', 'active', '2099-01-01T00:00:00Z', '2026-12-01T11:00:00Z');
        """

    private func now(minutes: Int64) -> String { Instant(seconds: ShopGenerator.now + minutes * 60).iso8601 }
    private func time(minutes: Int64) -> Double { Double(ShopGenerator.now + minutes * 60) }

    /// A shop whose audit ran at minute 0, and that is worse since.
    private func measuredShop(_ kind: SourceDatabase.Kind, arguments: [String] = [], configuration: String? = nil) throws -> WatchedShop {
        let shop = try WatchedShop(kind, schema: "full", seed: Self.seed, configuration: configuration)
        for name in ["access_audit.sql", "access_audit.postgres.sql"] {
            try shop.directory.write("mine/\(name)", try String(contentsOfFile: Program.repository("queries/\(name)"), encoding: .utf8))
        }
        #expect(try shop.run(arguments, now: now(minutes: 0)).isClean)
        #expect(try shop.figures()[Self.paid] == 1)
        try shop.database.execute(Self.worse)
        return shop
    }

    private func expect(_ shop: WatchedShop, measuredAt minutes: Int64, paidWithoutAccess: Double) throws {
        let figures = try shop.figures()
        #expect(figures[Self.measured] == time(minutes: minutes))
        #expect(figures[Self.paid] == paidWithoutAccess)
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func isKeptUntilDue(_ kind: SourceDatabase.Kind) throws {
        let shop = try measuredShop(kind)
        #expect(try shop.run(now: now(minutes: 30)).isClean)
        try expect(shop, measuredAt: 0, paidWithoutAccess: 1)
        #expect(try shop.figures()["iapwatch_data_timestamp_seconds"] == time(minutes: 30))
        #expect(try shop.health()["iapwatch_query_success{query=\"access_audit\"}"] == 1)
        // Nothing took any time.
        #expect(try shop.health()["iapwatch_query_duration_seconds{query=\"access_audit\"}"] == nil)
        #expect(try shop.run(now: now(minutes: 60)).isClean)
        try expect(shop, measuredAt: 60, paidWithoutAccess: 2)
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func isDroppedAfterAFailure(_ kind: SourceDatabase.Kind) throws {
        let shop = try measuredShop(kind)
        try shop.database.execute("ALTER TABLE entitlements RENAME TO mislaid;")
        #expect(try shop.run(now: now(minutes: 5)).exitCode == 1)
        #expect(try shop.figures().family("iapwatch_paid_without_access") == nil)
        #expect(try shop.figures()[Self.measured] == nil)
        #expect(try shop.figures().family("iapwatch_pending_purchases") != nil)
        #expect(try shop.health()["iapwatch_query_success{query=\"access_audit\"}"] == 0)
        try shop.database.execute("ALTER TABLE mislaid RENAME TO entitlements;")
        #expect(try shop.run(now: now(minutes: 10)).isClean)
        try expect(shop, measuredAt: 10, paidWithoutAccess: 2)
    }

    @Test func isMeasuredAnewWithAnotherThreshold() throws {
        let shop = try measuredShop(.sqlite)
        try shop.directory.write("iapwatch.yaml", "thresholds: { drift: 2h }\n")
        #expect(try shop.run(now: now(minutes: 5)).isClean)
        try expect(shop, measuredAt: 5, paidWithoutAccess: 2)
        #expect(try shop.run(now: now(minutes: 10)).isClean)
        try expect(shop, measuredAt: 5, paidWithoutAccess: 2)
    }

    @Test func isMeasuredAnewWithAnotherPolicy() throws {
        let shop = try measuredShop(.sqlite)
        try shop.directory.write("iapwatch.yaml", "policy: { refund_keeps_access: true }\n")
        #expect(try shop.run(now: now(minutes: 5)).isClean)
        try expect(shop, measuredAt: 5, paidWithoutAccess: 2)
    }

    @Test func isMeasuredAnewWithAnotherMapping() throws {
        let shop = try measuredShop(.sqlite)
        try shop.directory.write("iapwatch.yaml", "tables: { purchases: { columns: { user_id: { column: user_id, nulls: [bob] } } } }\n")
        #expect(try shop.run(now: now(minutes: 5)).isClean)
        try expect(shop, measuredAt: 5, paidWithoutAccess: 1)
    }

    @Test func isMeasuredAnewWithAnotherQueryFile() throws {
        let shop = try measuredShop(.sqlite, arguments: ["--queries", "mine"])
        #expect(try shop.run(["--queries", "mine"], now: now(minutes: 5)).isClean)
        try expect(shop, measuredAt: 0, paidWithoutAccess: 1)
        try shop.directory.write("mine/access_audit.sql", try shop.directory.read("mine/access_audit.sql") + "\n-- Another text.\n")
        #expect(try shop.run(["--queries", "mine"], now: now(minutes: 10)).isClean)
        try expect(shop, measuredAt: 10, paidWithoutAccess: 2)
    }

    @Test func everyRunWhenConfiguredSo() throws {
        let shop = try measuredShop(.sqlite, configuration: "queries: { every: { access_audit: run } }\n")
        #expect(try shop.run(now: now(minutes: 5)).isClean)
        try expect(shop, measuredAt: 5, paidWithoutAccess: 2)
        #expect(try shop.figures().family("iapwatch_paid_without_access")?.help.contains("every hour") == false)
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func onlyMeasuresNow(_ kind: SourceDatabase.Kind) throws {
        let shop = try measuredShop(kind)
        let outcome = try shop.run(["--only", "access_audit"], now: now(minutes: 5))
        #expect(outcome.isClean, "\(outcome)")
        let printed = try OutputFile(outcome.outputText)
        #expect(printed[Self.measured] == time(minutes: 5))
        #expect(printed[Self.paid] == 2)
        #expect(printed.family("iapwatch_pending_purchases") == nil)
        // The files are those of the run before.
        try expect(shop, measuredAt: 0, paidWithoutAccess: 1)
    }
}

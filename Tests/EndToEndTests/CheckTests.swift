import Foundation
import TestSupport
import Testing

/// `iapwatch check` and `iapwatch list`: advice that can be followed to the letter, and an exit code for each ending.
@Suite struct CheckTests {
    @Test(arguments: SourceDatabase.Kind.allCases)
    func itsIndexesHelpOnTheCanonicalSchema(_ kind: SourceDatabase.Kind) throws {
        let shop = try WatchedShop(kind, schema: "full", seed: LargeShops.canonical(kind))
        try followAdvice(shop, atLeast: 8)
        #expect(try shop.iapwatch(["check"]).exitCode == 0)
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func itsIndexesHelpOnAForeignSchema(_ kind: SourceDatabase.Kind) throws {
        let folder = Program.repository("Tests/ScenarioTests/Scenarios/foreign_schema")
        let seed = try String(contentsOfFile: folder + "/seed.sql", encoding: .utf8)
        let shop = try WatchedShop(
            kind, schema: nil, seed: seed + LargeShops.foreign(kind),
            configuration: try String(contentsOfFile: folder + "/iapwatch.yaml", encoding: .utf8))
        // Its orders have no verified_at. SQLite sees before the first row that this half of the queries is asked for nothing;
        // its plan does not say so.
        try followAdvice(shop, atLeast: 6, neverReached: kind == .sqlite ? ["unverified", "purchases_by_product"] : [])
    }

    /// Runs exactly the statements that are printed, and looks again.
    private func followAdvice(_ shop: WatchedShop, atLeast count: Int, neverReached: [String] = []) throws {
        let before = try shop.iapwatch(["check"])
        #expect(before.exitCode == 0, "\(before)")
        let statements = Self.statements(before)
        #expect(statements.count >= count, "\(before)")
        let figures = try shop.run(files: "before").isClean ? shop.figures("before").text : ""
        try shop.database.execute(statements.joined(separator: "\n") + "\nANALYZE;")
        let after = try shop.iapwatch(["check", "--plans"])
        #expect(Self.statements(after) == [])
        for line in after.outputText.split(separator: "\n") where line.contains("reads all of") {
            if neverReached.contains(where: { line.hasPrefix($0 + " ") }) { continue }
            #expect(line.hasSuffix("on purpose"), "\(line)\n\(after.outputText)")
        }
        // An index changes how fast the answer comes, not the answer.
        #expect(try shop.run(files: "after").isClean)
        #expect(try shop.figures("after").text == figures)
    }

    private static func statements(_ outcome: Tool.Outcome) -> [String] {
        outcome.outputText.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("CREATE INDEX") }
    }

    @Test func exitCodesOfCheck() throws {
        let shop = try WatchedShop(.sqlite, schema: "full", seed: "")
        #expect(try shop.iapwatch(["check"]).exitCode == 0)
        // Without the column environment testers are counted as buyers: a warning.
        #expect(try WatchedShop(.sqlite, schema: "base", seed: "").iapwatch(["check"]).exitCode == 1)
        try shop.database.execute("ALTER TABLE purchases RENAME TO orders;")
        #expect(try shop.iapwatch(["check"]).exitCode == 2)
        for source in ["sqlite:nowhere.sqlite", "postgresql://127.0.0.1:1/shop?user=nobody"] {
            #expect(try Program.run(["check", "--source", source], in: shop.directory.path).exitCode == 3, "\(source)")
        }
        #expect(try shop.iapwatch(["check", "--no-such-option"]).exitCode == 64)
        try shop.directory.write("iapwatch.yaml", "thresholds: { pendin: 1h }\n")
        #expect(try shop.iapwatch(["check"]).exitCode == 64)
        #expect(!FileManager.default.fileExists(atPath: shop.directory.file("nowhere.sqlite")))
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func listShowsEachQueryAndMetric(_ kind: SourceDatabase.Kind) throws {
        let shop = try WatchedShop(kind, schema: "base", seed: "")
        let outcome = try shop.iapwatch(["list"])
        #expect(outcome.isClean, "\(outcome)")
        let lines = outcome.outputText.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        let result = try RunDocument(shop.run(["--stdout", "--json"]))
        #expect(result.queries.count > 9)
        for query in result.queries {
            let line = try #require(lines.first { $0.hasPrefix(query.name + " ") }, "\(query.name)")
            #expect(line.contains(query.hash.prefix(12)), "\(line)")
        }
        for metric in result.metrics {
            let line = try #require(lines.first { $0.hasPrefix(metric.name + " ") }, "\(metric.name)")
            if let reason = metric.reason, metric.outcome == "unavailable" { #expect(line.contains(reason), "\(line)") }
        }
    }

    /// What each query cost when it ran last, from the job's own memory; a query that is not due keeps its cost.
    @Test(arguments: SourceDatabase.Kind.allCases)
    func listShowsTheCost(_ kind: SourceDatabase.Kind) throws {
        let shop = try WatchedShop(
            kind, schema: "full", seed: "INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');")
        func lines() throws -> [String] {
            let outcome = try shop.iapwatch(["list", "--cost", "--state", "first/state"])
            #expect(outcome.isClean, "\(outcome)")
            return outcome.outputText.split(separator: "\n").map(String.init)
        }
        #expect(try lines().dropFirst(2).allSatisfy { $0.contains("never ran") })
        try shop.run()
        try shop.run(now: "2026-12-01T12:05:00Z")
        let shown = try lines()
        #expect(!shown.contains { $0.contains("never ran") })
        let pending = try #require(shown.first { $0.hasPrefix("pending ") })
        #expect(pending.contains(" ms ") && pending.hasSuffix("2026-12-01T12:05:00Z"), "\(pending)")
        let audit = try #require(shown.first { $0.hasPrefix("access_audit ") })
        #expect(audit.contains("hour") && audit.hasSuffix("2026-12-01T12:00:00Z"), "\(audit)")
    }
}

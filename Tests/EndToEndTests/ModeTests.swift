import Foundation
import TestSupport
import Testing

/// What `--stdout`, `--json` and a terminal change about a run.
@Suite struct ModeTests {
    private func shop(_ kind: SourceDatabase.Kind, isFull: Bool) throws -> WatchedShop {
        var generator = ShopGenerator(seed: 31, isFull: isFull)
        return try WatchedShop(kind, generator.shop())
    }

    /// Every file below a folder, with its bytes.
    private func contents(_ folder: String) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            files[name] = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
        }
        return files
    }

    @Test(arguments: SourceDatabase.Kind.allCases, [true, false])
    func stdoutLeavesNoTrace(_ kind: SourceDatabase.Kind, isFull: Bool) throws {
        let shop = try shop(kind, isFull: isFull)
        // From nothing: no directory is made, and the ledger of the base schema lives as long as the run.
        let untouched = try contents(shop.directory.path)
        let alone = try shop.iapwatch(["run", "--stdout", "--now", ShopGenerator.nowText])
        #expect(alone.isClean, "\(alone)")
        #expect(try contents(shop.directory.path) == untouched)
        #expect(try shop.run().isClean)
        #expect(alone.outputText == (try shop.figures().text) + (try shop.health().text))

        // Beside the state of earlier runs: it is read, and stays as it is.
        let before = try contents(shop.directory.file("first"))
        #expect(before.keys.contains("state/state.sqlite"))
        let later = "2026-12-01T12:05:00Z"
        let printed = try shop.run(["--stdout"], now: later)
        #expect(printed.isClean, "\(printed)")
        #expect(try contents(shop.directory.file("first")) == before)
        #expect(try shop.run(now: later).isClean)
        #expect(printed.outputText == (try shop.figures().text) + (try shop.health().text))
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func jsonIsForPrograms(_ kind: SourceDatabase.Kind) throws {
        let shop = try shop(kind, isFull: false)
        try shop.database.execute("DELETE FROM purchases WHERE state = 'pending';")
        let outcome = try shop.run(["--json"], now: nil)
        #expect(outcome.isClean, "\(outcome)")
        let document = try RunDocument(outcome)
        #expect(document.exitCode == 0)
        let metrics = Dictionary(uniqueKeysWithValues: document.metrics.map { ($0.name, $0) })
        #expect(metrics["iapwatch_pending_purchases"]?.outcome == "measured")
        #expect(metrics["iapwatch_pending_purchases"]?.reason == nil)
        #expect(metrics["iapwatch_oldest_pending_purchase_timestamp_seconds"]?.reason?.isEmpty == false)
        #expect(metrics["iapwatch_oldest_pending_purchase_timestamp_seconds"]?.outcome != "measured")
        #expect(metrics["iapwatch_sandbox_purchases"]?.outcome == "unavailable")
        #expect(metrics["iapwatch_sandbox_purchases"]?.reason == "the column purchases.environment")
        let queries = Set(document.queries.map(\.name))
        for metric in document.metrics { #expect(queries.contains(metric.query), "\(metric.name)") }
        for query in document.queries {
            #expect(query.hash.count == 64 && query.hash.allSatisfy(\.isHexDigit))
            #expect(query.durationSeconds > 0 || query.status != "succeeded")
        }

        let kept = shop.directory.file("first/state/last_run.json")
        #expect(FileManager.default.contents(atPath: kept) == Data(outcome.output))
        let attributes = try FileManager.default.attributesOfItem(atPath: kept)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    // MARK: The line on a terminal

    /// Three seconds each, whatever the machine: a nap, and a walk without end that is stopped by the query's time limit.
    private static let slowSQL: [SourceDatabase.Kind: String] = [
        .sqlite: "WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s) SELECT count(*) AS slow_rows FROM s",
        .postgres: "SELECT count(*) AS slow_rows FROM (SELECT pg_sleep(3)) AS nap",
    ]

    @Test(arguments: SourceDatabase.Kind.allCases)
    func progressIsForTerminals(_ kind: SourceDatabase.Kind) throws {
        let configuration = kind == .sqlite ? "source: { url: 'sqlite:purchases.sqlite', query_timeout: 3s }\n" : nil
        let shop = try WatchedShop(kind, schema: "base", seed: "", configuration: configuration)
        let header = "-- Takes its time.\n-- reads: purchases\n-- gauge slow_rows: Rows.\n"
        try shop.directory.write("mine/slow.sql", header + (Self.slowSQL[kind] ?? "") + "\n")
        let code: Int32 = kind == .sqlite ? 1 : 0

        let piped = try shop.run(["--queries", "mine"])
        #expect(piped.exitCode == code, "\(piped)")
        #expect(piped.output.isEmpty)
        #expect(!piped.errors.contains(0x1B) && !piped.errorText.contains("[0/1]"), "\(piped)")

        let script = try Tool.require("script", package: "bsdutils")
        let words = [Program.path] + (try shop.runArguments(["--queries", "mine"])) + ["--source", shop.database.url]
        let command = words.map { "'\($0)'" }.joined(separator: " ")
        let shown = try Tool.run(script, ["-qec", command, "/dev/null"], directory: shop.directory.path)
        #expect(shown.exitCode == code, "\(shown)")
        #expect(shown.outputText.contains("\u{1B}[K[0/1]"), "\(shown.outputText.debugDescription)")
    }
}

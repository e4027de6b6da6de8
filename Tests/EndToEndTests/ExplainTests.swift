import Foundation
import TestSupport
import Testing

/// `iapwatch explain` as people use it.
@Suite struct ExplainTests {
    private static let hostile = "=cmd|' /C calc'!A0"

    private func shop(_ kind: SourceDatabase.Kind, schema: String = "full") throws -> WatchedShop {
        let more = schema == "full" ? ", purchased_at, app_version" : ""
        func row(_ token: String, _ state: String, _ product: String, updated: String, _ values: String) -> String {
            "('\(token)', 'ann-\(token)', '\(product)', 'google', '\(state)', '2026-12-31T00:00:00Z', '\(updated)'"
                + (schema == "full" ? ", \(values))" : ")")
        }
        let rows = [
            row("secret-1", "pending", "gold", updated: "2026-11-29T12:00:00Z", "NULL, '5.9'"),
            row("secret-2", "pending", Self.hostile.replacing("'", with: "''"), updated: "2026-11-28T12:00:00Z", "NULL, '5.10'"),
            row("secret-3", "pending", "gold", updated: "2026-12-01T11:00:00Z", "NULL, NULL"),
            row("secret-4", "active", "gold", updated: "2026-12-01T11:00:00Z", "'2026-12-01T09:00:00Z', NULL"),
        ]
        return try WatchedShop(
            kind, schema: schema,
            seed: """
                INSERT INTO products (product_id, feature) VALUES ('gold', 'premium');
                INSERT INTO purchases (token, user_id, product_id, store, state, expires_at, updated_at\(more)) VALUES
                \(rows.joined(separator: ",\n"));
                """)
    }

    private func explain(_ shop: WatchedShop, _ words: [String], state: String? = nil) throws -> Tool.Outcome {
        try shop.iapwatch(["explain"] + words + ["--now", ShopGenerator.nowText] + (state.map { ["--state", $0] } ?? []))
    }

    private func expectNoSecrets(_ outcome: Tool.Outcome) {
        for secret in ["secret-", "ann-"] { #expect(!(outcome.outputText + outcome.errorText).contains(secret), "\(outcome)") }
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func listsTheOldestFirst(_ kind: SourceDatabase.Kind) throws {
        let shop = try shop(kind)
        try shop.run()
        let outcome = try explain(shop, ["overdue_pending_purchases"], state: "first/state")
        expectNoSecrets(outcome)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome)")
        let lines = outcome.outputText.split(separator: "\n").map(String.init)
        #expect(lines[0] == "iapwatch_overdue_pending_purchases: 2 (google 2), as of 2026-12-01T12:00:00Z")
        #expect(lines.contains { $0.contains("3 d") && $0.contains("5.10") && $0.hasSuffix("pending for longer than the threshold") })
        // With the state, a fingerprint means the same tomorrow.
        #expect(try explain(shop, ["overdue_pending_purchases"], state: "first/state").output == outcome.output)
        let limited = try explain(shop, ["iapwatch_overdue_pending_purchases", "--limit", "1"]).outputText
        #expect(limited.contains("the oldest 1 are shown") && limited.contains("5.10") && limited.contains("of this call alone"))
        #expect(try explain(shop, ["pending_purchases", "--store", "apple"]).outputText.contains("pending_purchases: none"))
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func everyFormatIsSafe(_ kind: SourceDatabase.Kind) throws {
        let shop = try shop(kind)
        let csv = try explain(shop, ["pending_purchases", "--format", "csv"])
        expectNoSecrets(csv)
        #expect(csv.outputText.contains("\r\n") && csv.outputText.contains(",'" + Self.hostile + ","))
        let json = try explain(shop, ["pending_purchases", "--format", "json"])
        expectNoSecrets(json)
        let document = try #require(JSONSerialization.jsonObject(with: Data(json.output)) as? [String: Any])
        #expect(document["schema_version"] as? Int == 1 && (document["rows"] as? [[String: Any]])?.count == 3)
        #expect((document["counts"] as? [String: Int]) == ["google": 3])
    }

    /// Without a column that tells the age, the job's own ledger does.
    @Test(arguments: SourceDatabase.Kind.allCases)
    func agesFromTheLedger(_ kind: SourceDatabase.Kind) throws {
        let shop = try shop(kind, schema: "base")
        try shop.run(now: "2026-11-29T12:30:00Z")
        // Sent again: updated_at starts afresh, and the age must not.
        try shop.database.execute("UPDATE purchases SET updated_at = '2026-12-01T11:59:00Z'")
        try shop.run()
        let outcome = try explain(shop, ["overdue_pending_purchases"], state: "first/state")
        expectNoSecrets(outcome)
        let figure = try shop.figures()["iapwatch_overdue_pending_purchases{store=\"google\"}"]
        #expect(figure == 3 && outcome.outputText.contains(": 3 (google 3)"), "\(outcome)")
        #expect(outcome.outputText.contains("first saw the purchase"))
        // Without the state nothing is known, and it says so.
        let blind = try explain(shop, ["overdue_pending_purchases"])
        #expect(blind.outputText.contains("none") && blind.outputText.contains("use --state"), "\(blind)")
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func refusesClearly(_ kind: SourceDatabase.Kind) throws {
        let shop = try shop(kind, schema: "base")
        let unavailable = try explain(shop, ["unverified_purchases"])
        #expect(unavailable.exitCode == 1 && unavailable.errorText.contains("the word purchased in purchases.state"), "\(unavailable)")
        let misspelt = try explain(shop, ["pending_purchase"])
        #expect(misspelt.exitCode == 64 && misspelt.errorText.contains("Did you mean `pending_purchases`?"), "\(misspelt)")
        let part = try explain(shop, ["overdue_unverified"])
        #expect(part.errorText.contains("Did you mean `iapwatch_overdue_unverified_purchases`?"), "\(part)")
        let uncountable = try explain(shop, ["newest_record_timestamp_seconds"])
        #expect(uncountable.exitCode == 64 && uncountable.errorText.contains("no count of purchases"), "\(uncountable)")
        for words in [["--limit", "0"], ["--store", "amazon"], ["--format", "xml"], ["two"]] {
            #expect(try explain(shop, ["pending_purchases"] + words).exitCode == 64, "\(words)")
        }
    }

    /// Identifiers are for a person at a terminal.
    @Test(arguments: SourceDatabase.Kind.allCases)
    func revealsOnATerminalOnly(_ kind: SourceDatabase.Kind) throws {
        let shop = try shop(kind)
        let piped = try explain(shop, ["pending_purchases", "--reveal"])
        expectNoSecrets(piped)
        #expect(piped.exitCode == 64 && piped.errorText.contains("terminal"), "\(piped)")
        let command = "'\(Program.path)' explain pending_purchases --reveal --source '\(shop.database.url)' --now \(ShopGenerator.nowText)"
        let script = try Tool.require("script", package: "bsdutils")
        let shown = try Tool.run(script, ["-qec", command, "/dev/null"], directory: shop.directory.path)
        #expect(shown.exitCode == 0 && shown.outputText.contains("secret-1") && shown.outputText.contains("ann-secret-1"), "\(shown)")
        let table = try Tool.run(script, ["-qec", command + " --format csv", "/dev/null"], directory: shop.directory.path)
        #expect(table.exitCode == 64 && !table.outputText.contains("secret-"), "\(table)")
    }

    // MARK: - One token

    private func ask(_ shop: WatchedShop, _ token: String, _ words: [String] = ["--token", "-"]) throws -> Tool.Outcome {
        let arguments = ["explain"] + words + ["--source", shop.database.url, "--now", ShopGenerator.nowText]
        return try Tool.run(Program.path, arguments, input: Array((token + "\n").utf8), directory: shop.directory.path)
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func answersForOneToken(_ kind: SourceDatabase.Kind) throws {
        let shop = try shop(kind)
        let outcome = try ask(shop, "secret-4")
        expectNoSecrets(outcome)
        #expect(outcome.exitCode == 0 && outcome.outputText.hasPrefix("Paid, and not verified for 3 h: the user is right"), "\(outcome)")
        #expect(outcome.outputText.contains("iapwatch_overdue_unverified_purchases"))
        #expect(outcome.outputText.contains("iapwatch_unacknowledged_purchases"))
        #expect(outcome.outputText.contains("within 2 d 21 h, or Google takes the money back"), "\(outcome)")
        let unknown = try ask(shop, "secret-9")
        expectNoSecrets(unknown)
        #expect(unknown.exitCode == 1 && unknown.outputText.hasPrefix("No purchase has this token."), "\(unknown)")
        // A token is a value, whatever stands in it.
        #expect(try ask(shop, "x'OR'1'='1").exitCode == 1)
        // In the base schema less can be known, and it says so.
        let base = try ask(try self.shop(kind, schema: "base"), "secret-1")
        #expect(base.exitCode == 0 && base.outputText.contains("there is no column verified_at"), "\(base)")
    }

    /// Everybody on the machine can read a command line.
    @Test func aTokenIsNoArgument() throws {
        let shop = try shop(.sqlite)
        let given = try ask(shop, "", ["--token", "secret-1"])
        #expect(given.exitCode == 64 && !given.errorText.contains("secret-1"), "\(given)")
        #expect(try ask(shop, "two words").exitCode == 64 && ask(shop, "").exitCode == 64)
        #expect(try ask(shop, "secret-1", ["pending_purchases", "--token", "-"]).exitCode == 64)
    }
}

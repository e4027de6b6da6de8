import TestSupport
import Testing
import WatchModel

@testable import PurchaseWorld

/// `iapwatch simulate` as a program: what it refuses, and what it says.
@Suite struct SimulateCommandTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory("simulate") }

    private func simulate(_ words: String..., environment: [String: String] = [:]) throws -> Tool.Outcome {
        try Program.run(["simulate", "--users", "20", "--days", "2"] + words, in: directory.path, environment: environment)
    }

    private func sqlite(_ sql: String, _ file: String) throws -> String {
        try Tool.run(try Tool.require("sqlite3", package: "sqlite3"), [directory.file(file), sql]).outputText
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func aDatabaseInUseIsReplacedOnlyWhenTold(_ kind: SourceDatabase.Kind) throws {
        let database = try SourceDatabase.create(kind, schema: "full", in: directory)
        try database.execute("INSERT INTO products (product_id, feature) VALUES ('mine', 'precious');")
        try directory.write("truth", "the truth of the world before\n")
        let refused = try simulate("--into", database.url, "--truth", "truth")
        #expect(refused.exitCode == 1 && refused.output.isEmpty)
        #expect(refused.errorText.contains("the tables products, purchases, entitlements, starts, notifications, access_reports already"))
        #expect(refused.errorText.contains("--replace"))
        #expect(try database.execute("SELECT product_id FROM products").contains("mine"))
        // Nothing was done: not to the earlier truth either.
        #expect(try directory.read("truth") == "the truth of the world before\n")

        let replaced = try simulate("--into", database.url, "--truth", "truth", "--replace")
        #expect(replaced.exitCode == 0 && replaced.errors.isEmpty, "\(replaced)")
        #expect(try !database.execute("SELECT product_id FROM products").contains("mine"))
        #expect(try !directory.read("truth").contains("before"))
    }

    @Test func theConfiguredFileIsNeverWritten() throws {
        let database = try SourceDatabase.create(.sqlite, schema: nil, in: directory)
        let before = try database.execute(".dump")
        try directory.write("iapwatch.yaml", "source:\n  url: sqlite:purchases.sqlite\n")
        for link in [["ln", "-s", "purchases.sqlite", "soft"], ["ln", "purchases.sqlite", "hard"], ["ln", "-s", ".", "folder"]] {
            _ = try Tool.run(link[0], Array(link.dropFirst()), directory: directory.path)
        }
        let folder = directory.path
        for path in ["purchases.sqlite", "./purchases.sqlite", "\(folder)//purchases.sqlite", "soft", "hard", "folder/purchases.sqlite"] {
            let outcome = try simulate("--into", "sqlite:\(path)", "--replace")
            #expect(outcome.exitCode == 64, "\(path): \(outcome)")
            #expect(outcome.errorText.contains("--into names the configured source, which iapwatch never writes to"), "\(outcome)")
        }
        #expect(try database.execute(".dump") == before)
        // A configuration elsewhere counts when it is named.
        try directory.write("other/shop.yaml", "source:\n  url: sqlite:new.sqlite\n")
        #expect(try simulate("--config", "other/shop.yaml", "--into", "sqlite:folder/other/new.sqlite").exitCode == 64)
        #expect(try simulate("--config", "other/shop.yaml", "--into", "sqlite:other/newer.sqlite").exitCode == 0)
    }

    @Test func theConfiguredServerIsNeverWritten() throws {
        let server = PostgresServer.shared
        let database = try SourceDatabase.create(.postgres, schema: nil, in: directory)
        try directory.write("iapwatch.yaml", "source:\n  url: \(database.url)\n")
        let (name, port, socket) = (database.name, server.port, server.socketDirectory)
        let others = [
            database.url, "postgres://postgres@/\(name)?port=\(port)&host=\(socket)", "postgres://someone@localhost:\(port)/\(name)",
            "postgresql://127.0.0.1:\(port)/\(name)?user=x", "postgres://[::1]:\(port)/\(name)",
            "postgres://db.internal:\(port),LOCALHOST:\(port)/\(name)",
        ]
        for url in others {
            let outcome = try simulate("--into", url, "--replace")
            #expect(outcome.exitCode == 64, "\(url): \(outcome)")
            #expect(outcome.errorText.contains("configured source"))
        }
        // What is left out comes from the environment.
        let outcome = try simulate("--into", "postgres:///", environment: ["PGPORT": "\(port)", "PGDATABASE": name])
        #expect(outcome.exitCode == 64 && outcome.errorText.contains("configured source"), "\(outcome)")
        #expect(try database.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == "0")
        // Another database on the same server is another database.
        let other = try SourceDatabase.create(.postgres, schema: nil, in: directory)
        #expect(try simulate("--into", other.url).exitCode == 0)
    }

    @Test(arguments: [
        (["--scenario", "meltdown"], "there is no scenario of that name; there are: healthy, store_outage,"),
        (["--fault", "gremlins"], "--fault knows no such fault"),
        (["--fault", "rejects:2"], "the rate of a fault is a number from 0 to 1"),
        (["--fault", "rejects:nan"], "the rate of a fault is a number from 0 to 1"),
        (["--fault", "rejects:0.5:amazon"], "the store of a fault is google, apple or any"),
        (["--fault", "rejects:0.5:google:5.10.0:soon"], "the hours of a fault are a whole number"),
        (["--fault", "rejects:0.5:google:5.10.0:5:more"], "--fault knows no such fault"),
        (["--users", "0"], "--users wants a whole number from 1 to"), (["--days", "many"], "--days wants a whole number from 1 to 3650"),
        (["--seed", "-1"], "--seed wants a whole number from 0"), (["--until", "tomorrow"], "--until wants a time with its zone"),
        (["--gremlins"], "has no option `--gremlins`"),
    ])
    func aMistakeIsNamed(_ words: [String], _ message: String) throws {
        let outcome = try Program.run(["simulate", "--into", "sqlite:world.sqlite"] + words, in: directory.path)
        #expect(outcome.exitCode == 64 && outcome.output.isEmpty)
        #expect(outcome.errorText.contains(message), "\(outcome)")
        #expect(try directory.names() == [])
    }

    @Test func aTargetIsNeeded() throws {
        #expect(try simulate().errorText.contains("--into is missing"))
        let outcome = try simulate("--into", "mysql://secret@host/shop")
        #expect(outcome.exitCode == 64 && !outcome.errorText.contains("secret"))
        #expect(outcome.errorText.contains("--into is neither sqlite:PATH nor postgres://..."))
        try directory.write("iapwatch.yaml", "sauce: {}\n")
        #expect(try simulate("--into", "sqlite:world.sqlite").exitCode == 64)
    }

    @Test func aTruthThatCannotBeWrittenStopsBeforeAnythingIsDone() throws {
        let outcome = try simulate("--into", "sqlite:world.sqlite", "--truth", "nowhere/truth")
        #expect(outcome.exitCode == 4)
        #expect(outcome.errorText.contains("the truth cannot be written to nowhere/truth: No such file or directory"), "\(outcome)")
        #expect(try directory.names() == [])
    }

    @Test func aDatabaseThatCannotBeWrittenIsNamed() throws {
        let outcome = try simulate("--into", "sqlite:nowhere/world.sqlite")
        #expect(outcome.exitCode == 1)
        #expect(outcome.errorText.contains("writing the simulated shop"), "\(outcome)")
    }

    @Test func theTruthIsToldForTheMomentsThatAreAskedFor() throws {
        let outcome = try simulate(
            "--into", "sqlite:world.sqlite", "--truth", "truth", "--expect", "2026-12-03T00:00:00Z", "--expect", "2026-12-04T01:00:00+01:00"
        )
        #expect(outcome.exitCode == 0, "\(outcome)")
        let moments = try directory.read("truth").split(separator: "\n").filter { $0.hasPrefix("expected") }.map {
            $0.split(separator: "\t")[1]
        }
        #expect(Set(moments) == ["2026-12-03T00:00:00Z", "2026-12-04T00:00:00Z"])
        #expect(try simulate("--into", "sqlite:other.sqlite", "--expect", "tomorrow").exitCode == 64)
    }

    @Test func aFaultHasARateAStoreAVersionAndHours() throws {
        let outcome = try Program.run(
            [
                "simulate", "--into", "sqlite:world.sqlite", "--users", "100", "--days", "8", "--truth", "truth", "--fault",
                "acknowledge_fails:1:google:5.10.0", "--fault", "killed_before_submit:0.3:any:5.9.0", "--fault", "clock_skew:1:any:any:36",
            ], in: directory.path)
        #expect(outcome.exitCode == 0, "\(outcome)")
        let faults = try directory.read("truth").split(separator: "\n").filter { $0.hasPrefix("fault") }
        #expect(faults.contains { $0.contains("acknowledge_fails") } && faults.contains { $0.contains("killed_before_submit") })
        let (last, until) = (1_796_112_000 - 36 * 3600, 1_796_112_000)
        let skewed = faults.filter { $0.contains("clock_skew") }.compactMap { Int($0.split(separator: "\t")[2]) }
        #expect(!skewed.isEmpty && skewed.allSatisfy { (last...until).contains($0) })
        // Of the new version, Google's are not acknowledged, and Apple's are finished.
        let query = "SELECT store, count(*) > 0 FROM purchases WHERE app_version = '5.10.0' AND acknowledged_at IS NOT NULL GROUP BY store"
        #expect(try sqlite(query, "world.sqlite") == "apple|1\n")
    }

    @Test func theBarIsForTerminals() throws {
        let piped = try simulate("--into", "sqlite:piped.sqlite")
        #expect(piped.errors.isEmpty && piped.outputText.hasPrefix("Simulated "), "\(piped)")
        let script = try Tool.require("script", package: "util-linux")
        let command = "\(Program.path) simulate --users 20 --days 2 --into sqlite:terminal.sqlite"
        let shown = try Tool.run(script, ["-qec", command, "/dev/null"], directory: directory.path)
        #expect(shown.exitCode == 0)
        #expect(shown.outputText.contains("simulating 20 users [####") && shown.outputText.contains("50 %"), "\(shown)")
        // Cleared before the last word.
        #expect(shown.outputText.contains("\u{1B}[KSimulated "))
    }
}

import Testing
import WatchModel

@testable import WatchCatalog

struct QueryLoaderTests {
    private static let full = """
        -- Purchases that wait,
        --   per store.
        -- reads: purchases, starts?
        -- needs: state=purchased | purchased_at + purchases.verified_at
        -- labels: store, kind (refund, other)
        -- every: hour
        -- gauge waiting: How many wait.
        -- gauge oldest_timestamp_seconds
        --   (fold min, absent when null, needs created_at):
        --   When the oldest
        --   began to wait (at all).
        -- gauge all (without labels, fold max): All: of them.
        -- index: purchases (store, state) where state = 'purchased' and store is not null
        -- index: starts (started_at)

        SELECT store, :now
        FROM purchases; -- x

        """

    private static let expected = QueryDefinition(
        name: "a", summary: "Purchases that wait, per store.", origin: .builtIn,
        reads: [.init(table: "purchases", isOptional: false), .init(table: "starts", isOptional: true)],
        needs: Requirement([
            [.init(column: "state", word: "purchased")], [.init(column: "purchased_at"), .init(table: "purchases", column: "verified_at")],
        ]),
        labels: [.init(name: "store", values: ["google", "apple"]), .init(name: "kind", values: ["refund", "other"])],
        gauges: [
            GaugeDefinition(
                name: "waiting", metric: "iapwatch_waiting", help: "How many wait.", fold: .sum, isAbsentWhenNull: false, hasLabels: true,
                needs: .nothing, position: FilePosition(file: "a.sql", line: 7, column: 10, length: 7)),
            GaugeDefinition(
                name: "oldest_timestamp_seconds", metric: "iapwatch_oldest_timestamp_seconds",
                help: "When the oldest began to wait (at all).", fold: .min, isAbsentWhenNull: true, hasLabels: true,
                needs: Requirement([[.init(column: "created_at")]]),
                position: FilePosition(file: "a.sql", line: 8, column: 10, length: 24)),
            GaugeDefinition(
                name: "all", metric: "iapwatch_all", help: "All: of them.", fold: .max, isAbsentWhenNull: false, hasLabels: false,
                needs: .nothing, position: FilePosition(file: "a.sql", line: 12, column: 10, length: 3)),
        ],
        cadence: .hour,
        indexes: [
            .init(table: "purchases", columns: ["store", "state"], condition: "state = 'purchased' and store is not null"),
            .init(table: "starts", columns: ["started_at"], condition: nil),
        ],
        bodies: [
            .sqlite: .init(sql: "\nSELECT store, :now\nFROM purchases; -- x", file: "a.sql", firstLine: 15),
            .postgres: .init(sql: "\nSELECT store, :now\nFROM purchases; -- x", file: "a.sql", firstLine: 15),
        ],
        firstSeenBody: nil, evidenceBodies: [:], sourceText: "-- file: a.sql\n" + full)

    @Test func anOpenLabelHasNoListAndAClosedOneMayHoldTheSameWord() throws {
        let open = try loadQuery(goodHeader.replacing("store", with: "store, app_version ( top )") + goodBody)
        #expect(open.labels.map(\.open) == [nil, .appVersion])
        #expect(open.labels[1].values == [] && open.openLabel == .appVersion)
        let closed = try loadQuery(goodHeader.replacing("store", with: "product (top, bottom)") + goodBody)
        #expect(closed.labels[0].values == ["top", "bottom"] && closed.openLabel == nil)
    }

    @Test func readsEverythingOfAHeader() throws {
        #expect(try loadQuery(Self.full) == Self.expected)
    }

    /// The files of somebody who works on Windows mean the same, and are the same definition.
    @Test func readsFilesWithCRLFAndByteOrderMark() throws {
        let windows = "\u{FEFF}" + Self.full.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
        #expect(try loadQuery(windows) == Self.expected)
        let broken = "-- Summary.\r\n-- reads: purchases\r\n-- gauge x: X.\r\nSELECT 1,\r\n  :nwo\r\n"
        let found = problems(inQueries: ["a.sql": broken])
        #expect(found.map(\.place) == ["5:3+4 unknown-parameter"])
        #expect(found.map(\.excerpt) == ["  :nwo"])
        #expect(found.map(\.hint) == ["Did you mean :now?"])
    }

    @Test func readsBothFallbacks() throws {
        let text = """
            -- Summary.
            -- reads: purchases
            -- labels: store
            -- gauge late (needs pending_since | created_at, else count first seen before pending_cutoff): Late.
            -- gauge oldest_timestamp_seconds (needs created_at, else oldest first seen, fold min): Oldest.
            SELECT 1
            """
        let ledger = "-- Because.\nSELECT 2;\n"
        let query = try QueryLoader.load(["a.sql": text, "a.first_seen.sql": ledger], origin: .builtIn)[0]
        #expect(query.gauges.map(\.fallback) == [.countFirstSeen(from: nil, before: "pending_cutoff"), .oldestFirstSeen(from: nil)])
        #expect(query.firstSeenBody == .init(sql: "-- Because.\nSELECT 2", file: "a.first_seen.sql", firstLine: 1))
        #expect(query.sourceText == "-- file: a.first_seen.sql\n\(ledger)-- file: a.sql\n\(text)")
    }

    @Test func readsBothFallbacksBetweenTwoMoments() throws {
        let text = """
            -- Summary.
            -- reads: purchases
            -- labels: store
            -- gauge late (needs created_at, else count first seen from dead_pending_cutoff before pending_cutoff): Late.
            -- gauge oldest_timestamp_seconds (needs created_at, else oldest first seen from dead_pending_cutoff, fold min): Oldest.
            SELECT 1
            """
        let query = try QueryLoader.load(["a.sql": text, "a.first_seen.sql": "-- Because.\nSELECT 2;\n"], origin: .builtIn)[0]
        #expect(
            query.gauges.map(\.fallback) == [
                .countFirstSeen(from: "dead_pending_cutoff", before: "pending_cutoff"), .oldestFirstSeen(from: "dead_pending_cutoff"),
            ])
    }

    @Test func aVariantReplacesTheBodyOfItsDialect() throws {
        let files = [
            "a.sql": goodHeader + goodBody, "a.postgres.sql": "-- Because.\nSELECT 2\n",
            "b.sql": goodHeader.replacing("open_", with: "b_") + "SELECT 3",
        ]
        let queries = try QueryLoader.load(files, origin: .builtIn)
        #expect(queries.map(\.name) == ["a", "b"])
        #expect(queries[0].bodies[.postgres] == .init(sql: "-- Because.\nSELECT 2", file: "a.postgres.sql", firstLine: 1))
        #expect(queries[0].bodies[.sqlite]?.file == "a.sql" && queries[0].bodies[.sqlite]?.firstLine == 5)
        #expect(queries[1].bodies[.postgres]?.sql == "SELECT 3")
    }

    @Test func aUsersOwnQueriesHaveAPrefix() throws {
        let query = try loadQuery(goodHeader + goodBody, custom: true)
        #expect(query.name == "custom_a" && query.origin.text == "d")
        #expect(query.gauges.map(\.metric) == ["iapwatch_custom_open_purchases"] && query.gauges.map(\.name) == ["open_purchases"])
        #expect(try loadQuery(goodHeader + goodBody).gauges.map(\.metric) == ["iapwatch_open_purchases"])
    }

    @Test(arguments: [
        ("A.sql", "A.sql:1:1+1 bad-file-name"), ("1a.sql", "1a.sql:1:1+1 bad-file-name"), ("a b.sql", "a b.sql:1:1+1 bad-file-name"),
        ("custom_a.sql", "custom_a.sql:1:1+1 bad-file-name"), ("a.mysql.sql", "a.mysql.sql:1:1+1 bad-file-name"),
        ("a.b.c.sql", "a.b.c.sql:1:1+1 bad-file-name"), (".sql", ".sql:1:1+1 bad-file-name"), (".a.sql", ".a.sql:1:1+1 bad-file-name"),
        ("a..sql", "a..sql:1:1+1 bad-file-name"), ("a.txt", "a.txt:1:1+1 bad-file-name"),
        ("a.postgres.txt", "a.postgres.txt:1:1+1 bad-file-name"),
        ("b.postgres.sql", "b.postgres.sql:1:1+1 no-main-file"), ("b.first_seen.sql", "b.first_seen.sql:1:1+1 no-main-file"),
    ])
    func refusesFileNames(file: String, place: String) {
        #expect(problems(inQueries: [file: goodHeader + goodBody]).map(\.fullPlace) == [place])
    }

    /// What labels may not be called, queries may.
    @Test func aQueryMayBeCalledRegion() throws {
        #expect(try QueryLoader.load(["region.sql": goodHeader + goodBody], origin: .builtIn).map(\.name) == ["region"])
    }

    @Test(arguments: [
        ("a.postgres.sql", "SELECT 1\n", ["a.postgres.sql:1:1+1 no-reason"]),
        ("a.sqlite.sql", "--Because.\nSELECT 1", ["a.sqlite.sql:1:1+1 no-reason"]),
        ("a.postgres.sql", "-- Because.\n;\n", ["a.postgres.sql:1:1+1 no-query"]),
        ("a.postgres.sql", "-- Because.\nSELECT ':x', é, :b\n", ["a.postgres.sql:2:17+2 unknown-parameter"]),
        ("a.first_seen.sql", "-- Because.\nSELECT 1", ["a.first_seen.sql:1:1+1 unused-first-seen"]),
    ])
    func refusesVariants(file: String, text: String, places: [String]) {
        #expect(problems(inQueries: ["a.sql": goodHeader + goodBody, file: text]).map(\.fullPlace) == places)
    }

    @Test(arguments: [
        ("needs created_at, else count first seen before pending_cutoff, without labels", "x", "store"),
        ("needs created_at, else count first seen before pending_cutoff", "x", "kind (a)"),
        ("else count first seen before pending_cutoff", "x", "store"),
        ("needs created_at, else oldest first seen, fold min", "x", "store"),
        ("needs created_at, else oldest first seen, fold max", "x_timestamp_seconds", "store"),
        ("needs created_at, fold min, else count first seen before pending_cutoff", "x_timestamp_seconds", "store"),
    ])
    func refusesFallbacksThatMeanNothing(options: String, name: String, label: String) {
        let text = "-- Summary.\n-- reads: purchases\n-- labels: \(label)\n-- gauge \(name) (\(options)): X.\nSELECT 1\n"
        let found = problems(inQueries: ["a.sql": text, "a.first_seen.sql": "-- Because.\nSELECT 1"])
        #expect(found.map(\.place) == ["4:10+\(name.count) bad-fallback"])
        #expect(found.map(\.excerpt) == ["-- gauge \(name) (\(options)): X."])
    }

    @Test func oneMetricHasOneQuery() {
        let found = problems(inQueries: ["a.sql": goodHeader + goodBody, "b.sql": goodHeader + goodBody], origin: .custom(directory: "d"))
        #expect(found.map(\.fullPlace) == ["d/b.sql:4:10+14 duplicate-metric"])
        #expect(found.map(\.summary) == ["iapwatch_custom_open_purchases is fed by a.sql as well"])
        #expect(found.map(\.excerpt) == ["-- gauge open_purchases: Purchases that are not done."])
    }

    @Test func findsEverythingInAllFilesAtOnce() {
        let first = "-- Summary.\n-- reads: purchases, shops\n-- gauge x_total: X.\n-- gauge y (fold avg): Y.\nSELECT :nwo\n"
        let second = "-- Summary.\n-- reads: purchases\n-- labels: kind\n-- gauge z:\n\nSELECT :then, :now\n"
        let found = problems(inQueries: ["b.sql": second, "a.sql": first, "c.sqlite.sql": "-- Because.\nSELECT 1"])
        #expect(
            found.map(\.fullPlace) == [
                "a.sql:2:22+5 unknown-table", "a.sql:3:10+7 bad-gauge-name", "a.sql:4:18+3 bad-fold", "a.sql:5:8+4 unknown-parameter",
                "b.sql:3:12+4 open-label", "b.sql:4:11+1 no-help", "b.sql:6:8+5 unknown-parameter", "c.sqlite.sql:1:1+1 no-main-file",
            ])
    }

    /// A message names the file by the path that the user can open.
    @Test(arguments: ["mine", "mine/"]) func callsFilesByTheirPath(_ directory: String) throws {
        let origin = QueryDefinition.Origin.replacement(directory: directory)
        #expect(problems(inQueries: ["a.sql": "-- A.\n"], origin: origin).allSatisfy { $0.position?.file == "mine/a.sql" })
        let query = try #require(try QueryLoader.load(["a.sql": goodHeader + goodBody], origin: origin).first)
        #expect(query.gauges.map(\.position.file) == ["mine/a.sql"])
        #expect(query.bodies.values.allSatisfy { $0.file == "mine/a.sql" })
    }
}

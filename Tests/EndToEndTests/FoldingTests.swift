import TestSupport
import Testing

/// A query may return several rows for the same labels, one for each shard, say: they are folded as its header says.
@Suite struct FoldingTests {
    private static let query = """
        -- Partial rows, as several shards would give them.
        -- reads: purchases
        -- labels: store
        -- gauge parts: Rows of all parts.
        -- gauge smallest (fold min): The smallest of the parts.
        -- gauge largest (fold max): The largest of the parts.
        -- gauge oldest_timestamp_seconds (fold min, absent when null): The oldest of the parts.
        SELECT 'google' AS store, 3 AS parts, 7 AS smallest, -2 AS largest, NULL AS oldest_timestamp_seconds
        UNION ALL SELECT 'google', 4, -1, 5, 1796126400
        UNION ALL SELECT 'google', 0, 2, 4, 1796126399
        UNION ALL SELECT 'apple', 10, 1, 1, NULL
        UNION ALL SELECT 'Google', 1, 2, 3, 5
        UNION ALL SELECT NULL, 1, 1, 9, 6

        """

    @Test(arguments: SourceDatabase.Kind.allCases)
    func partialRowsFold(_ kind: SourceDatabase.Kind) throws {
        let shop = try WatchedShop(kind, schema: "base", seed: "")
        try shop.directory.write("mine/parts.sql", Self.query)
        let outcome = try shop.run(["--queries", "mine"])
        #expect(outcome.isClean, "\(outcome)")
        let values = try shop.figures().values
        for (name, expected) in [
            ("parts", ["google": 7.0, "apple": 10, "other": 2]), ("smallest", ["google": -1, "apple": 1, "other": 1]),
            ("largest", ["google": 5, "apple": 1, "other": 9]),
            ("oldest_timestamp_seconds", ["google": 1_796_126_399, "other": 5]),
        ] {
            let found = values.filter { $0.key.hasPrefix("iapwatch_\(name){") }
            let wanted = expected.map { (OutputFile.key("iapwatch_\(name)", [("store", $0.key)]), $0.value) }
            #expect(found == Dictionary(uniqueKeysWithValues: wanted), "\(name)")
        }
        #expect(try shop.health()["iapwatch_query_rows{query=\"parts\"}"] == 6)
    }
}

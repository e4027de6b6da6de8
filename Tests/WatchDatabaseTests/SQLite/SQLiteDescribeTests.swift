import Testing
import WatchDatabase
import WatchModel

@Suite struct SQLiteDescribeTests {
    private static let schema = """
        CREATE TABLE purchases (id INTEGER PRIMARY KEY, store TEXT NOT NULL, amount "DECIMAL(10,2)", plain, twice AS (amount * 2));
        CREATE VIEW bought AS SELECT id, store || '' AS shop FROM purchases;
        INSERT INTO purchases (store) VALUES ('google'), ('apple');
        CREATE INDEX by_store ON purchases (store);
        """

    private func describe(_ relation: Relation, _ more: String = "") throws -> RelationDescription {
        let folder = TemporaryFolder()
        var source = try SQLiteConnection(
            path: try folder.database(Self.schema + more), limits: SourceLimits(), interruption: .never)
        return try source.describe(relation)
    }

    @Test func describesATable() throws {
        let found = try describe(.table(schema: nil, name: "Purchases"))
        #expect(found.columns.map(\.name) == ["id", "store", "amount", "plain", "twice"])
        #expect(found.columns.map(\.declaredType) == ["INTEGER", "TEXT", "DECIMAL(10,2)", "", ""])
        #expect(found.columns.filter(\.isReadable).count == 5)
        #expect(found.resolvedSchema == "main")
        #expect(found.estimatedRows == nil)
        #expect(!found.hidesRows)
    }

    @Test func estimatesRowsAfterAnalyze() throws {
        #expect(try describe(.table(schema: "main", name: "purchases"), "ANALYZE").estimatedRows == 2)
    }

    @Test func describesAViewAndASelect() throws {
        #expect(try describe(.table(schema: nil, name: "bought")).columns.map(\.name) == ["id", "shop"])
        let found = try describe(.select("SELECT id, store AS shop, 1 + 1 AS two FROM purchases -- all"))
        #expect(found.columns.map(\.name) == ["id", "shop", "two"])
        #expect(found.columns.map(\.declaredType) == ["INTEGER", "TEXT", ""])
        #expect(found.resolvedSchema == nil)
    }

    @Test(arguments: [Relation.table(schema: nil, name: "nope"), .table(schema: "other", name: "purchases"), .select("SELECT 1 FROM nope")])
    func missesWhatIsNotThere(relation: Relation) throws {
        let error = #expect(throws: SourceError.self) { try describe(relation) }
        #expect(error?.kind == .missingRelation)
    }

    @Test func placesAnErrorInTheUsersOwnSelect() throws {
        let error = #expect(throws: SourceError.self) { try describe(.select("SELECT nope FROM purchases")) }
        #expect(error?.sqlOffset == 7)
    }
}

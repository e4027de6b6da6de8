import Testing
import WatchModel

@testable import WatchRun

@Suite struct PlanReadingTests {
    private let orders = Relation.table(schema: "shop", name: "orders")

    @Test(arguments: [
        (["SCAN main.orders"], true), (["SEARCH main.orders"], true), (["SCAN main.orders USING COVERING INDEX all_of_it"], true),
        (["SCAN main.orders USING INDEX part"], false), (["SEARCH main.orders USING INDEX by_time (updated_at>?)"], false),
        (["SCAN main.orders_old"], false), (["SCAN measured"], false),
    ])
    func tellsWhatSQLiteReadsWhole(_ lines: [String], _ isScan: Bool) {
        #expect(PlanReading(lines: lines, dialect: .sqlite, partialIndexes: ["part"]).scans(orders) == isScan)
    }

    @Test(arguments: [
        ("        ->  Seq Scan on orders  (cost=0.00..11.95 rows=1 width=56)", true),
        ("  ->  Parallel Seq Scan on orders purchases  (cost=0.00..1)", true), ("  ->  Seq Scan on orders_old  (cost=0.00..1)", false),
        ("  ->  Index Scan using by_time on orders  (cost=0.00..1)", false),
    ])
    func tellsWhatPostgresReadsWhole(_ line: String, _ isScan: Bool) {
        #expect(PlanReading(lines: [line], dialect: .postgres).scans(orders) == isScan)
    }

    @Test func namesTheIndexesOnce() {
        let sqlite = ["SEARCH a USING INDEX one (x=?)", "SEARCH b USING COVERING INDEX two (x=?)", "SEARCH a USING INDEX one (x>?)"]
        #expect(PlanReading(lines: sqlite, dialect: .sqlite).indexes == ["one", "two"])
        let postgres = ["-> Index Only Scan Backward using one on a", "-> Bitmap Index Scan on \"Two\"  (cost=1)"]
        #expect(PlanReading(lines: postgres, dialect: .postgres).indexes == ["one", "Two"])
    }
}

import TestSupport
import Testing

/// The same database and the same moment give the same bytes.
@Suite struct DeterminismTests {
    private static let later = "2026-12-01T12:05:00Z"

    @Test(arguments: SourceDatabase.Kind.allCases)
    func sameMomentSameBytes(_ kind: SourceDatabase.Kind) throws {
        var generator = ShopGenerator(seed: 21, isFull: true)
        let shop = try WatchedShop(kind, generator.shop())
        for files in ["first", "second"] { #expect(try shop.run(files: files).isClean) }
        #expect(try shop.figures("first").text == shop.figures("second").text)
        #expect(try shop.health("first").text == shop.health("second").text)

        // In the same directories the hourly queries are kept now, so only the figures are the same.
        #expect(try shop.run(files: "second").isClean)
        #expect(try shop.figures("first").text == shop.figures("second").text)
        for files in ["first", "second"] { #expect(try shop.run(now: Self.later, files: files).isClean) }
        #expect(try shop.figures("first").text == shop.figures("second").text)
        #expect(try shop.health("first").text == shop.health("second").text)
    }

    /// With the ledger of the base schema too, which goes by tokens.
    @Test(arguments: SourceDatabase.Kind.allCases, [true, false])
    func orderOfRowsDoesNotMatter(_ kind: SourceDatabase.Kind, isFull: Bool) throws {
        var generator = ShopGenerator(seed: 22, isFull: isFull)
        let rows = generator.shop()
        let (shop, reversed) = (try WatchedShop(kind, rows), try WatchedShop(kind, rows.reversed))
        for now in [ShopGenerator.nowText, Self.later] {
            #expect(try shop.run(now: now).isClean)
            #expect(try reversed.run(now: now).isClean)
            #expect(try shop.figures().text == reversed.figures().text)
            #expect(try shop.health().text == reversed.health().text)
        }
    }
}

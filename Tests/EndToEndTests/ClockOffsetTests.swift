import TestSupport
import Testing

/// The database's clock against the host's: here they are one and the same.
@Suite struct ClockOffsetTests {
    private static let offset = "iapwatch_source_clock_offset_seconds"

    @Test func postgresTellsHowFarItsClockIsAhead() throws {
        let shop = try WatchedShop(.postgres, schema: "full", seed: "")
        #expect(try shop.run(now: nil).isClean)
        // Both ask the same machine, and the question takes no longer than the run.
        let offset = try #require(try shop.health()[Self.offset])
        #expect(abs(offset) < 10)
    }

    @Test func nothingIsSaidOfAClockThatStandsStillOrIsNotThere() throws {
        let postgres = try WatchedShop(.postgres, schema: "full", seed: "")
        #expect(try postgres.run().isClean)
        #expect(try postgres.health().family(Self.offset) == nil)
        let sqlite = try WatchedShop(.sqlite, schema: "full", seed: "")
        #expect(try sqlite.run(now: nil).isClean)
        #expect(try sqlite.health().family(Self.offset) == nil)
    }
}

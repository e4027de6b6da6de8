import Testing

@testable import WatchCatalog

struct NearestTests {
    @Test(arguments: [
        ("intervall", "interval"),
        ("Interval", "interval"),
        ("inetrval", "interval"),
        ("interva", "interval"),
        ("query-timeout", "query_timeout"),
        ("prot", "port"), ("user", "user"),
    ])
    func findsWhatWasMeant(word: String, meant: String) {
        #expect(nearest(word, in: ["interval", "query_timeout", "run_timeout", "port", "user"]) == meant)
    }

    @Test(arguments: ["", "sports55", "pt", "interior view", "timeout", String(repeating: "interval", count: 1000)])
    func findsNothingFarAway(word: String) {
        #expect(nearest(word, in: ["interval", "query_timeout", "port", "user"]) == nil)
    }

    @Test func prefersTheNearer() {
        #expect(nearest("purchase", in: ["purchased", "purchases"]) == "purchased")
        #expect(nearest("purchasess", in: ["purchased", "purchases"]) == "purchases")
    }
}

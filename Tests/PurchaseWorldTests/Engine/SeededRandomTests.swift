import Testing
import WatchModel

@testable import PurchaseWorld

@Suite struct SeededRandomTests {
    /// - Source: the reference output of SplitMix64 for the seed 1234567.
    @Test func isSplitMix() {
        var random = SeededRandom(seed: 1_234_567)
        #expect((0..<3).map { _ in random.next() } == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    @Test func streamsAreTheirOwn() {
        func draws(_ seed: UInt64, _ stream: UInt64) -> [UInt64] {
            var random = SeededRandom(seed: seed, stream: stream)
            return (0..<20).map { _ in random.next() }
        }
        #expect(draws(1, 5) == draws(1, 5))
        let all = (0..<50).flatMap { draws(1, $0) } + (2..<50).flatMap { draws($0, 0) }
        #expect(Set(all).count == all.count)
    }

    @Test func staysWithinItsRange() {
        var random = SeededRandom(seed: 3)
        var seen: Set<Int64> = []
        for _ in 0..<1000 { seen.insert(random.seconds(in: 5...8)) }
        #expect(seen == [5, 6, 7, 8])
        let waits = (0..<20_000).map { _ in random.waiting(meanSeconds: 600) }
        #expect(waits.allSatisfy { $0 >= 1 })
        #expect((waits.reduce(0, +) / 20_000 - 600).magnitude < 60)
        #expect(!random.happens(0) && random.happens(1))
    }

    /// Who joins changes nothing for those who are there: not their phones, not when they open the app.
    @Test func moreUsersDoNotChangeTheOthers() {
        func people(_ count: Int) -> [String] {
            let settings = WorldSettings(users: count, days: 3, end: start, seed: 9)
            let stores: [StoreKind: Store] = [.google: Store(.google), .apple: Store(.apple)]
            return (0..<count).map { number in
                var person = Person(number: number, settings: settings, stores: stores)
                let starts = (0..<20).map { _ in person.secondsToNextStart(settings) }
                return "\(person.manager.user) \(person.manager.store.kind) \(person.isTester) \(person.eagerness) \(starts)"
            }
        }
        #expect(people(200).prefix(50) == people(50)[...])
    }
}

import Testing
import WatchModel

@testable import PurchaseWorld

@Suite struct EventQueueTests {
    /// By time, and what is due at the same time in the order it came: for any mix of putting in and taking out.
    @Test(arguments: 1...8)
    func keepsTheOrder(_ seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        var queue = EventQueue<Int>()
        var waiting: [(time: Instant, number: Int)] = []
        for number in 0..<2000 {
            if random.happens(0.6) {
                let time = Instant(seconds: random.seconds(in: 0...50))
                queue.schedule(number, at: time)
                waiting.append((time, number))
            } else {
                let first = waiting.min { ($0.time, $0.number) < ($1.time, $1.number) }
                #expect(queue.nextTime == first?.time)
                #expect(queue.next()?.event == first?.number)
                waiting.removeAll { $0.number == first?.number }
            }
        }
        let rest = waiting.sorted { ($0.time, $0.number) < ($1.time, $1.number) }.map(\.number)
        var taken: [Int] = []
        while let next = queue.next() { taken.append(next.event) }
        #expect(taken == rest)
        #expect(queue.nextTime == nil)
    }
}

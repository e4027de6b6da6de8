import WatchModel

/// What is going to happen, by time; what is due at the same time happens in the order it was put in.
///
/// A binary heap: a world of 100,000 users keeps as many entries, whatever the number of days.
struct EventQueue<Event> {
    private struct Entry {
        var time: Instant
        var order: UInt64
        var event: Event

        func isBefore(_ other: Entry) -> Bool { time == other.time ? order < other.order : time < other.time }
    }

    private var heap: [Entry] = []
    private var nextOrder: UInt64 = 0

    /// When the next event is due; nil when none is left.
    var nextTime: Instant? { heap.first?.time }

    mutating func schedule(_ event: Event, at time: Instant) {
        heap.append(Entry(time: time, order: nextOrder, event: event))
        nextOrder += 1
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].isBefore(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func next() -> (time: Instant, event: Event)? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.time, first.event)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[smallest]) {
                smallest = child
            }
            guard smallest != parent else { return }
            heap.swapAt(parent, smallest)
            parent = smallest
        }
    }
}

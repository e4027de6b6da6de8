/// Numbers that look like chance, and are the same for the same seed on every machine.
///
/// - Source: SplitMix64, Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
package struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    /// A stream of its own for one user, store or purpose: what one does never changes what another draws.
    package init(seed: UInt64, stream: UInt64) {
        var mixer = SeededRandom(seed: seed ^ (stream &* 0xD134_2543_DE82_EF95))
        state = mixer.next()
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// At least 0 and below 1.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    package mutating func happens(_ probability: Double) -> Bool { unit() < probability }

    package mutating func seconds(in range: ClosedRange<Int64>) -> Int64 {
        range.lowerBound + Int64(unit() * Double(range.upperBound - range.lowerBound + 1))
    }

    /// Waiting time with this mean, at least a second. A sum of logarithms is the same on every machine only by luck; a ladder
    /// of halves is, by construction: half of all wait for less than 0.69 of the mean, and so on.
    package mutating func waiting(meanSeconds: Double) -> Int64 {
        var halvings = 0
        while halvings < 20, happens(0.5) { halvings += 1 }
        // Within one halving, evenly.
        return max(1, Int64(0.693 * meanSeconds * (Double(halvings) + unit())))
    }

    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[Int(unit() * Double(elements.count))] }
}

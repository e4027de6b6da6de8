/// Exact limits for the mean of a count.
///
/// - Source: Garwood 1936.
package enum PoissonInterval {
    package static func garwood(count: Int, confidence: Double = 0.95) -> (lower: Double, upper: Double) {
        precondition(count >= 0)
        let tail = (1 - confidence) / 2
        let x = Double(count)
        let lower = count == 0 ? 0 : SpecialFunctions.root(in: 0...(10 * x + 20)) { SpecialFunctions.regularizedGamma(x, $0).p - tail }
        let upper = SpecialFunctions.root(in: 0...(10 * x + 60)) { tail - SpecialFunctions.regularizedGamma(x + 1, $0).q }
        return (lower, upper)
    }
}

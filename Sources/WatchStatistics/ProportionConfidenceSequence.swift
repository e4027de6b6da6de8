import Glibc

/// Limits for one proportion that hold at any time, however often one looks.
///
/// - Source: the mixture of likelihood ratios over Jeffreys' prior Beta(1/2, 1/2).
package enum ProportionConfidenceSequence {
    /// ln of the evidence against the proportion `p`.
    package static func logE(successes x: Double, trials n: Double, at p: Double) -> Double {
        let mixture = SpecialFunctions.logBeta(0.5 + x, 0.5 + n - x) - SpecialFunctions.logBeta(0.5, 0.5)
        return mixture - (x > 0 ? x * log(p) : 0) - (n > x ? (n - x) * log1p(-p) : 0)
    }

    /// - Returns: nil for no trials.
    package static func limits(successes x: Double, trials n: Double, alpha: Double) -> BinomialInterval? {
        guard n > 0 else { return nil }
        let (threshold, share, edge) = (log(1 / alpha), x / n, 1e-40)
        let lower = x == 0 ? 0 : SpecialFunctions.root(in: edge...share) { threshold - logE(successes: x, trials: n, at: $0) }
        let upper =
            x == n ? 1 : SpecialFunctions.root(in: max(share, edge)...(1 - 1e-16)) { logE(successes: x, trials: n, at: $0) - threshold }
        return BinomialInterval(lower: lower, upper: upper)
    }
}

import Glibc

/// A ratio of rates over several strata, with an error on the log scale.
///
/// - Source: Mantel and Haenszel 1959; variance by Greenland and Robins 1985.
package struct RateRatio: Equatable, Sendable {
    package var ratio: Double
    /// Of ln ratio.
    package var standardError: Double

    package init(ratio: Double, standardError: Double) {
        (self.ratio, self.standardError) = (ratio, standardError)
    }

    /// - Returns: nil where one of the arms has no bad users at all, or none in common strata.
    package init?(mantelHaenszel strata: [GateEvidence.Block]) {
        var (numerator, denominator, variance) = (0.0, 0.0, 0.0)
        for stratum in strata where stratum.new + stratum.base > 0 {
            let total = stratum.new + stratum.base
            numerator += stratum.newBad * stratum.base / total
            denominator += stratum.baseBad * stratum.new / total
            let bad = stratum.newBad + stratum.baseBad
            variance += (stratum.new * stratum.base * bad - stratum.newBad * stratum.baseBad * total) / (total * total)
        }
        guard numerator > 0, denominator > 0 else { return nil }
        self.init(ratio: numerator / denominator, standardError: (variance / (numerator * denominator)).squareRoot())
    }

    /// How much larger this ratio is than that of an earlier release: the difference in differences.
    package func relative(to earlier: RateRatio) -> RateRatio {
        let error = (standardError * standardError + earlier.standardError * earlier.standardError).squareRoot()
        return RateRatio(ratio: ratio / earlier.ratio, standardError: error)
    }

    package func limits(confidence: Double = 0.95) -> (lower: Double, upper: Double) {
        let z = SpecialFunctions.normalQuantile((1 + confidence) / 2)
        return (ratio * exp(-z * standardError), ratio * exp(z * standardError))
    }
}

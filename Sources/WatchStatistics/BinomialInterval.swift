/// Limits for a proportion of which `successes` of `trials` were seen.
///
/// - Source: Wilson 1927; Clopper and Pearson 1934; Jeffreys' prior Beta(1/2, 1/2).
package struct BinomialInterval: Equatable, Sendable {
    package var lower: Double
    package var upper: Double

    package init(lower: Double, upper: Double) {
        (self.lower, self.upper) = (lower, upper)
    }

    /// Wilson's score interval: for reports.
    ///
    /// - Parameter trials: may be an effective number, and so no whole one.
    /// - Returns: nil for no trials, which say nothing.
    package static func wilson(successes: Double, trials: Double, confidence: Double = 0.95) -> BinomialInterval? {
        guard trials > 0 else { return nil }
        return wilson(share: successes / trials, trials: trials, z: SpecialFunctions.normalQuantile((1 + confidence) / 2))
    }

    static func wilson(share: Double, trials: Double, z: Double) -> BinomialInterval {
        let square = z * z
        let scale = 1 + square / trials
        let centre = (share + square / (2 * trials)) / scale
        let half = z / scale * (share * (1 - share) / trials + square / (4 * trials * trials)).squareRoot()
        return BinomialInterval(lower: share == 0 ? 0 : max(0, centre - half), upper: share == 1 ? 1 : min(1, centre + half))
    }

    /// The exact two-sided interval.
    package static func clopperPearson(successes: Int, trials: Int, confidence: Double = 0.95) -> BinomialInterval? {
        guard trials > 0 else { return nil }
        let tail = (1 - confidence) / 2
        return BinomialInterval(
            lower: exactLower(successes: successes, trials: trials, alpha: tail),
            upper: exactUpper(successes: successes, trials: trials, alpha: tail))
    }

    /// The one-sided exact lower limit at level 1 - alpha: what alerts decide by.
    package static func exactLower(successes: Int, trials: Int, alpha: Double) -> Double {
        guard successes > 0 else { return 0 }
        return SpecialFunctions.inverseRegularizedBeta(Double(successes), Double(trials - successes + 1), alpha)
    }

    /// The one-sided exact upper limit at level 1 - alpha.
    package static func exactUpper(successes: Int, trials: Int, alpha: Double) -> Double {
        guard successes < trials else { return 1 }
        // From the other side, where small probabilities keep their digits.
        return 1 - SpecialFunctions.inverseRegularizedBeta(Double(trials - successes), Double(successes + 1), alpha)
    }

    /// The interval of Jeffreys' posterior, open-ended where nothing or everything was seen.
    package static func jeffreys(successes: Int, trials: Int, confidence: Double = 0.95) -> BinomialInterval? {
        guard trials > 0 else { return nil }
        let tail = (1 - confidence) / 2
        let (a, b) = (Double(successes) + 0.5, Double(trials - successes) + 0.5)
        return BinomialInterval(
            lower: successes == 0 ? 0 : SpecialFunctions.inverseRegularizedBeta(a, b, tail),
            upper: successes == trials ? 1 : SpecialFunctions.inverseRegularizedBeta(a, b, 1 - tail))
    }
}

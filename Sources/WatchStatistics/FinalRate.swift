/// What the refund rate of a young cohort will have become, from how complete older ones were at the same age.
///
/// - Source: effective exposure, as in actuarial work on losses that are reported late; limits by Garwood.
package struct FinalRate: Equatable, Sendable {
    /// How far a cohort can be trusted.
    package enum Maturity: String, Equatable, Sendable {
        case mature
        case maturing
        /// "So far" only: no rank, and no alert.
        case immature
    }

    /// Purchases of about the same age.
    package struct Cell: Equatable, Sendable {
        package var purchases: Double
        /// G of their age: which share of its final reversals a cohort of that age has seen, 0 to 1.
        package var completeness: Double
        package var reversed: Int

        package init(purchases: Double, completeness: Double, reversed: Int) {
            (self.purchases, self.completeness, self.reversed) = (purchases, completeness, reversed)
        }
    }

    private static let matureFrom = 0.95
    private static let maturingFrom = 0.5
    private static let leastExposure = 50.0

    package var purchases: Double
    package var reversed: Int
    /// As many purchases of full age would tell as much.
    package var exposure: Double
    /// nil without exposure.
    package var rate: Double?
    package var lower: Double?
    package var upper: Double?

    package var maturityShare: Double { purchases > 0 ? exposure / purchases : 0 }
    /// What has happened so far, which looks better than it is.
    package var naiveRate: Double? { purchases > 0 ? Double(reversed) / purchases : nil }

    package var maturity: Maturity {
        if maturityShare >= Self.matureFrom { return .mature }
        return maturityShare >= Self.maturingFrom && exposure >= Self.leastExposure ? .maturing : .immature
    }

    package init(_ cells: [Cell], confidence: Double = 0.95) {
        purchases = cells.reduce(0) { $0 + $1.purchases }
        reversed = cells.reduce(0) { $0 + $1.reversed }
        exposure = cells.reduce(0) { $0 + $1.purchases * $1.completeness }
        guard exposure > 0 else { return }
        let limits = PoissonInterval.garwood(count: reversed, confidence: confidence)
        (rate, lower, upper) = (Double(reversed) / exposure, limits.lower / exposure, limits.upper / exposure)
    }

    /// The rate drawn towards that of older cohorts, as if those had added `weight` purchases.
    package func shrunkRate(towards prior: Double, weight: Double) -> Double {
        (Double(reversed) + weight * prior) / (exposure + weight)
    }
}

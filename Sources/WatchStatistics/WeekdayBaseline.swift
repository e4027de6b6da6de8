import Glibc

/// What a daily count usually is on this weekday, and how odd today's is.
///
/// - Source: a negative binomial predictive tail around the winsorised mean of the same weekday, with a robust dispersion.
package struct WeekdayBaseline: Equatable, Sendable {
    /// Expected count.
    package var mean: Double
    /// Variance over mean; 1 for a Poisson count.
    package var dispersion: Double
    /// How many earlier weeks it rests on.
    package var weeks: Int

    package static let mostWeeks = 8
    package static let leastWeeks = 4
    /// The median of a squared standard normal: turns a median of squares into a variance.
    private static let medianOfSquare = 0.45493642311957283
    private static let leastResiduals = 14
    /// Makes the median absolute deviation of a normal its standard deviation.
    private static let deviationOfMAD = 1.4826

    package init(mean: Double, dispersion: Double, weeks: Int) {
        (self.mean, self.dispersion, self.weeks) = (mean, dispersion, weeks)
    }

    /// - Parameter history: daily counts, the last of them yesterday's; nil for a day that was not measured.
    /// - Returns: nil with fewer than four usable days of the same weekday.
    package init?(history: [Double?]) {
        func weekday(_ daysAgo: Int) -> [Double] {
            (0..<Self.mostWeeks).compactMap { week in
                let index = history.count - daysAgo - 7 * week
                return index >= 0 && index < history.count ? history[index] : nil
            }
        }
        let references = weekday(7)
        guard references.count >= Self.leastWeeks else { return nil }
        weeks = references.count
        mean = Self.mean(Self.winsorised(references))
        var residuals: [Double] = []
        var (squares, expected) = (0.0, 0.0)
        for daysAgo in 1...7 {
            let counts = weekday(daysAgo)
            guard counts.count > 1 else { continue }
            let count = Double(counts.count)
            let winsorised = Self.winsorised(counts)
            let mean = Self.mean(winsorised)
            squares += winsorised.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } * count / (count - 1)
            expected += mean * count
            if mean >= 1 { residuals += counts.map { ($0 - mean) * ($0 - mean) / mean * count / (count - 1) } }
        }
        let robust = residuals.count >= Self.leastResiduals ? Self.median(residuals) / Self.medianOfSquare : 1
        dispersion = max(1, robust, expected > 0 ? squares / expected : 1)
    }

    /// The parameters of the predictive distribution, which knows that the mean is itself estimated.
    package var size: Double { mean / (predictiveDispersion - 1) }
    package var probability: Double { 1 / predictiveDispersion }
    private var predictiveDispersion: Double { dispersion * (1 + 1 / Double(weeks)) }

    /// How likely a count of at least this is.
    package func upperTail(_ count: Double) -> Double {
        count <= 0 ? 1 : SpecialFunctions.regularizedBeta(count, size, 1 - probability)
    }

    /// How likely a count of at most this is.
    package func lowerTail(_ count: Double) -> Double { SpecialFunctions.regularizedBeta(size, count + 1, probability) }

    /// The least and the greatest count that are not odd at this level on either side: for a band in a picture.
    package func band(level: Double = 1e-3) -> (low: Double, high: Double) {
        var low = 0.0
        while lowerTail(low) < level { low += 1 }
        var high = mean.rounded(.up)
        while upperTail(high + 1) >= level { high += 1 }
        return (low, high)
    }

    static func winsorised(_ counts: [Double]) -> [Double] {
        let middle = median(counts)
        let scale = max(1, middle.squareRoot(), deviationOfMAD * median(counts.map { abs($0 - middle) }))
        return counts.map { min(max($0, max(0, middle - 4 * scale)), middle + 4 * scale) }
    }

    private static func mean(_ counts: [Double]) -> Double { (counts.reduce(0, +) + 0.5) / Double(counts.count) }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

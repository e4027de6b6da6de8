import Glibc

/// How long something takes, when not all of it is finished: the Kaplan-Meier curve.
///
/// What is still waiting counts as "at least this long", so the slow ones are not left out while they are slow.
/// - Source: Kaplan and Meier 1958; limits of quantiles by Brookmeyer and Crowley 1982 on the log-log scale.
package struct SurvivalCurve: Equatable, Sendable {
    /// How many finished at, or had waited until, one duration.
    package struct Observation: Equatable, Sendable {
        package var duration: Double
        package var finished: Int
        package var waiting: Int

        package init(duration: Double, finished: Int = 0, waiting: Int = 0) {
            (self.duration, self.finished, self.waiting) = (duration, finished, waiting)
        }
    }

    struct Step: Equatable {
        var duration: Double
        /// The share that takes longer, after this step.
        var survival: Double
        /// Greenwood's sum; infinite when nobody is left.
        var greenwood: Double
    }

    package struct Quantile: Equatable, Sendable {
        /// nil when the curve never gets there: it takes longer than the longest follow-up.
        package var value: Double?
        package var lower: Double?
        package var upper: Double?
    }

    let steps: [Step]
    /// Finished and waiting together.
    package let count: Int
    package let finishedCount: Int
    /// The longest duration that was watched; nil without observations.
    package let longestFollowUp: Double?

    /// A little more than rounding can be off.
    private static let tolerance = 1e-12

    /// - Parameter observations: in any order; those of one duration may be split.
    package init(_ observations: [Observation]) {
        var merged: [Double: (finished: Int, waiting: Int)] = [:]
        for observation in observations {
            let known = merged[observation.duration] ?? (0, 0)
            merged[observation.duration] = (known.finished + observation.finished, known.waiting + observation.waiting)
        }
        count = observations.reduce(0) { $0 + $1.finished + $1.waiting }
        finishedCount = observations.reduce(0) { $0 + $1.finished }
        longestFollowUp = merged.filter { $0.value.finished + $0.value.waiting > 0 }.keys.max()
        var steps: [Step] = []
        var (atRisk, survival, greenwood) = (Double(count), 1.0, 0.0)
        for (duration, numbers) in merged.sorted(by: { $0.key < $1.key }) {
            let finished = Double(numbers.finished)
            if numbers.finished > 0 {
                survival *= 1 - finished / atRisk
                greenwood += atRisk > finished ? finished / (atRisk * (atRisk - finished)) : .infinity
                steps.append(Step(duration: duration, survival: atRisk > finished ? survival : 0, greenwood: greenwood))
            }
            // At a tie the waiting one was still at risk.
            atRisk -= finished + Double(numbers.waiting)
        }
        self.steps = steps
    }

    /// The share that is finished within `duration`; nil beyond the longest follow-up.
    package func finishedShare(within duration: Double) -> Double? {
        guard let longestFollowUp, duration <= longestFollowUp else { return nil }
        return 1 - (steps.last { $0.duration <= duration }?.survival ?? 1)
    }

    /// The duration within which the share `q` is finished, with its limits.
    package func quantile(_ q: Double, confidence: Double = 0.95) -> Quantile {
        let target = 1 - q + Self.tolerance
        let z = SpecialFunctions.normalQuantile((1 + confidence) / 2)
        var quantile = Quantile()
        for step in steps {
            let band = Self.band(step, z)
            if quantile.value == nil, step.survival <= target { quantile.value = step.duration }
            if quantile.lower == nil, band.lower <= target { quantile.lower = step.duration }
            if quantile.upper == nil, step.survival > 0, band.upper <= target { quantile.upper = step.duration }
        }
        return quantile
    }

    /// Limits of the survival at a step on the log-log scale.
    private static func band(_ step: Step, _ z: Double) -> (lower: Double, upper: Double) {
        guard step.survival > 0, step.survival < 1, step.greenwood > 0, step.greenwood.isFinite else {
            return (step.survival, step.survival)
        }
        let error = step.greenwood.squareRoot() / abs(log(step.survival))
        return (pow(step.survival, exp(z * error)), pow(step.survival, exp(-z * error)))
    }
}

import Glibc

/// The share of purchases to which something has happened by an age, when several things can, and some are still young.
///
/// - Source: Aalen and Johansen 1978; Greenwood's variance; limits on the log-log scale.
package struct CumulativeIncidence: Equatable, Sendable {
    /// What is known of one purchase.
    package struct Subject: Equatable, Sendable {
        /// Its age when it happened, or its age now.
        package var age: Double
        /// Which of the causes; nil when nothing has happened yet.
        package var cause: Int?

        package init(age: Double, cause: Int?) {
            (self.age, self.cause) = (age, cause)
        }
    }

    package struct Estimate: Equatable, Sendable {
        package var share: Double
        package var standardError: Double
        /// nil where nothing has happened yet, or to everybody.
        package var lower: Double?
        package var upper: Double?
    }

    private struct Step: Equatable {
        var age: Double
        var atRisk: Double
        /// By cause.
        var events: [Double]
        var survivalBefore: Double
        /// By cause, after the step.
        var incidence: [Double]

        var allEvents: Double { events.reduce(0, +) }
    }

    private let steps: [Step]
    private let ages: [Double]
    private let causeCount: Int
    package let longestFollowUp: Double?

    /// - Parameter causes: how many there are; a subject's cause is less.
    package init(_ subjects: [Subject], causes: Int) {
        causeCount = causes
        ages = subjects.map(\.age).sorted()
        longestFollowUp = ages.last
        var events: [Double: [Double]] = [:]
        for subject in subjects {
            if let cause = subject.cause { events[subject.age, default: Array(repeating: 0, count: causes)][cause] += 1 }
        }
        var steps: [Step] = []
        var survival = 1.0
        var incidence = Array(repeating: 0.0, count: causes)
        for (age, counts) in events.sorted(by: { $0.key < $1.key }) {
            let atRisk = Double(ages.count - Self.countBelow(age, in: ages))
            for cause in 0..<causes { incidence[cause] += survival * counts[cause] / atRisk }
            steps.append(Step(age: age, atRisk: atRisk, events: counts, survivalBefore: survival, incidence: incidence))
            survival *= 1 - counts.reduce(0, +) / atRisk
        }
        self.steps = steps
    }

    /// How many are known to have reached the age: under 20 the estimate deserves to be greyed.
    package func atRisk(at age: Double) -> Int { ages.count - Self.countBelow(age, in: ages) }

    /// Of one cause by an age; nil beyond the longest follow-up.
    package func estimate(of cause: Int, at age: Double, confidence: Double = 0.95) -> Estimate? {
        guard let longestFollowUp, age <= longestFollowUp else { return nil }
        let past = steps.filter { $0.age <= age }
        let share = past.last?.incidence[cause] ?? 0
        var variance = 0.0
        for step in past {
            let (n, d, own) = (step.atRisk, step.allEvents, step.events[cause])
            let rest = share - step.incidence[cause]
            if n > d { variance += rest * rest * d / (n * (n - d)) }
            variance += step.survivalBefore * step.survivalBefore * own * (n - own) / (n * n * n)
            variance -= 2 * rest * step.survivalBefore * own / (n * n)
        }
        return Self.estimate(share: share, variance: max(0, variance), confidence)
    }

    /// Of any cause by an age; nil beyond the longest follow-up.
    package func estimateOfAny(at age: Double, confidence: Double = 0.95) -> Estimate? {
        guard let longestFollowUp, age <= longestFollowUp else { return nil }
        var (survival, greenwood) = (1.0, 0.0)
        for step in steps where step.age <= age {
            let (n, d) = (step.atRisk, step.allEvents)
            survival *= 1 - d / n
            if n > d { greenwood += d / (n * (n - d)) }
        }
        return Self.estimate(share: 1 - survival, variance: survival * survival * greenwood, confidence)
    }

    private static func estimate(share: Double, variance: Double, _ confidence: Double) -> Estimate {
        let survival = 1 - share
        guard share > 0, survival > 0, variance > 0 else { return Estimate(share: share, standardError: variance.squareRoot()) }
        let z = SpecialFunctions.normalQuantile((1 + confidence) / 2)
        let error = variance.squareRoot() / (survival * abs(log(survival)))
        return Estimate(
            share: share, standardError: variance.squareRoot(), lower: 1 - pow(survival, exp(-z * error)),
            upper: 1 - pow(survival, exp(z * error)))
    }

    /// The upper limit where nothing has happened to any of `count`.
    package static func upperLimitOfNothing(count: Int, confidence: Double = 0.95) -> Double? {
        guard count > 0 else { return nil }
        return 1 - pow((1 - confidence) / 2, 1 / Double(count))
    }

    private static func countBelow(_ value: Double, in sorted: [Double]) -> Int {
        var (low, high) = (0, sorted.count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

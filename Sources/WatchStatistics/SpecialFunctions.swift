import Glibc

/// The functions that the distributions are made of.
package enum SpecialFunctions {
    private static let tiny = 1e-300
    private static let epsilon = 1e-16
    private static let mostTerms = 100_000

    /// ln Γ(x) for x > 0.
    package static func logGamma(_ x: Double) -> Double {
        var sign: Int32 = 0
        return unsafe lgamma_r(x, &sign)
    }

    /// ln B(a, b) for a, b > 0.
    package static func logBeta(_ a: Double, _ b: Double) -> Double { logGamma(a) + logGamma(b) - logGamma(a + b) }

    /// I_x(a, b), the regularized incomplete beta function, for a, b > 0.
    ///
    /// - Source: Lentz's continued fraction, on the side where it converges fast.
    package static func regularizedBeta(_ a: Double, _ b: Double, _ x: Double) -> Double {
        guard x > 0 else { return 0 }
        guard x < 1 else { return 1 }
        if x >= (a + 1) / (a + b + 2) { return 1 - betaFraction(b, a, 1 - x, logOther: log(x)) }
        return betaFraction(a, b, x, logOther: log1p(-x))
    }

    /// I_x(a, b) on its fast side; `logOther` is ln(1 - x), known exactly by the caller.
    private static func betaFraction(_ a: Double, _ b: Double, _ x: Double, logOther: Double) -> Double {
        let front = exp(a * log(x) + b * logOther - logBeta(a, b)) / a
        var (c, d) = (1.0, 1 - (a + b) * x / (a + 1))
        if abs(d) < tiny { d = tiny }
        d = 1 / d
        var value = d
        for term in 1...mostTerms {
            let m = Double(term)
            for numerator in [
                m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
            ] {
                d = 1 + numerator * d
                if abs(d) < tiny { d = tiny }
                c = 1 + numerator / c
                if abs(c) < tiny { c = tiny }
                d = 1 / d
                value *= d * c
            }
            if abs(d * c - 1) < epsilon { break }
        }
        return front * value
    }

    /// The x with I_x(a, b) = p.
    package static func inverseRegularizedBeta(_ a: Double, _ b: Double, _ p: Double) -> Double {
        guard p > 0 else { return 0 }
        guard p < 1 else { return 1 }
        return root(in: 0...1) { regularizedBeta(a, b, $0) - p }
    }

    /// P(a, x) and Q(a, x) = 1 - P, the regularized incomplete gamma functions, for a > 0.
    ///
    /// - Source: the series below a + 1, Lentz's continued fraction above it.
    package static func regularizedGamma(_ a: Double, _ x: Double) -> (p: Double, q: Double) {
        guard x > 0 else { return (0, 1) }
        let front = exp(a * log(x) - x - logGamma(a))
        if x < a + 1 {
            var (term, sum, n) = (1 / a, 1 / a, a)
            for _ in 0..<mostTerms {
                n += 1
                term *= x / n
                sum += term
                if term < sum * epsilon { break }
            }
            return (front * sum, 1 - front * sum)
        }
        var b = x + 1 - a
        var (c, d) = (1 / tiny, 1 / b)
        var value = d
        for term in 1...mostTerms {
            let n = Double(term)
            b += 2
            d = 1 / nonZero(-n * (n - a) * d + b)
            c = nonZero(b - n * (n - a) / c)
            value *= d * c
            if abs(d * c - 1) < epsilon { break }
        }
        return (1 - front * value, front * value)
    }

    private static func nonZero(_ x: Double) -> Double { abs(x) < tiny ? tiny : x }

    /// Φ(z).
    package static func normalCDF(_ z: Double) -> Double { erfc(-z / 2.0.squareRoot()) / 2 }

    /// The z with Φ(z) = p, for p between 0 and 1.
    package static func normalQuantile(_ p: Double) -> Double {
        precondition(p > 0 && p < 1)
        // In the lower tail, where the probability has all its digits.
        guard p <= 0.5 else { return -normalQuantile(1 - p) }
        return root(in: -40...0) { normalCDF($0) - p }
    }

    /// ln(Σ exp(x)); nothing is -infinity.
    package static func logSumExp(_ values: [Double]) -> Double {
        guard let greatest = values.max(), greatest > -.infinity else { return -.infinity }
        return greatest + log(values.reduce(0) { $0 + exp($1 - greatest) })
    }

    /// Where a growing function crosses 0, by plain bisection down to the last bit.
    package static func root(in range: ClosedRange<Double>, _ growing: (Double) -> Double) -> Double {
        var (low, high) = (range.lowerBound, range.upperBound)
        for _ in 0..<2000 {
            let middle = low + (high - low) / 2
            guard middle > low, middle < high else { break }
            if growing(middle) < 0 { low = middle } else { high = middle }
        }
        return low + (high - low) / 2
    }
}

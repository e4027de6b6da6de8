/// Numbers as Prometheus reads them.
package enum PrometheusNumber {
    /// 2^53: up to it each whole number has a `Double` of its own.
    private static let largestExact = 9_007_199_254_740_992.0

    /// The shortest text that is read back as the same number; whole numbers without fraction.
    ///
    /// A count above 2^53 has been rounded before it came here.
    package static func text(_ value: Double) -> String {
        // A negative NaN would print as "-nan", which Prometheus rejects; and Swift's "inf" lacks the sign.
        guard !value.isNaN else { return "NaN" }
        guard value.isFinite else { return value > 0 ? "+Inf" : "-Inf" }
        if value.magnitude <= largestExact, case let whole = Int64(value), Double(whole) == value { return String(whole) }
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

/// Numbers as Prometheus reads them.
package enum PrometheusNumber {
    /// The shortest text that is read back as the same number; whole numbers without fraction.
    ///
    /// A `Double` holds every whole number up to 2^53. A larger count has been rounded before it came here.
    package static func text(_ value: Double) -> String {
        // A negative NaN would print as "-nan", which Prometheus rejects; and Swift's "inf" lacks the sign.
        guard !value.isNaN else { return "NaN" }
        guard value.isFinite else { return value > 0 ? "+Inf" : "-Inf" }
        if let whole = Int64(exactly: value), whole.magnitude <= 1 << 53 { return String(whole) }
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

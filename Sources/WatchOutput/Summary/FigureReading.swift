import WatchModel

/// How a metric is read by a person, told by its name alone.
struct FigureReading {
    /// `oldest pending purchase` for `iapwatch_oldest_pending_purchase_timestamp_seconds`.
    let title: String
    private let unit: Unit

    private enum Unit {
        case count
        case timestamp
        case duration
        /// Millionths of a currency.
        case money
    }

    init(metric: String) {
        var words = Substring(metric)
        if words.hasPrefix("iapwatch_") { words = words.dropFirst("iapwatch_".count) }
        if words.hasSuffix("_timestamp_seconds") {
            (words, unit) = (words.dropLast("_timestamp_seconds".count), .timestamp)
        } else if words.hasSuffix("_seconds") {
            (words, unit) = (words.dropLast("_seconds".count), .duration)
        } else if words.hasSuffix("_micros") {
            (words, unit) = (words.dropLast("_micros".count), .money)
        } else {
            unit = .count
        }
        title = String(words.split(separator: "_").joined(separator: " "))
    }

    /// Times and durations cannot be added up, and a zero among them means something.
    var isCount: Bool { unit == .count }

    /// Whether a zero is nothing to speak of.
    var isAmount: Bool { unit == .count || unit == .money }

    /// `value` as a person reads it; a moment as its age.
    func text(_ value: Double, now: Instant) -> String {
        switch unit {
        case .count: PrometheusNumber.text(value)
        case .duration: DurationText.render(value)
        case .money: Self.money(micros: value)
        case .timestamp: DurationText.age(of: value, now: now)
        }
    }

    /// `285.84`; fractions of a cent only where there are some.
    private static func money(micros: Double) -> String {
        guard micros.isFinite, abs(micros) < 9e15 else { return PrometheusNumber.text(micros / 1_000_000) }
        let micros = Int64(micros)
        var digits = Array(String(1_000_000 + micros.magnitude % 1_000_000).dropFirst())
        while digits.count > 2, digits.last == "0" { digits.removeLast() }
        return "\(micros < 0 ? "-" : "")\(micros.magnitude / 1_000_000).\(String(digits))"
    }
}

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
    }

    init(metric: String) {
        var words = Substring(metric)
        if words.hasPrefix("iapwatch_") { words = words.dropFirst("iapwatch_".count) }
        if words.hasSuffix("_timestamp_seconds") {
            (words, unit) = (words.dropLast("_timestamp_seconds".count), .timestamp)
        } else if words.hasSuffix("_seconds") {
            (words, unit) = (words.dropLast("_seconds".count), .duration)
        } else {
            unit = .count
        }
        title = String(words.split(separator: "_").joined(separator: " "))
    }

    /// Times and durations cannot be added up, and a zero among them means something.
    var isCount: Bool { unit == .count }

    /// `value` as a person reads it; a moment as its age.
    func text(_ value: Double, now: Instant) -> String {
        switch unit {
        case .count: PrometheusNumber.text(value)
        case .duration: DurationText.render(value)
        case .timestamp: DurationText.age(of: value, now: now)
        }
    }
}

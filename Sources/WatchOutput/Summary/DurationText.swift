package import WatchModel

/// Lengths of time as a person reads them.
package enum DurationText {
    /// The two largest units of a length in seconds, rounded down: `3 d 4 h`, `1 min`, `12 s`.
    package static func render(_ seconds: Double) -> String {
        guard !seconds.isNaN else { return "?" }
        guard seconds >= 0 else { return "-" + render(-seconds) }
        // Far beyond any date, and far from where the conversion would trap.
        var rest = Int64(min(seconds, 1e15))
        var parts: [String] = []
        for (unit, length): (String, Int64) in [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)] {
            let count = rest / length
            rest %= length
            guard count > 0 else {
                guard parts.isEmpty else { break }
                continue
            }
            parts.append("\(count) \(unit)")
            if parts.count == 2 { break }
        }
        return parts.isEmpty ? "0 s" : parts.joined(separator: " ")
    }

    /// What something cost: `0.3 ms`, `1.25 s`, `2 min 5 s`.
    package static func cost(_ seconds: Double) -> String {
        switch seconds {
        case ..<1: "\((seconds * 10_000).rounded() / 10) ms"
        case ..<60: "\((seconds * 100).rounded() / 100) s"
        default: render(seconds)
        }
    }

    /// How long ago a Unix time was; `in 3 h` when it is still to come.
    package static func age(of timestamp: Double, now: Instant) -> String {
        let age = now.secondsWithFraction - timestamp
        return age > -1 ? render(max(age, 0)) : "in " + render(-age)
    }
}

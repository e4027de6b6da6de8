/// Writes a length of time as people say it: the two largest units, such as `3 d 4 h`.
package enum AgeText {
    private static let units: [(name: String, seconds: Int64)] = [("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)]

    /// - Parameter seconds: may be negative: a time that lies ahead.
    package static func render(seconds: Double) -> String {
        guard seconds.isFinite, abs(seconds) < 9e15 else { return "?" }
        let whole = Int64(seconds.rounded(.down))
        guard whole >= 0 else { return "-" + render(seconds: -Double(whole)) }
        guard let first = units.firstIndex(where: { whole >= $0.seconds }) else { return "0 s" }
        let count = whole / units[first].seconds
        let rest = whole % units[first].seconds
        guard first + 1 < units.count, rest >= units[first + 1].seconds else { return "\(count) \(units[first].name)" }
        return "\(count) \(units[first].name) \(rest / units[first + 1].seconds) \(units[first + 1].name)"
    }
}

import WatchModel

extension ConfigurationSection {
    private static let secondsByUnit: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]

    /// `90s`, `5m`, `24h` or `7d`, in seconds.
    ///
    /// - Parameter range: in seconds; a plain `0` needs no unit where it is allowed.
    func duration(_ key: String, in range: ClosedRange<Int64>) -> Int64? {
        guard let entry = self[key] else { return nil }
        return duration(entry, of: fullName(key), in: range, hint: exampleHint(key))
    }

    /// The same for an entry whose key the user chose.
    ///
    /// - Parameter name: what messages call it.
    func duration(_ entry: YAMLNode.Entry, of name: String, in range: ClosedRange<Int64>, hint: String?) -> Int64? {
        guard let text = entry.value.text, !text.isEmpty else {
            reportWrongType(entry, expected: "be a duration", name: name, hint: hint)
            return nil
        }
        guard let seconds = Self.seconds(text) else {
            let isNumber = text.allSatisfy { $0.isASCII && $0.isNumber }
            problems.error(
                "bad-duration", at: entry.position, isNumber ? "\(name) lacks a unit" : "\(name) must be a whole number and a unit",
                hint: "Units are `s`, `m`, `h` and `d`." + (hint.map { " " + $0 } ?? ""))
            return nil
        }
        guard range.contains(seconds) else {
            let (least, most) = (Self.text(seconds: range.lowerBound), Self.text(seconds: range.upperBound))
            problems.error("out-of-range", at: entry.position, "\(name) must lie between `\(least)` and `\(most)`")
            return nil
        }
        return seconds
    }

    private static func seconds(_ text: String) -> Int64? {
        guard text != "0" else { return 0 }
        guard let last = text.last, let unit = secondsByUnit[last], text.dropLast().allSatisfy({ $0.isASCII && $0.isNumber }),
            let number = Int64(text.dropLast())
        else { return nil }
        let (seconds, overflow) = number.multipliedReportingOverflow(by: unit)
        return overflow ? .max : seconds
    }

    private static func text(seconds: Int64) -> String {
        for (unit, size) in [("d", Int64(86_400)), ("h", 3600), ("m", 60)] where seconds > 0 && seconds % size == 0 {
            return "\(seconds / size)\(unit)"
        }
        return "\(seconds)s"
    }
}

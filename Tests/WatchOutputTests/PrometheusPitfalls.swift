import WatchModel

/// Inputs that have broken exporters: each is written, read back by our parser, and taken by promtool and node_exporter.
enum PrometheusPitfalls {
    struct LabelCase: Sendable {
        var name: String
        var input: String
        /// What Prometheus has to see.
        var expected: String
    }

    struct NumberCase: Sendable {
        var name: String
        var value: Double
        var text: String
    }

    static let labels: [LabelCase] = [
        LabelCase(name: "empty", input: "", expected: ""),
        LabelCase(name: "line feed", input: "a\nb", expected: "a\nb"),
        LabelCase(name: "CR LF", input: "c\r\nd", expected: "c\nd"),
        LabelCase(name: "CR alone", input: "e\rf", expected: "ef"),
        LabelCase(name: "trailing backslash", input: "a\\", expected: "a\\"),
        LabelCase(name: "backslash n, which is no line feed", input: "a\\nb", expected: "a\\nb"),
        LabelCase(name: "quote", input: "say \"hi\"", expected: "say \"hi\""),
        LabelCase(name: "quote with a combining mark", input: "\"\u{301}x", expected: "\"\u{301}x"),
        LabelCase(name: "backslash with a combining mark", input: "\\\u{301}", expected: "\\\u{301}"),
        LabelCase(name: "NUL", input: "g\0h", expected: "gh"),
        LabelCase(name: "tab, escape, DEL, C1", input: "a\t\u{1B}[2J\u{7F}\u{85}b", expected: "a[2Jb"),
        LabelCase(name: "byte order mark", input: "\u{FEFF}i\u{FEFF}", expected: "i"),
        LabelCase(name: "emoji", input: "👩‍👩‍👧 🇪🇺", expected: "👩‍👩‍👧 🇪🇺"),
        LabelCase(name: "right to left", input: "מחיר \u{202E}abc", expected: "מחיר \u{202E}abc"),
        LabelCase(name: "a second series", input: "a\"} 1\nfake{x=\"", expected: "a\"} 1\nfake{x=\""),
        LabelCase(name: "10 kB", input: String(repeating: "x", count: 10_000), expected: String(repeating: "x", count: 199) + "…"),
        LabelCase(name: "200 scalars", input: String(repeating: "é", count: 200), expected: String(repeating: "é", count: 200)),
        LabelCase(name: "NFC", input: "caf\u{E9}", expected: "caf\u{E9}"),
        LabelCase(name: "NFD", input: "cafe\u{301}", expected: "cafe\u{301}"),
        LabelCase(name: "lower case", input: "google", expected: "google"),
        LabelCase(name: "upper case", input: "Google", expected: "Google"),
        LabelCase(name: "replaced invalid UTF-8", input: String(decoding: [0x61, 0xFF] as [UInt8], as: UTF8.self), expected: "a\u{FFFD}"),
    ]

    static let numbers: [NumberCase] = [
        NumberCase(name: "zero", value: 0, text: "0"),
        NumberCase(name: "minus zero", value: -0.0, text: "0"),
        NumberCase(name: "whole", value: 100, text: "100"),
        NumberCase(name: "a time with a fraction", value: 1_700_000_000.123, text: "1700000000.123"),
        NumberCase(name: "a tenth", value: 0.1, text: "0.1"),
        NumberCase(name: "1e300", value: 1e300, text: "1e+300"),
        NumberCase(name: "the smallest", value: .leastNonzeroMagnitude, text: "5e-324"),
        NumberCase(name: "2^53", value: 9_007_199_254_740_992, text: "9007199254740992"),
        NumberCase(name: "2^53 + 1, rounded before it came here", value: Double(Int64(9_007_199_254_740_993)), text: "9007199254740992"),
        NumberCase(name: "2^63", value: 9_223_372_036_854_775_808, text: "9.223372036854776e+18"),
        NumberCase(name: "epoch zero", value: Instant(seconds: 0).secondsWithFraction, text: "0"),
        NumberCase(name: "a time in the year 2100", value: 4_102_444_800, text: "4102444800"),
        NumberCase(name: "milliseconds kept as seconds", value: 1_796_000_000_000, text: "1796000000000"),
        NumberCase(name: "negative", value: -3, text: "-3"),
    ]

    /// All of them in one file.
    static var families: [MetricFamily] {
        [
            MetricFamily(
                name: "iapwatch_pitfall_purchases", help: "Label values that are hard to write: \\ \"quoted\"\nand a second line.",
                samples: labels.enumerated().map { MetricFamily.Sample(LabelSet([("store", $1.input)]), Double($0)) }),
            MetricFamily(
                name: "iapwatch_pitfall_seconds", help: "Numbers that are hard to write.",
                samples: numbers.map { MetricFamily.Sample(LabelSet([("check", $0.name)]), $0.value) }),
        ]
    }
}

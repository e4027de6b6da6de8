import WatchModel

/// Reads `gauge name (options): Help.`
struct GaugeParser {
    var scanner: HeaderScanner
    let metricPrefix: String

    /// Every option, as the README explains it.
    static let options = [
        "needs COLUMN", "fold sum|min|max", "absent when null", "without labels", "else count first seen before PARAMETER",
        "else count first seen from PARAMETER before PARAMETER", "else oldest first seen", "else oldest first seen from PARAMETER",
    ]

    private var needs = Requirement.nothing
    private var fallback: GaugeDefinition.Fallback?
    private var fold = GaugeDefinition.Fold.sum
    private var isAbsentWhenNull = false
    private var hasLabels = true
    private var seenOptions: Set<String> = []
    /// The columns that its options name.
    private(set) var mentions: [ColumnMention] = []

    init(scanner: HeaderScanner, metricPrefix: String) {
        self.scanner = scanner
        self.metricPrefix = metricPrefix
    }

    mutating func gauge() throws(Problem) -> GaugeDefinition {
        guard let name = scanner.word() else { throw scanner.problem("no-gauge-name", "a gauge wants a name") }
        if let complaint = MetricNames.complaint(gauge: name.text) {
            throw scanner.problem("bad-gauge-name", complaint, at: name.offset)
        }
        if scanner.skip("(") { try options() }
        try checkFold(name)
        guard scanner.skip(":") else {
            throw scanner.problem("no-colon", "a gauge wants a colon and its help text: `gauge \(name.text): What it counts.`")
        }
        let help = scanner.rest()
        guard !help.isEmpty else {
            throw scanner.problem(
                "no-help", "the gauge \(name.text) has no help text", hint: "People read it at three in the morning: say what is counted.")
        }
        return GaugeDefinition(
            name: name.text, metric: metricPrefix + name.text, help: help, fold: fold, isAbsentWhenNull: isAbsentWhenNull,
            hasLabels: hasLabels, needs: needs, fallback: fallback,
            position: scanner.line.position(name.offset, length: name.text.unicodeScalars.count))
    }

    private mutating func options() throws(Problem) {
        repeat { try option() } while scanner.skip(",")
        guard scanner.skip(")") else {
            throw scanner.problem("no-parenthesis", "a comma or a closing parenthesis is expected here")
        }
    }

    /// The sum of two moments is none.
    private func checkFold(_ name: (text: String, offset: Int)) throws(Problem) {
        guard name.text.hasSuffix("_timestamp_seconds"), fold == .sum else { return }
        throw scanner.problem(
            "bad-fold", "rows of \(name.text) cannot be added up: it is a moment", at: name.offset,
            hint: "Add the option `fold min` or `fold max`.")
    }

    private mutating func option() throws(Problem) {
        var ahead = scanner
        if let word = ahead.word(), !seenOptions.insert(word.text).inserted {
            throw scanner.problem("duplicate-option", "`\(word.text)` stands twice among the options", at: word.offset)
        }
        if scanner.skip(words: "needs") {
            needs = try RequirementParser.parse(&scanner, &mentions)
        } else if scanner.skip(words: "absent", "when", "null") {
            isAbsentWhenNull = true
        } else if scanner.skip(words: "without", "labels") {
            hasLabels = false
        } else if scanner.skip(words: "fold") {
            let word = scanner.word()
            guard let word, let fold = GaugeDefinition.Fold(rawValue: word.text) else {
                let names = GaugeDefinition.Fold.allCases.map(\.rawValue).joined(separator: ", ")
                throw scanner.problem("bad-fold", "`fold` wants one of: \(names)", at: word?.offset)
            }
            self.fold = fold
        } else if scanner.skip(words: "else", "oldest", "first", "seen") {
            fallback = .oldestFirstSeen(from: scanner.skip(words: "from") ? try cutoff("from") : nil)
        } else if scanner.skip(words: "else", "count", "first", "seen") {
            let from = scanner.skip(words: "from") ? try cutoff("from") : nil
            guard scanner.skip(words: "before") else {
                throw scanner.problem("no-parameter", "`first seen` wants a `before`, such as `before pending_cutoff`")
            }
            fallback = .countFirstSeen(from: from, before: try cutoff("before"))
        } else {
            throw scanner.problem(
                "unknown-option", "this is no option of a gauge",
                hint: "Options: \(Self.options.joined(separator: ", ")).")
        }
    }

    /// The time parameter behind `from` or `before`.
    private mutating func cutoff(_ word: String) throws(Problem) -> String {
        guard let parameter = scanner.word() else {
            throw scanner.problem("no-parameter", "`\(word)` wants the name of a parameter, such as pending_cutoff")
        }
        guard QueryParameters.names.contains(parameter.text), parameter.text.hasSuffix("_cutoff") else {
            throw scanner.problem("unknown-parameter", "there is no time parameter \(parameter.text)", at: parameter.offset)
        }
        return parameter.text
    }
}

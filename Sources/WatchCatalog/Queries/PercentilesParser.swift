import WatchModel

/// Reads `percentiles name_seconds (of SECONDS, finished COUNT, waiting COUNT): Help.` into a metric and its companion.
struct PercentilesParser {
    var scanner: HeaderScanner
    let metricPrefix: String

    private static let suffix = "_seconds"
    private static let example = "`percentiles name_seconds (of seconds, finished done, waiting in_flight): How long it takes.`"

    /// - Returns: the percentiles that are reached, and the lower bounds of those that are not.
    mutating func gauges() throws(Problem) -> [GaugeDefinition] {
        guard let name = scanner.word() else { throw scanner.problem("no-gauge-name", "percentiles want a name", hint: Self.hint) }
        if let complaint = MetricNames.complaint(gauge: name.text) { throw scanner.problem("bad-gauge-name", complaint, at: name.offset) }
        guard name.text.hasSuffix(Self.suffix), !name.text.hasSuffix("_timestamp_seconds") else {
            throw scanner.problem(
                "bad-gauge-name", "percentiles are durations: the name ends in _seconds, and not in _timestamp_seconds", at: name.offset)
        }
        guard scanner.skip("(") else { throw scanner.problem("no-columns", "percentiles name their columns", hint: Self.hint) }
        let duration = try column(behind: "of")
        try comma()
        let finished = try column(behind: "finished")
        try comma()
        let waiting = try column(behind: "waiting")
        guard Set([duration, finished, waiting]).count == 3 else {
            throw scanner.problem("duplicate-column", "the three columns of percentiles are three different ones")
        }
        guard scanner.skip(")") else { throw scanner.problem("no-parenthesis", "a closing parenthesis is expected here") }
        guard scanner.skip(":") else {
            throw scanner.problem("no-colon", "percentiles want a colon and their help text", hint: Self.hint)
        }
        let help = scanner.rest()
        guard !help.isEmpty else { throw scanner.problem("no-help", "the percentiles \(name.text) have no help text") }
        func gauge(_ name: String, _ help: String, isLowerBound: Bool, at position: FilePosition) -> GaugeDefinition {
            GaugeDefinition(
                name: name, metric: metricPrefix + name, help: help, fold: .max, isAbsentWhenNull: true, hasLabels: true, needs: .nothing,
                fallback: nil, position: position,
                percentiles: GaugeDefinition.Percentiles(
                    durationColumn: duration, finishedColumn: finished, waitingColumn: waiting, isLowerBound: isLowerBound))
        }
        let position = scanner.line.position(name.offset, length: name.text.unicodeScalars.count)
        let bound = name.text.dropLast(Self.suffix.count) + "_at_least" + Self.suffix
        return [
            gauge(name.text, help, isLowerBound: false, at: position),
            gauge(
                String(bound),
                "Lower bound of \(metricPrefix)\(name.text) where too much still waits for the percentile to be known: the longest time "
                    + "that was watched.", isLowerBound: true, at: position),
        ]
    }

    private static var hint: String { "For example \(example)" }

    private mutating func column(behind word: String) throws(Problem) -> String {
        guard scanner.skip(words: word), let column = scanner.word() else {
            throw scanner.problem("no-column", "`\(word)` and the name of a column are expected here", hint: Self.hint)
        }
        return column.text
    }

    private mutating func comma() throws(Problem) {
        guard scanner.skip(",") else { throw scanner.problem("no-comma", "a comma is expected here", hint: Self.hint) }
    }
}

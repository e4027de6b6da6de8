import WatchModel

/// Reads `gauge name (options): Help.`
struct GaugeParser {
    var scanner: HeaderScanner
    let metricPrefix: String

    private var needs = Requirement.nothing
    private var fallback: GaugeDefinition.Fallback?
    private var fold = GaugeDefinition.Fold.sum
    private var isAbsentWhenNull = false
    private var hasLabels = true

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
        guard scanner.skip(":") else { throw scanner.problem("no-help", "a gauge wants a colon and its help text: `gauge \(name.text): What it counts.`") }
        let help = scanner.rest()
        guard !help.isEmpty else {
            throw scanner.problem("no-help", "the gauge \(name.text) has no help text", hint: "People read it at three in the morning: say what is counted.")
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

    private mutating func option() throws(Problem) {
        if scanner.skip(words: "needs") {
            needs = try RequirementParser.parse(&scanner)
        } else if scanner.skip(words: "absent", "when", "null") {
            isAbsentWhenNull = true
        } else if scanner.skip(words: "without", "labels") {
            hasLabels = false
        } else if scanner.skip(words: "fold") {
            guard let word = scanner.word(), let fold = GaugeDefinition.Fold(rawValue: word.text) else {
                throw scanner.problem("bad-fold", "`fold` wants one of: sum, min, max")
            }
            self.fold = fold
        } else if scanner.skip(words: "else", "oldest", "first", "seen") {
            fallback = .oldestFirstSeen
        } else if scanner.skip(words: "else", "count", "first", "seen", "before") {
            guard let parameter = scanner.word() else {
                throw scanner.problem("no-parameter", "`before` wants the name of a parameter, such as pending_cutoff")
            }
            guard QueryParameters.definitions.contains(where: { $0.name == parameter.text }), parameter.text.hasSuffix("_cutoff") else {
                throw scanner.problem("unknown-parameter", "there is no time parameter \(parameter.text)", at: parameter.offset)
            }
            fallback = .countFirstSeen(before: parameter.text)
        } else {
            throw scanner.problem(
                "unknown-option", "this is no option of a gauge",
                hint: "Options: needs COLUMN, fold sum|min|max, absent when null, without labels, else count first seen before PARAMETER, else oldest first seen.")
        }
    }
}

/// Reads `a + b | state=purchased`.
enum RequirementParser {
    static func parse(_ scanner: inout HeaderScanner) throws(Problem) -> Requirement {
        var alternatives: [[Requirement.Item]] = []
        repeat {
            var group: [Requirement.Item] = []
            repeat { group.append(try item(&scanner)) } while scanner.skip("+")
            alternatives.append(group)
        } while scanner.skip("|")
        return Requirement(alternatives)
    }

    private static func item(_ scanner: inout HeaderScanner) throws(Problem) -> Requirement.Item {
        guard let first = scanner.word() else { throw scanner.problem("no-column", "a column name is expected here") }
        var item = Requirement.Item(column: first.text)
        if scanner.skip(".") {
            guard let column = scanner.word() else { throw scanner.problem("no-column", "a column name is expected here") }
            item = Requirement.Item(table: first.text, column: column.text)
        }
        let columns = CanonicalSchema.tables.filter { item.table == nil || item.table == $0.name }.compactMap { $0[column: item.column] }
        guard !columns.isEmpty else {
            throw scanner.problem("unknown-column", "there is no canonical column \(item.text)", at: first.offset)
        }
        guard scanner.skip("=") else { return item }
        guard let word = scanner.word(), columns.contains(where: { $0.words?.contains(word.text) ?? false }) else {
            throw scanner.problem("unknown-word", "\(item.column) knows no such word")
        }
        item.word = word.text
        return item
    }
}

import WatchModel

/// Reads the header grammar of `queries/README.md`. A near miss is an error that quotes the line, never a comment.
struct QueryHeaderParser {
    struct Parsed {
        var summary = ""
        var reads: [QueryDefinition.TableUse] = []
        var needs = Requirement.nothing
        var labels: [QueryDefinition.LabelDefinition] = []
        var gauges: [GaugeDefinition] = []
        var cadence = Cadence.run
        var indexes: [QueryDefinition.IndexSuggestion] = []
    }

    static let keys = ["reads", "needs", "labels", "every", "gauge", "percentiles", "index"]

    let metricPrefix: String
    private(set) var parsed = Parsed()
    private(set) var problems: [Problem] = []
    private var seenKeys: Set<String> = []
    private var mentions: [ColumnMention] = []

    init(metricPrefix: String) {
        self.metricPrefix = metricPrefix
    }

    mutating func parse(_ header: QueryHeader, file: String) {
        guard let first = header.lines.first else {
            problems.append(
                Problem(
                    code: "no-header", at: FilePosition(file: file, line: 1, column: 1), summary: "the query file has no header",
                    hint: "Begin with `-- What it measures.`, then `-- reads:`, `-- labels:` and a `-- gauge` line for each column."))
            return
        }
        parsed.summary = first.text
        if first.text.isEmpty || Self.keys.contains(where: { first.text.hasPrefix("\($0):") || first.text.hasPrefix("\($0) ") }) {
            problems.append(HeaderScanner(first).problem("no-summary", "the first line says what the query measures, in one sentence"))
        }
        for line in header.lines.dropFirst() { parse(line) }
        if parsed.reads.isEmpty && !seenKeys.contains("reads") {
            problems.append(
                HeaderScanner(first).problem(
                    "no-reads", "the header does not say which tables the query reads", hint: "Add `-- reads: purchases`."))
        }
        if !parsed.reads.isEmpty {
            let tables = parsed.reads.map(\.table)
            problems += mentions.compactMap { $0.complaint(reading: tables) }
        }
        if parsed.gauges.isEmpty && seenKeys.isDisjoint(with: ["gauge", "percentiles"]) {
            problems.append(
                HeaderScanner(first).problem(
                    "no-gauges", "the header names no gauge", hint: "Add `-- gauge name: What it counts.` for each column."))
        }
    }

    private mutating func parse(_ line: QueryHeader.Line) {
        var scanner = HeaderScanner(line)
        guard let key = scanner.word() else {
            problems.append(scanner.problem("unknown-header", "this header line is neither `-- key: value` nor the continuation of one"))
            return
        }
        guard Self.keys.contains(key.text) else {
            let meant = nearest(key.text, in: Self.keys)
            let guess = meant.map { "Did you mean `\($0)`? " } ?? ""
            // What is only misspelt is not missing as well.
            if let meant { seenKeys.insert(meant) }
            problems.append(
                scanner.problem(
                    "unknown-header", "`\(key.text)` is no word of the query header", at: key.offset,
                    hint: guess
                        + "A header line begins with one of: \(Self.keys.joined(separator: ", ")); a continuation with three spaces."))
            return
        }
        do throws(Problem) {
            try parse(key: key.text, at: key.offset, &scanner)
        } catch {
            problems.append(error)
        }
    }

    private mutating func parse(key: String, at offset: Int, _ scanner: inout HeaderScanner) throws(Problem) {
        if seenKeys.contains(key), key != "gauge", key != "percentiles", key != "index" {
            throw scanner.problem("duplicate-header", "`\(key)` stands twice in this header", at: offset)
        }
        seenKeys.insert(key)
        if key == "gauge" {
            var parser = GaugeParser(scanner: scanner, metricPrefix: metricPrefix)
            defer { mentions += parser.mentions }
            let gauge = try parser.gauge()
            if parsed.gauges.contains(where: { $0.name == gauge.name }) {
                throw scanner.problem("duplicate-gauge", "the gauge \(gauge.name) stands twice in this header", at: scanner.nextOffset)
            }
            parsed.gauges.append(gauge)
            return
        }
        if key == "percentiles" {
            var parser = PercentilesParser(scanner: scanner, metricPrefix: metricPrefix)
            let gauges = try parser.gauges()
            for gauge in gauges where parsed.gauges.contains(where: { $0.name == gauge.name }) {
                throw scanner.problem("duplicate-gauge", "the gauge \(gauge.name) stands twice in this header", at: offset)
            }
            parsed.gauges += gauges
            return
        }
        guard scanner.skip(":") else { throw scanner.problem("no-colon", "`\(key)` wants a colon behind it") }
        switch key {
        case "reads": parsed.reads = try Self.tables(&scanner)
        case "needs": parsed.needs = try RequirementParser.parse(&scanner, &mentions)
        case "labels": parsed.labels = try Self.labels(&scanner)
        case "every": parsed.cadence = try Self.cadence(&scanner)
        default: parsed.indexes.append(try index(&scanner))
        }
        guard scanner.isAtEnd else { throw scanner.problem("trailing-text", "nothing is expected here") }
    }

    private static func tables(_ scanner: inout HeaderScanner) throws(Problem) -> [QueryDefinition.TableUse] {
        var tables: [QueryDefinition.TableUse] = []
        repeat {
            let table = try tableName(&scanner)
            if tables.contains(where: { $0.table == table.text }) {
                throw scanner.problem("duplicate-table", "the table \(table.text) stands twice", at: table.offset)
            }
            tables.append(QueryDefinition.TableUse(table: table.text, isOptional: scanner.skip("?")))
        } while scanner.skip(",")
        return tables
    }

    private static func tableName(_ scanner: inout HeaderScanner) throws(Problem) -> (text: String, offset: Int) {
        guard let word = scanner.word() else { throw scanner.problem("no-table", "a table name is expected here") }
        guard CanonicalSchema[table: word.text] != nil else { throw scanner.unknownTable(word) }
        return word
    }

    private static func labels(_ scanner: inout HeaderScanner) throws(Problem) -> [QueryDefinition.LabelDefinition] {
        var labels: [QueryDefinition.LabelDefinition] = []
        repeat {
            guard let name = scanner.word() else { throw scanner.problem("no-label", "a label name is expected here") }
            if let complaint = MetricNames.complaint(label: name.text) {
                throw scanner.problem("bad-label", complaint, at: name.offset)
            }
            if labels.contains(where: { $0.name == name.text }) {
                throw scanner.problem("duplicate-label", "the label \(name.text) stands twice", at: name.offset)
            }
            labels.append(QueryDefinition.LabelDefinition(name: name.text, values: try labelValues(of: name, &scanner)))
        } while scanner.skip(",")
        return labels
    }

    /// The closed list in parentheses; `store` has a list of its own.
    private static func labelValues(of name: (text: String, offset: Int), _ scanner: inout HeaderScanner) throws(Problem) -> [String] {
        guard scanner.skip("(") else {
            guard name.text == "store" else {
                throw scanner.problem(
                    "open-label", "the label \(name.text) has no closed list of values", at: name.offset,
                    hint: "Write `\(name.text) (first, second)`; any other value becomes `other`. Open labels would make endless series.")
            }
            return CanonicalSchema.stores
        }
        var values: [String] = []
        repeat {
            guard let value = scanner.word() else { throw scanner.problem("no-label-value", "a label value is expected here") }
            if values.contains(value.text) {
                throw scanner.problem("duplicate-label-value", "the value \(value.text) stands twice", at: value.offset)
            }
            values.append(value.text)
        } while scanner.skip(",")
        guard scanner.skip(")") else { throw scanner.problem("no-parenthesis", "a closing parenthesis is expected here") }
        return values
    }

    private static func cadence(_ scanner: inout HeaderScanner) throws(Problem) -> Cadence {
        let word = scanner.word()
        guard let word, let cadence = Cadence(rawValue: word.text) else {
            let words = Cadence.allCases.map(\.rawValue).joined(separator: ", ")
            throw scanner.problem("bad-cadence", "`every` wants one of: \(words)", at: word?.offset)
        }
        return cadence
    }

    private mutating func index(_ scanner: inout HeaderScanner) throws(Problem) -> QueryDefinition.IndexSuggestion {
        let table = try Self.tableName(&scanner)
        guard scanner.skip("(") else { throw scanner.problem("no-columns", "an index wants its columns in parentheses") }
        var columns: [String] = []
        repeat {
            guard let column = scanner.word() else { throw scanner.problem("no-column", "a column name is expected here") }
            guard CanonicalSchema[table: table.text]?[column: column.text] != nil else {
                throw scanner.problem("unknown-column", "\(table.text) has no canonical column \(column.text)", at: column.offset)
            }
            columns.append(column.text)
        } while scanner.skip(",")
        guard scanner.skip(")") else { throw scanner.problem("no-parenthesis", "a closing parenthesis is expected here") }
        if let first = columns.first {
            mentions.append(
                ColumnMention(
                    table: table.text, column: first,
                    position: scanner.line.position(table.offset, length: table.text.unicodeScalars.count),
                    excerpt: scanner.line.excerpt(at: table.offset)))
        }
        let condition = scanner.skip(words: "where") ? scanner.rest() : nil
        guard condition != "" else { throw scanner.problem("no-condition", "`where` wants a condition behind it") }
        return QueryDefinition.IndexSuggestion(table: table.text, columns: columns, condition: condition)
    }
}

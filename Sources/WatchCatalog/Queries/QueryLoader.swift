package import WatchModel

/// Turns query files into definitions. Every problem of every file is reported at once.
package struct QueryLoader {
    private let files: [String: String]
    private let origin: QueryDefinition.Origin
    private var problems: [Problem] = []

    /// - Parameter files: text by file name, such as `pending.sql`.
    /// - Returns: the queries, sorted by name.
    /// - Throws: all problems, when one of them is an error.
    package static func load(_ files: [String: String], origin: QueryDefinition.Origin) throws(Problems) -> [QueryDefinition] {
        var loader = QueryLoader(files: files, origin: origin)
        let queries = loader.load()
        guard loader.problems.isEmpty else { throw Problems(loader.problems) }
        return queries
    }

    /// The set that the binary carries, and that CI has loaded: it cannot be wrong on a user's machine.
    package static func loadBuiltIn() throws(Problems) -> [QueryDefinition] {
        try load(embeddedQueryFiles.filter { $0.key.hasSuffix(".sql") && !$0.key.contains("/") }, origin: .builtIn)
    }

    /// The schema with every table and column that a figure can use, as SQLite's CREATE statements.
    package static var fullSQLiteSchema: String { embeddedQueryFiles["schema/full.sqlite.sql"] ?? "" }

    private init(files: [String: String], origin: QueryDefinition.Origin) {
        (self.files, self.origin) = (files, origin)
    }

    private mutating func load() -> [QueryDefinition] {
        var queries: [QueryDefinition] = []
        for file in files.keys.sorted() {
            let parts = file.split(separator: ".").map(String.init)
            switch parts.count {
            case 2:
                if let query = query(named: parts[0], file: file) { queries.append(query) }
            case 3 where ["postgres", "sqlite", "first_seen"].contains(parts[1]):
                if files["\(parts[0]).sql"] == nil {
                    report("no-main-file", file, "\(file) is a variant of \(parts[0]).sql, which is not there")
                }
            default:
                report(
                    "bad-file-name", file, "\(file) is no name of a query file",
                    hint: "NAME.sql holds the header and the query; NAME.postgres.sql, NAME.sqlite.sql and NAME.first_seen.sql only SQL.")
            }
        }
        checkMetricsAreUnique(queries)
        return queries
    }

    private mutating func query(named name: String, file: String) -> QueryDefinition? {
        let isCustom = if case .custom = origin { true } else { false }
        let header = QueryHeader(text: files[file] ?? "", file: file)
        var parser = QueryHeaderParser(metricPrefix: isCustom ? MetricNames.customPrefix : MetricNames.prefix)
        parser.parse(header, file: file)
        problems += parser.problems
        let parsed = parser.parsed
        let main = body(header.body, file: file, firstLine: header.bodyFirstLine)
        var bodies: [Dialect: QueryDefinition.Body] = [.sqlite: main, .postgres: main]
        for dialect in Dialect.allCases {
            if let variant = variant("\(name).\(dialect.rawValue).sql") { bodies[dialect] = variant }
        }
        let firstSeen = variant("\(name).first_seen.sql")
        check(parsed, firstSeen: firstSeen, file: file)
        guard MetricNames.complaint(label: name) == nil else {
            report("bad-file-name", file, "a query's name is made of small letters, digits and underscores, and begins with a letter")
            return nil
        }
        let sources = files.keys.sorted().filter { $0.hasPrefix("\(name).") }
        return QueryDefinition(
            name: isCustom ? "custom_\(name)" : name, summary: parsed.summary, origin: origin, reads: parsed.reads, needs: parsed.needs,
            labels: parsed.labels, gauges: parsed.gauges, cadence: parsed.cadence, indexes: parsed.indexes, bodies: bodies,
            firstSeenBody: firstSeen, sourceText: sources.map { "-- file: \($0)\n" + (files[$0] ?? "") }.joined())
    }

    /// A file of SQL only, whose first line says why it is there.
    private mutating func variant(_ file: String) -> QueryDefinition.Body? {
        guard let text = files[file] else { return nil }
        if !text.hasPrefix("-- ") {
            report("no-reason", file, "the first line of \(file) has to say, in a comment, why it is there")
        }
        return body(text, file: file, firstLine: 1)
    }

    private mutating func body(_ text: String, file: String, firstLine: Int) -> QueryDefinition.Body {
        var sql = text
        while let last = sql.unicodeScalars.last, last == ";" || last == "\n" || last == " " || last == "\t" || last == "\r" {
            sql.unicodeScalars.removeLast()
        }
        let body = QueryDefinition.Body(sql: sql, file: file, firstLine: firstLine)
        if sql.utf8.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }) {
            report("no-query", file, "\(file) holds no SQL")
        }
        for occurrence in NamedParameters.occurrences(in: sql)
        where !QueryParameters.definitions.contains(where: { $0.name == occurrence.name }) {
            let names = QueryParameters.definitions.map(\.name)
            problems.append(
                Problem(
                    code: "unknown-parameter", at: body.position(utf8Offset: occurrence.range.lowerBound, length: occurrence.range.count),
                    excerpt: body.line(utf8Offset: occurrence.range.lowerBound), summary: "there is no parameter :\(occurrence.name)",
                    hint: nearest(occurrence.name, in: names).map { "Did you mean :\($0)?" }
                        ?? "The parameters are: \(names.map { ":\($0)" }.joined(separator: ", "))."))
        }
        return body
    }

    private mutating func check(_ parsed: QueryHeaderParser.Parsed, firstSeen: QueryDefinition.Body?, file: String) {
        for gauge in parsed.gauges {
            if gauge.fallback != nil && firstSeen == nil {
                report("no-first-seen", file, "the gauge \(gauge.name) falls back on the ledger, and there is no \(file.dropLast(4)).first_seen.sql", at: gauge.position)
            }
            if gauge.fallback != nil && parsed.labels.map(\.name) != ["store"] {
                report("no-first-seen", file, "the ledger keeps its entries by store: a gauge that falls back on it has that label alone", at: gauge.position)
            }
            if parsed.labels.contains(where: { $0.name == gauge.name }) {
                report("duplicate-column", file, "\(gauge.name) is both a label and a gauge", at: gauge.position)
            }
        }
    }

    private mutating func checkMetricsAreUnique(_ queries: [QueryDefinition]) {
        var owner: [String: String] = [:]
        for query in queries {
            for gauge in query.gauges {
                if let other = owner[gauge.metric] {
                    report("duplicate-metric", gauge.position.file, "\(gauge.metric) is fed by \(other).sql as well", at: gauge.position)
                }
                owner[gauge.metric] = query.name
            }
        }
    }

    private mutating func report(_ code: String, _ file: String, _ summary: String, at position: FilePosition? = nil, hint: String? = nil) {
        problems.append(
            Problem(code: code, at: position ?? FilePosition(file: file, line: 1, column: 1), summary: summary, hint: hint))
    }
}

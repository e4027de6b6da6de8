package import WatchModel

/// Turns query files into definitions. Every problem of every file is reported at once.
package struct QueryLoader {
    let files: [String: String]
    private let origin: QueryDefinition.Origin
    var problems: [Problem] = []

    /// - Parameter files: text by file name, such as `pending.sql`.
    /// - Returns: the queries, sorted by name.
    /// - Throws: all problems in the order of the files, when there is one.
    package static func load(_ files: [String: String], origin: QueryDefinition.Origin) throws(Problems) -> [QueryDefinition] {
        var loader = QueryLoader(files: files, origin: origin)
        let queries = loader.load()
        guard loader.problems.isEmpty else { throw Problems(loader.sortedProblems.map { $0.inDirectory(of: origin) }) }
        return queries.map { $0.inDirectory(of: origin) }
    }

    /// The set that the binary carries, and that CI has loaded: it cannot be wrong on a user's machine.
    package static func loadBuiltIn() throws(Problems) -> [QueryDefinition] {
        try load(embeddedQueryFiles.filter { $0.key.hasSuffix(".sql") }, origin: .builtIn)
    }

    private init(files: [String: String], origin: QueryDefinition.Origin) {
        (self.files, self.origin) = (files.mapValues(QueryText.normalized), origin)
    }

    private mutating func load() -> [QueryDefinition] {
        var queries: [QueryDefinition] = []
        for file in files.keys.sorted() {
            let parts = file.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            switch parts.count {
            case 2 where parts[1] == "sql":
                if let query = query(named: parts[0], file: file) { queries.append(query) }
            case 3 where ["postgres", "sqlite", "first_seen", "evidence"].contains(parts[1]) && parts[2] == "sql",
                4 where parts[1] == "evidence" && ["postgres", "sqlite"].contains(parts[2]) && parts[3] == "sql":
                if files["\(parts[0]).sql"] == nil {
                    report("no-main-file", file, "\(file) is a variant of \(parts[0]).sql, which is not there")
                }
            default:
                report(
                    "bad-file-name", file, "\(file) is no name of a query file",
                    hint: "NAME.sql holds the header and the query; NAME.postgres.sql, NAME.sqlite.sql, NAME.first_seen.sql, "
                        + "NAME.evidence.sql and NAME.evidence.postgres.sql only SQL.")
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
        checkNothingOfTheHeaderIsLate(main)
        var bodies: [Dialect: QueryDefinition.Body] = [.sqlite: main, .postgres: main]
        for dialect in Dialect.allCases {
            if let variant = variant("\(name).\(dialect.rawValue).sql") { bodies[dialect] = variant }
        }
        var evidence: [Dialect: QueryDefinition.Body] = [:]
        if let shared = variant("\(name).evidence.sql") { evidence = [.sqlite: shared, .postgres: shared] }
        for dialect in Dialect.allCases {
            if let variant = variant("\(name).evidence.\(dialect.rawValue).sql") { evidence[dialect] = variant }
        }
        let firstSeen = variant("\(name).first_seen.sql")
        check(parsed, hasFirstSeen: firstSeen != nil, file: file)
        if let complaint = MetricNames.complaint(query: name) {
            report("bad-file-name", file, complaint)
            return nil
        }
        let sources = files.keys.sorted().filter { $0.hasPrefix("\(name).") }
        return QueryDefinition(
            name: isCustom ? "custom_\(name)" : name, summary: parsed.summary, origin: origin, reads: parsed.reads, needs: parsed.needs,
            labels: parsed.labels, gauges: parsed.gauges, cadence: parsed.cadence, indexes: parsed.indexes, bodies: bodies,
            firstSeenBody: firstSeen, evidenceBodies: evidence, sourceText: sources.map { "-- file: \($0)\n" + (files[$0] ?? "") }.joined())
    }

    /// A file of SQL only, whose first line says why it is there.
    private mutating func variant(_ file: String) -> QueryDefinition.Body? {
        guard let text = files[file] else { return nil }
        if !text.hasPrefix("-- ") {
            report(
                "no-reason", file, "the first line of \(file) has to say, in a comment, why it is there",
                at: FilePosition(file: file, line: 1, column: 1))
        }
        return body(text, file: file, firstLine: 1)
    }

    private mutating func body(_ text: String, file: String, firstLine: Int) -> QueryDefinition.Body {
        var sql = text
        while let last = sql.unicodeScalars.last, last == ";" || last == "\n" || last == " " || last == "\t" || last == "\r" {
            sql.unicodeScalars.removeLast()
        }
        let body = QueryDefinition.Body(sql: sql, file: file, firstLine: firstLine)
        if QueryText.isBlank(sql) { report("no-query", file, "\(file) holds no SQL") }
        checkParameters(body)
        return body
    }
}

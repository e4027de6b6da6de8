import WatchModel

/// What can only be said of a query file as a whole, or of several.
extension QueryLoader {
    mutating func checkParameters(_ body: QueryDefinition.Body) {
        let names = QueryParameters.names
        for occurrence in NamedParameters.occurrences(in: body.sql) where !names.contains(occurrence.name) {
            problems.append(
                Problem(
                    code: "unknown-parameter", at: body.position(utf8Offset: occurrence.range.lowerBound, length: occurrence.range.count),
                    excerpt: body.line(utf8Offset: occurrence.range.lowerBound), summary: "there is no parameter :\(occurrence.name)",
                    hint: nearest(occurrence.name, in: names).map { "Did you mean :\($0)?" }
                        ?? "The parameters are: \(names.map { ":\($0)" }.joined(separator: ", "))."))
        }
    }

    /// A header line below a blank line would be a comment, and what it says would silently not happen.
    mutating func checkNothingOfTheHeaderIsLate(_ body: QueryDefinition.Body) {
        for (index, line) in QueryText.lines(of: body.sql).enumerated() where line.hasPrefix("--") {
            var scanner = HeaderScanner(
                QueryHeader.Line(text: line, file: body.file, segments: [(0, body.firstLine + index, 1, line)]), from: 2)
            guard let key = scanner.word(), QueryHeaderParser.keys.contains(key.text) else { continue }
            let isHeaderLine = scanner.skip(":") || (key.text == "gauge" && line.unicodeScalars.contains(":"))
            guard isHeaderLine else { continue }
            problems.append(
                scanner.problem(
                    "late-header", "this looks like a line of the header, and stands below its end", at: key.offset,
                    hint: "The header ends at the first line that is no comment: remove the blank line above."))
        }
    }

    mutating func check(_ parsed: QueryHeaderParser.Parsed, hasFirstSeen: Bool, file: String) {
        for gauge in parsed.gauges {
            for column in gauge.columns where parsed.labels.contains(where: { $0.name == column }) {
                report("duplicate-column", file, "\(column) is both a label and a gauge", at: gauge.position)
            }
            checkFallback(gauge, parsed, hasFirstSeen: hasFirstSeen, file: file)
        }
        if let open = parsed.labels.first(where: { $0.open != nil }), !parsed.gauges.isEmpty,
            !parsed.gauges.contains(where: { ($0.fold == .sum && $0.hasLabels) || $0.percentiles != nil })
        {
            report(
                "no-ranking", file, "nothing says which values of \(open.name) are the most frequent", at: parsed.gauges[0].position,
                hint: "The first gauge with `fold sum` and labels does: add one that counts.")
        }
        let ledger = "\(file.dropLast(4)).first_seen.sql"
        if hasFirstSeen, parsed.gauges.allSatisfy({ $0.fallback == nil }), !parsed.gauges.isEmpty {
            report(
                "unused-first-seen", ledger, "no gauge of \(file) falls back on the ledger",
                hint: "Add an option such as `else oldest first seen`, or remove \(ledger).")
        }
    }

    private mutating func checkFallback(_ gauge: GaugeDefinition, _ parsed: QueryHeaderParser.Parsed, hasFirstSeen: Bool, file: String) {
        guard let fallback = gauge.fallback else { return }
        if !hasFirstSeen {
            report(
                "no-first-seen", file,
                "the gauge \(gauge.name) falls back on the ledger, and there is no \(file.dropLast(4)).first_seen.sql", at: gauge.position)
        }
        if parsed.labels.map(\.name) != ["store"] || !gauge.hasLabels {
            report(
                "bad-fallback", file, "the ledger keeps its entries by store: a gauge that falls back on it has that label alone",
                at: gauge.position)
        }
        if gauge.needs == .nothing {
            report("bad-fallback", file, "`else` stands in when `needs` is not met, and \(gauge.name) needs nothing", at: gauge.position)
        }
        if fallback.isMoment != gauge.isTimestamp || (gauge.isTimestamp && gauge.fold != .min) {
            report(
                "bad-fallback", file, "the ledger knows the oldest moment, and counts: this is neither", at: gauge.position,
                hint: "`else oldest first seen` goes with a name that ends in _timestamp_seconds and `fold min`, `else count` with a count."
            )
        }
    }

    mutating func checkMetricsAreUnique(_ queries: [QueryDefinition]) {
        var owner: [String: String] = [:]
        for gauge in queries.flatMap(\.gauges) {
            if let other = owner[gauge.metric], other != gauge.position.file {
                report("duplicate-metric", gauge.position.file, "\(gauge.metric) is fed by \(other) as well", at: gauge.position)
            }
            owner[gauge.metric] = gauge.position.file
        }
    }

    /// - Parameter position: nil for what concerns the file as a whole; otherwise its line is quoted.
    mutating func report(_ code: String, _ file: String, _ summary: String, at position: FilePosition? = nil, hint: String? = nil) {
        let lines = position == nil ? [] : QueryText.lines(of: files[file] ?? "")
        let excerpt = position.flatMap { lines.indices.contains($0.line - 1) ? SourceText.printable(lines[$0.line - 1]) : nil }
        problems.append(
            Problem(
                code: code, at: position ?? FilePosition(file: file, line: 1, column: 1), excerpt: excerpt, summary: summary, hint: hint))
    }

    var sortedProblems: [Problem] {
        let nowhere = FilePosition(file: "", line: 0, column: 0)
        return problems.enumerated().sorted { left, right in
            let (a, b) = (left.element.position ?? nowhere, right.element.position ?? nowhere)
            return a == b ? left.offset < right.offset : a < b
        }.map(\.element)
    }
}

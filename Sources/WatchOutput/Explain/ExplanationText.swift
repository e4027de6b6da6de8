package import WatchModel

/// An explanation for people: a headline, what was counted, and a line for each purchase.
package enum ExplanationText {
    package static func render(_ explanation: Explanation, width: Int? = nil) -> String {
        var text = headline(explanation) + "\n"
        text += TerminalText.wrapped(explanation.help, to: max(40, (width ?? 100) - 2)).map { "  \($0)\n" }.joined()
        if explanation.rows.isEmpty { return text + notes(explanation) }
        let reveals = explanation.rows.contains { $0.identifiers != nil }
        let hasDetails = explanation.rows.contains { $0.detail != nil }
        var header = ["fingerprint", "age", "since", "store", "product", "version", "state"]
        if hasDetails { header.append("detail") }
        if reveals { header += ["token", "user"] }
        header.append("why")
        let rows = explanation.rows.map { row -> [String] in
            var cells = [
                row.fingerprint, row.since.map { DurationText.age(of: $0.secondsWithFraction, now: explanation.now) } ?? "unknown",
                row.since?.iso8601 ?? "", row.store ?? "none", row.product ?? "none", row.appVersion ?? "", row.state ?? "none",
            ]
            if hasDetails { cells.append(row.detail ?? "") }
            if reveals { cells += [row.identifiers?.token ?? "", row.identifiers?.user ?? ""] }
            return cells + [row.rule]
        }
        return text + "\n" + AlignedTable(header: header, rows: rows).render(width: width) + notes(explanation)
    }

    private static func headline(_ explanation: Explanation) -> String {
        let stores = explanation.counts.map { "\($0.store) \($0.count)" }.joined(separator: ", ")
        let shown = explanation.rows.count < explanation.total ? "; the oldest \(explanation.rows.count) are shown" : ""
        let sum = explanation.total == 0 ? "none" : "\(explanation.total) (\(stores))"
        return "\(explanation.metric): \(sum), as of \(explanation.now.iso8601)\(shown)"
    }

    private static func notes(_ explanation: Explanation) -> String {
        explanation.notes.map { "\n\($0)\n" }.joined()
    }

    /// The figures that can be explained, and how many are behind each.
    package static func render(_ figures: [ExplainableFigure], now: Instant) -> String {
        guard !figures.isEmpty else { return "Nothing is behind any figure, as of \(now.iso8601).\n" }
        let rows = figures.map { [$0.metric, $0.store, String($0.count)] }
        return AlignedTable(header: ["metric", "store", "count"], rows: rows, alignments: [.left, .left, .right]).render()
            + "\nAs of \(now.iso8601). `iapwatch explain METRIC` shows what is behind one.\n"
    }
}

/// The same for spreadsheets.
package enum ExplanationCSV {
    /// - Shape: fingerprint, age_seconds, since, store, product, app_version, state, detail, rule.
    package static func render(_ explanation: Explanation) -> [UInt8] {
        var csv = CSVText(header: ["fingerprint", "age_seconds", "since", "store", "product", "app_version", "state", "detail", "rule"])
        for row in explanation.rows {
            csv.add([
                CSVText.Field(row.fingerprint),
                row.since.map { CSVText.Field(Int(explanation.now.seconds(since: $0))) } ?? CSVText.Field(nil),
                CSVText.Field(row.since?.iso8601), CSVText.Field(row.store), CSVText.Field(row.product), CSVText.Field(row.appVersion),
                CSVText.Field(row.state), CSVText.Field(row.detail), CSVText.Field(row.rule),
            ])
        }
        return csv.bytes
    }

    package static func render(_ figures: [ExplainableFigure]) -> [UInt8] {
        var csv = CSVText(header: ["metric", "store", "count"])
        for figure in figures { csv.add([CSVText.Field(figure.metric), CSVText.Field(figure.store), CSVText.Field(figure.count)]) }
        return csv.bytes
    }
}

/// The same for programs.
package enum ExplanationJSON {
    private static let schemaVersion: Int64 = 1

    package static func render(_ explanation: Explanation) -> [UInt8] {
        JSONValue.object([
            ("schema_version", .integer(schemaVersion)),
            ("metric", .string(explanation.metric)),
            ("help", .string(explanation.help)),
            ("as_of", .string(explanation.now.iso8601)),
            ("counts", .object(explanation.counts.map { ($0.store, .integer(Int64($0.count))) })),
            ("shown", .integer(Int64(explanation.rows.count))),
            ("rows", .array(explanation.rows.map { json($0, explanation.now) })),
            ("notes", .array(explanation.notes.map { .string($0) })),
        ]).rendered()
    }

    package static func render(_ figures: [ExplainableFigure], now: Instant) -> [UInt8] {
        JSONValue.object([
            ("schema_version", .integer(schemaVersion)),
            ("as_of", .string(now.iso8601)),
            (
                "figures",
                .array(
                    figures.map {
                        .object([("metric", .string($0.metric)), ("store", .string($0.store)), ("count", .integer(Int64($0.count)))])
                    })
            ),
        ]).rendered()
    }

    private static func json(_ row: EvidenceRow, _ now: Instant) -> JSONValue {
        .object([
            ("fingerprint", .string(row.fingerprint)),
            ("age_seconds", row.since.map { .integer(now.seconds(since: $0)) } ?? .null),
            ("since", .text(row.since?.iso8601)),
            ("store", .text(row.store)),
            ("product", .text(row.product)),
            ("app_version", .text(row.appVersion)),
            ("state", .text(row.state)),
            ("detail", .text(row.detail)),
            ("rule", .string(row.rule)),
        ])
    }
}

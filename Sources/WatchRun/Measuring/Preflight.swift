import WatchCatalog
import WatchDatabase
import WatchModel

/// Finds out, before any query runs, which tables and columns there are, may be read, and show every row.
struct Preflight {
    let configuration: Configuration

    /// How many values of a text column are looked at.
    private static let sampleSize = 50

    /// The state of each table that some query reads.
    ///
    /// - Throws: only errors that end the snapshot; anything else is the state of one table.
    func states<Source: SourceConnection & ~Copyable>(of tables: Set<String>, on source: inout Source) throws(SourceError) -> [String:
        TableState]
    {
        var states: [String: TableState] = [:]
        for table in tables.sorted() {
            states[table] = try state(of: configuration.mapping(of: table), on: &source)
        }
        return states
    }

    private func state<Source: SourceConnection & ~Copyable>(of mapping: TableMapping, on source: inout Source) throws(SourceError)
        -> TableState
    {
        guard !mapping.isAbsent else { return .absent(wants: "the table \(mapping.table), which the configuration says is absent") }
        let isGuess = configuration.tables[mapping.table] == nil
        let isRequired = CanonicalSchema[table: mapping.table]?.isRequired ?? true
        do throws(SourceError) {
            var description = try source.describe(mapping.relation)
            // The user vouches for the policies.
            if configuration.source.acceptsRowSecurity { description.hidesRows = false }
            let shadow: Shadow
            do throws(Problems) {
                shadow = try ShadowCompiler.compile(mapping, description, Source.dialect)
            } catch {
                guard let first = error.all.first else { return .absent(wants: "the table \(mapping.table)") }
                // A table that only happens to have the name of an optional one is somebody else's.
                if isGuess && !isRequired && first.code != "row-security" {
                    return .absent(wants: "the table \(mapping.table) in a usable form (\(first.summary))")
                }
                return .failed(first)
            }
            return try checkedTimes(shadow, mapping, on: &source)
        } catch {
            guard !error.endsSnapshot else { throw error }
            if error.kind == .missingRelation && !isRequired && isGuess { return .absent(wants: "the table \(mapping.table)") }
            return .failed(problem(error, mapping))
        }
    }

    /// In SQLite a time is text, and text that sorts wrongly gives wrong figures without any error: look at some of it.
    private func checkedTimes<Source: SourceConnection & ~Copyable>(
        _ shadow: Shadow, _ mapping: TableMapping, on source: inout Source
    ) throws(SourceError) -> TableState {
        for column in shadow.uncheckedTimes {
            guard let expression = shadow.expressions[column]?.sql else { continue }
            let sql =
                "WITH shadow AS (\n\(shadow.select)\n)\nSELECT \(Dialect.quoted(identifier: column)) FROM shadow WHERE \(Dialect.quoted(identifier: column)) IS NOT NULL LIMIT \(Self.sampleSize)"
            let rows = try source.rows(Statement(sql), limit: Self.sampleSize).rows
            guard let bad = rows.first(where: { !Self.isCanonicalTime($0[0]) }) else { continue }
            return .failed(
                Problem(
                    code: "time-format", at: mapping.columns[column]?.position ?? mapping.position,
                    summary:
                        "\(mapping.table).\(column) (\(expression)) holds \(Self.shape(bad[0])), which is not ISO 8601 in UTC such as 2026-12-01T01:36:35Z",
                    hint:
                        "Say how it is written under `tables: { \(mapping.table): { columns: { \(column): { column: ..., unit: ... } } } }`: epoch_s, epoch_ms, epoch_us, iso8601, or local with a zone."
                ))
        }
        return .usable(shadow)
    }

    private static func isCanonicalTime(_ cell: Cell) -> Bool {
        guard case .text(let text) = cell, text.utf8.last == UInt8(ascii: "Z"), text.utf8.dropFirst(10).first == UInt8(ascii: "T") else {
            return false
        }
        return CivilTime.Parser.parse(text.utf8) != nil
    }

    /// What a value looks like, with every letter and digit replaced: values themselves are never shown.
    private static func shape(_ cell: Cell) -> String {
        guard case .text(let text) = cell else { return "a value that is \(cell.kindName)" }
        let shape = String(
            text.unicodeScalars.prefix(30).map { scalar -> Character in
                scalar.properties.numericType != nil
                    ? "9" : scalar.properties.isAlphabetic ? "a" : scalar.isASCII && scalar.value >= 32 ? Character(scalar) : "?"
            })
        return "text like `\(shape)`"
    }

    private func problem(_ error: SourceError, _ mapping: TableMapping) -> Problem {
        let name = mapping.relation.displayName
        guard error.kind == .missingRelation else { return Problem(error, doing: "looking at \(name)", at: mapping.position) }
        return Problem(
            code: "missing-table", at: mapping.position, summary: "there is no table \(name), where \(mapping.table) should be",
            hint: "Say what it is called under `tables: { \(mapping.table): { table: ... } }`, and see that this user may see it.")
    }
}

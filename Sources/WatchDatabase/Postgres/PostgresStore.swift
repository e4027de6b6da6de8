import CPQ
package import WatchModel

/// A Postgres database of our own that is written to: the simulated server's.
package struct PostgresStore: ~Copyable, WritableStore {
    package static var dialect: Dialect { .postgres }

    private let session: PostgresSession
    private let nesting = Nesting()

    /// - Throws: `invalidLocation`, `unreachable`, `authenticationFailed`.
    package init(location: PostgresLocation, interruption: Interruption = .never) throws(SourceError) {
        let limits = SourceLimits(querySeconds: .max, runSeconds: .max)
        let session = try PostgresSession(try PostgresParameters(location), limits: limits, interruption: interruption)
        session.beginQuery()
        try session.execute(
            "SET TimeZone = 'UTC'; SET DateStyle = 'ISO, YMD'; SET standard_conforming_strings = on; SET synchronous_commit = off")
        self.session = session
    }

    package func execute(_ script: String) throws(SourceError) {
        session.beginQuery()
        try session.execute(script)
    }

    @discardableResult
    package func run(_ statement: Statement, row: ([Cell]) throws(SourceError) -> Void) throws(SourceError) -> [String] {
        session.beginQuery()
        let statement = try PostgresStatement(statement)
        let columns = try session.prepare(statement).columns
        try session.runPrepared(statement, row: row)
        return columns
    }

    package func transaction<Result>(_ work: () throws(SourceError) -> Result) throws(SourceError) -> Result {
        guard !nesting.isOpen else { return try work() }
        try execute("BEGIN")
        nesting.isOpen = true
        defer { nesting.isOpen = false }
        do {
            let result = try work()
            try execute("COMMIT")
            return result
        } catch {
            try? execute("ROLLBACK")
            throw error
        }
    }

    /// Through COPY, which is ten times as fast as a statement a row.
    package func insert(into table: String, columns: [String], rows: some Sequence<[Cell]>) throws(SourceError) {
        let names = columns.map { Dialect.quoted(identifier: $0) }.joined(separator: ", ")
        session.beginQuery()
        try session.copy(into: "\(Dialect.quoted(identifier: table)) (\(names))", rows: rows)
    }

    package consuming func close() { session.finish() }

    /// Whether a transaction is open; a class, because the store itself is only borrowed.
    private final class Nesting {
        var isOpen = false
    }
}

extension PostgresSession {
    /// How much is collected before it is sent.
    private static let copyChunkBytes = 1 << 16

    /// Sends rows as the text form of COPY.
    func copy(into target: String, rows: some Sequence<[Cell]>) throws(SourceError) {
        try beginCopy("COPY \(target) FROM STDIN")
        var chunk: [UInt8] = []
        for row in rows {
            PostgresCopyText.append(row, to: &chunk)
            if chunk.count >= Self.copyChunkBytes {
                try sendCopy(chunk)
                chunk.removeAll(keepingCapacity: true)
            }
        }
        try sendCopy(chunk)
        try endCopy()
    }
}

/// COPY's text form: tabs between values, `\N` for NULL, a backslash before what would be taken for more.
enum PostgresCopyText {
    static func append(_ row: [Cell], to bytes: inout [UInt8]) {
        for (index, cell) in row.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: "\t")) }
            switch cell {
            case .null: bytes += Array("\\N".utf8)
            case .integer(let number): bytes += Array(String(number).utf8)
            case .real(let number): bytes += Array("\(number)".utf8)
            case .time(let instant): bytes += Array(instant.iso8601.utf8)
            case .text(let text): append(escaping: text, to: &bytes)
            }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func append(escaping text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes += Array("\\\\".utf8)
            case UInt8(ascii: "\n"): bytes += Array("\\n".utf8)
            case UInt8(ascii: "\r"): bytes += Array("\\r".utf8)
            case UInt8(ascii: "\t"): bytes += Array("\\t".utf8)
            default: bytes.append(byte)
            }
        }
    }
}

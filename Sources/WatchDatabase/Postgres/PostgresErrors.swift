import CPQ
import WatchModel

/// What SQLSTATEs mean to us.
///
/// - Source: https://www.postgresql.org/docs/current/errcodes-appendix.html
enum PostgresErrors {
    /// - Parameters:
    ///   - isExecuting: rows were being computed, so that any name in the message may be a value.
    ///   - positions: turns the server's position, in characters of the SQL it got, into an offset of the user's SQL.
    static func error(
        sqlState: String, message: String, position: Int?, isCancelled: Bool, isExecuting: Bool, positions: (Int) -> Int?
    ) -> SourceError {
        let kind = kind(sqlState, message: message, isCancelled: isCancelled)
        return SourceError(
            kind, code: sqlState, message: withoutValues(message, sqlState: sqlState, isExecuting: isExecuting), hint: hint(kind),
            sqlOffset: position.flatMap(positions))
    }

    private static func kind(_ sqlState: String, message: String, isCancelled: Bool) -> SourceError.Kind {
        switch sqlState {
        case "40001", "40P01": .transient
        case "57P01", "57P02", "57P03", "25P03", "": .connectionLost
        case "57014" where isCancelled: .cancelled
        // The words of the server are the only difference to an administrator's pg_cancel_backend.
        case "57014" where message.contains("statement timeout"): .queryTimedOut
        case "55P03": .locked
        case "42501" where message.contains("row-level security"): .rowSecurity
        case "42501": .permissionDenied
        case "42P01": .missingRelation
        case "XX001", "XX002": .damaged
        case _ where sqlState.hasPrefix("08"): .connectionLost
        default: .query
        }
    }

    private static func hint(_ kind: SourceError.Kind) -> String? {
        switch kind {
        case .locked: "Another session holds the table for longer than the lock limit, as ALTER TABLE does."
        case .permissionDenied: "GRANT SELECT on the table, or on its columns, to the job's role."
        case .rowSecurity: "Give the job's role BYPASSRLS, or accept that rows are hidden from it in the configuration."
        case .queryTimedOut: "An index may help, or a longer limit for each query."
        default: nil
        }
    }

    /// Messages about data and constraints quote the data: `invalid input syntax for type bigint: "abc"`.
    ///
    /// So do messages about names, once a query is on its way: `token::regclass` looks for a relation of that name.
    private static func withoutValues(_ message: String, sqlState: String, isExecuting: Bool) -> String {
        // RAISE in a function says whatever its author liked.
        guard !sqlState.hasPrefix("P0") else { return "a function in the database raised an error" }
        let isAboutServer = ["25", "40", "55", "57", "53", "08", "42501"].contains { sqlState.hasPrefix($0) }
        let isAboutSchema = sqlState.hasPrefix("42") && !isExecuting
        return isAboutServer || isAboutSchema ? message : ErrorText.withoutQuotedValues(message)
    }

    /// The libpq message about a connection that did not come up, as an error.
    ///
    /// libpq gives text alone here, in the server's language; asked to be verbose it puts the SQLSTATE into it.
    static func connecting(_ text: String, needsPassword: Bool) -> SourceError {
        let line = text.split(separator: "\n").filter { !$0.hasPrefix("\t") && !$0.hasPrefix("LOCATION:") }.joined(separator: "; ")
        let (sqlState, message) = splitSQLState(line)
        if needsPassword || sqlState.hasPrefix("28") {
            return SourceError(
                .authenticationFailed, code: sqlState,
                message: needsPassword && sqlState.isEmpty ? "the server asks for a password" : message,
                hint: "Check the user and the password here, and pg_hba.conf on the server.")
        }
        return SourceError(
            .unreachable, code: sqlState, message: message, hint: "Check host, port and database, and whether the server runs.")
    }

    /// `FATAL:  28P01: password ...` as `28P01` and `FATAL:  password ...`.
    private static func splitSQLState(_ line: String) -> (String, String) {
        let parts = Array(line.utf8)
        for index in parts.indices.dropFirst(3) where parts[(index - 3)..<index].elementsEqual(":  ".utf8) {
            guard index + 7 <= parts.count, parts[index + 5] == UInt8(ascii: ":"), parts[index..<index + 5].allSatisfy(isCodeByte)
            else { continue }
            let rest = parts[..<index] + parts[(index + 7)...]
            return (String(decoding: parts[index..<index + 5], as: UTF8.self), String(decoding: rest, as: UTF8.self))
        }
        return ("", line)
    }

    private static func isCodeByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
    }
}

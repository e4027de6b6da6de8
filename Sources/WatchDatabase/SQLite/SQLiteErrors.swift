import CSQLite
import WatchModel

/// What SQLite's result codes mean to us.
///
/// - Source: https://www.sqlite.org/rescode.html
enum SQLiteErrors {
    static let nulInSQL = SourceError(.query, message: "the SQL holds a NUL byte")

    /// - Parameter stoppedBy: why our own callbacks ended the statement, which SQLite calls an interrupt or a busy database.
    static func error(_ code: Int32, on handle: OpaquePointer, stoppedBy: SourceError?) -> SourceError {
        let primary = code & 0xff
        if var stoppedBy, [SQLITE_INTERRUPT, SQLITE_BUSY].contains(primary) {
            stoppedBy.code = name(code)
            return stoppedBy
        }
        let message = unsafe String(cString: sqlite3_errmsg(handle))
        let offset = unsafe Int(sqlite3_error_offset(handle))
        return SourceError(
            kind(primary, message: message), code: name(code), message: message, hint: hint(code),
            sqlOffset: offset >= 0 ? offset : nil)
    }

    private static func kind(_ primary: Int32, message: String) -> SourceError.Kind {
        switch primary {
        case SQLITE_ERROR where message.hasPrefix("no such table"): .missingRelation
        case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .locked
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: .damaged
        case SQLITE_PERM: .permissionDenied
        // Both end the transaction, and with it the snapshot.
        case SQLITE_CANTOPEN, SQLITE_IOERR: .unreachable
        case SQLITE_SCHEMA: .transient
        case SQLITE_INTERRUPT: .cancelled
        default: .query
        }
    }

    private static func hint(_ code: Int32) -> String? {
        switch code & 0xff {
        case SQLITE_BUSY, SQLITE_LOCKED: "Another process holds the database for longer than the lock limit."
        case SQLITE_CORRUPT: "Run `PRAGMA integrity_check` on it, and restore a backup."
        case SQLITE_AUTH, SQLITE_READONLY: "Only statements that read are run."
        case SQLITE_FULL: "Sorting needs room for temporary files; see SQLITE_TMPDIR."
        default: nil
        }
    }

    /// `SQLITE_BUSY_SNAPSHOT`, or `SQLITE_ERROR (1)` where the extended code has no name here.
    static func name(_ code: Int32) -> String {
        if let name = extendedNames[code] { return name }
        return "\(primaryNames[code & 0xff] ?? "SQLITE_UNKNOWN") (\(code))"
    }

    private static let primaryNames: [Int32: String] = [
        1: "SQLITE_ERROR", 2: "SQLITE_INTERNAL", 3: "SQLITE_PERM", 4: "SQLITE_ABORT", 5: "SQLITE_BUSY", 6: "SQLITE_LOCKED",
        7: "SQLITE_NOMEM", 8: "SQLITE_READONLY", 9: "SQLITE_INTERRUPT", 10: "SQLITE_IOERR", 11: "SQLITE_CORRUPT",
        12: "SQLITE_NOTFOUND", 13: "SQLITE_FULL", 14: "SQLITE_CANTOPEN", 15: "SQLITE_PROTOCOL", 17: "SQLITE_SCHEMA",
        18: "SQLITE_TOOBIG", 19: "SQLITE_CONSTRAINT", 20: "SQLITE_MISMATCH", 21: "SQLITE_MISUSE", 22: "SQLITE_NOLFS",
        23: "SQLITE_AUTH", 24: "SQLITE_FORMAT", 25: "SQLITE_RANGE", 26: "SQLITE_NOTADB",
    ]

    private static let extendedNames: [Int32: String] = [
        261: "SQLITE_BUSY_RECOVERY", 517: "SQLITE_BUSY_SNAPSHOT", 773: "SQLITE_BUSY_TIMEOUT",
        262: "SQLITE_LOCKED_SHAREDCACHE", 518: "SQLITE_LOCKED_VTAB",
        264: "SQLITE_READONLY_RECOVERY", 520: "SQLITE_READONLY_CANTLOCK", 776: "SQLITE_READONLY_ROLLBACK",
        1032: "SQLITE_READONLY_DBMOVED", 1288: "SQLITE_READONLY_CANTINIT", 1544: "SQLITE_READONLY_DIRECTORY",
        266: "SQLITE_IOERR_READ", 522: "SQLITE_IOERR_SHORT_READ", 4618: "SQLITE_IOERR_SHMOPEN",
        267: "SQLITE_CORRUPT_VTAB", 523: "SQLITE_CORRUPT_SEQUENCE", 779: "SQLITE_CORRUPT_INDEX",
        270: "SQLITE_CANTOPEN_NOTEMPDIR", 526: "SQLITE_CANTOPEN_ISDIR", 782: "SQLITE_CANTOPEN_FULLPATH",
        1294: "SQLITE_CANTOPEN_DIRTYWAL", 1550: "SQLITE_CANTOPEN_SYMLINK",
        275: "SQLITE_CONSTRAINT_CHECK", 787: "SQLITE_CONSTRAINT_FOREIGNKEY", 1299: "SQLITE_CONSTRAINT_NOTNULL",
        1555: "SQLITE_CONSTRAINT_PRIMARYKEY", 2067: "SQLITE_CONSTRAINT_UNIQUE",
    ]
}

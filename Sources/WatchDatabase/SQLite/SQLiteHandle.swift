import CSQLite
import WatchModel

/// An open SQLite database handle; closed when nothing uses it any more.
///
/// A class, because statements have to keep their handle open, and because SQLite's callbacks need a fixed address.
@safe final class SQLiteHandle {
    let pointer: OpaquePointer
    let watchdog: SQLiteWatchdog

    /// - Throws: what `sqlite3_open_v2` reports. It reads nothing yet: a damaged file shows at the first statement.
    init(path: String, flags: Int32, watchdog: SQLiteWatchdog) throws(SourceError) {
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open_v2(Self.literal(path), &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard let pointer = unsafe opened else {
            throw SourceError(.unreachable, code: SQLiteErrors.name(code), message: "SQLite is out of memory")
        }
        guard code == SQLITE_OK else {
            let error = unsafe SQLiteErrors.error(code, on: pointer, stoppedBy: nil)
            unsafe sqlite3_close_v2(pointer)
            throw error
        }
        unsafe self.pointer = unsafe pointer
        self.watchdog = watchdog
        unsafe watchdog.watch(pointer)
    }

    deinit {
        unsafe sqlite3_close_v2(pointer)
    }

    /// True while a transaction is open: some errors end it behind our back.
    var isInTransaction: Bool { unsafe sqlite3_get_autocommit(pointer) == 0 }

    /// Debian's SQLite reads a name that begins with `file:` as a URI, whose parameters could ask for anything.
    private static func literal(_ path: String) -> String {
        path.hasPrefix("/") ? path : "./" + path
    }

    /// What SQLite says about a call on this handle that returned `code`.
    func error(_ code: Int32, isComputing: Bool = false, sqlShift: Int = 0) -> SourceError {
        var error = unsafe SQLiteErrors.error(code, on: pointer, stoppedBy: watchdog.stoppedBy)
        if isComputing, error.kind == .query { error.message = ErrorText.withoutQuotedValues(error.message) }
        if let offset = error.sqlOffset { error.sqlOffset = offset >= sqlShift ? offset - sqlShift : nil }
        return error
    }

    /// Runs every statement of a script of our own, without parameters and rows.
    func execute(_ script: String) throws(SourceError) {
        guard !script.utf8.contains(0) else { throw SQLiteErrors.nulInSQL }
        let code = unsafe sqlite3_exec(pointer, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code) }
    }
}

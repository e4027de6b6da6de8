import CSQLite
import Glibc
import WatchModel

/// What happens before the first query: is there a database that can be read, and nothing but read?
enum SQLiteOpening {
    /// Says in plain words what SQLite would call "unable to open database file".
    private static func checkFile(_ path: String) throws(SourceError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw SourceError(.invalidLocation, message: "the path of the database file is empty or holds a NUL byte")
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw missing(path, errno: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw SourceError(.unreachable, message: "\(path) is a directory, not a database file")
        default: throw SourceError(.unreachable, message: "\(path) is not a regular file")
        }
        guard status.st_size > 0 else {
            throw SourceError(
                .damaged, message: "\(path) is empty (0 bytes), so it holds no tables",
                hint: "A mistyped path that another program opened leaves such a file behind.")
        }
        guard unsafe faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0 else { throw unreadable(path) }
    }

    private static func missing(_ path: String, errno code: Int32) -> SourceError {
        guard code == ENOENT || code == ENOTDIR else {
            return code == EACCES ? unreadable(path) : SourceError(.unreachable, message: "\(path) cannot be reached: \(words(code))")
        }
        return SourceError(.unreachable, message: "there is no database file at \(path); no file was created", hint: "Check the path.")
    }

    private static func unreadable(_ path: String) -> SourceError {
        SourceError(
            .permissionDenied, message: "this user may not read \(path)",
            hint: "Give it read permission on the file and on the folders above it.")
    }

    private static func words(_ code: Int32) -> String {
        unsafe String(cString: strerror(code))
    }

    /// - Throws: whatever is wrong with the file, in words that hold its path.
    static func snapshot(path: String, limits: SourceLimits, interruption: Interruption) throws(SourceError) -> SQLiteHandle {
        try checkFile(path)
        let watchdog = SQLiteWatchdog(limits: limits, interruption: interruption)
        try watchdog.checkRun()
        do {
            let handle = try SQLiteHandle(path: path, flags: SQLITE_OPEN_READONLY, watchdog: watchdog)
            try takeSnapshot(on: handle)
            return handle
        } catch {
            throw explained(error, path: path)
        }
    }

    /// Makes the handle refuse to write in every way SQLite knows, then takes the snapshot with a first read.
    private static func takeSnapshot(on handle: SQLiteHandle) throws(SourceError) {
        unsafe csqlite_db_config_flag(handle.pointer, SQLITE_DBCONFIG_DEFENSIVE, 1)
        unsafe csqlite_db_config_flag(handle.pointer, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        unsafe sqlite3_limit(handle.pointer, SQLITE_LIMIT_ATTACHED, 0)
        try handle.execute("PRAGMA query_only = 1")
        try SQLiteTimes.register(on: handle)
        try handle.execute("BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1")
        SQLiteAuthorizer.install(on: handle)
    }

    /// Errors of opening with the path in them, and with what helps.
    static func explained(_ error: SourceError, path: String) -> SourceError {
        var error = error
        switch error.kind {
        case .cancelled, .runTimedOut: return error
        case .locked: error.message = "\(path) stayed locked by another process"
        case .damaged: error.message = "\(path) is not an intact SQLite database: \(error.message)"
        case _ where error.code.hasPrefix("SQLITE_READONLY_ROLLBACK"):
            error.kind = .unreachable
            error.message = "a program that was writing to \(path) ended midway, and its journal has to be rolled back first"
            error.hint = "Let the application open the database once; a read-only job must not repair it."
        case _ where (error.code.hasPrefix("SQLITE_CANTOPEN") || error.code.hasPrefix("SQLITE_READONLY")) && isInWALMode(path):
            error.kind = .permissionDenied
            error.message = "\(path) is in WAL mode, and this user can neither use nor create its -wal and -shm files"
            error.hint =
                "Run the job as the application's user, or give it write permission on the folder, or watch a backup copy"
                + " (sqlite3 \(path) \".backup copy.db\")."
        default: error.message = "\(path): \(error.message)"
        }
        return error
    }

    /// Reads the header's "file format write version": 2 means WAL (https://www.sqlite.org/fileformat.html#the_database_header).
    ///
    /// Called only once SQLite has let go of the file: closing any descriptor of it drops the process's locks on it.
    private static func isInWALMode(_ path: String) -> Bool {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var version: UInt8 = 0
        return unsafe pread(descriptor, &version, 1, 18) == 1 && version == 2
    }
}

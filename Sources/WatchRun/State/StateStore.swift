import FoundationEssentials
import Glibc
import WatchDatabase
import WatchModel

/// The job's own memory between runs: one SQLite file and a key, in a directory for this user alone.
///
/// Losing it never breaks a run. What it held is worked out again from the tables, with a warning.
struct StateStore: ~Copyable {
    let store: SQLiteStore
    let key: FingerprintKey
    /// Whether the key stands in the state directory, and will be the same the next time.
    let keyIsKept: Bool
    /// Goes with the store: a dry run works on a copy that nobody keeps.
    private let scratchDirectory: String?

    static let keyFileName = "key"
    private static let fileName = "state.sqlite"
    /// 1: without history. A file of an earlier version is brought up to date when it is opened.
    private static let schemaVersion: Int64 = 2
    private static let busySeconds: Int64 = 5

    private static let schema = """
        CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);
        CREATE TABLE first_seen (
          condition TEXT NOT NULL,
          fingerprint TEXT NOT NULL,
          store TEXT NOT NULL,
          since_microseconds INTEGER NOT NULL,
          seen_in_run INTEGER NOT NULL,
          PRIMARY KEY (condition, fingerprint)
        ) WITHOUT ROWID;
        CREATE TABLE kept_results (
          query TEXT PRIMARY KEY,
          definition TEXT NOT NULL,
          measured_at_microseconds INTEGER NOT NULL,
          samples TEXT NOT NULL
        );
        \(historySchema)
        PRAGMA user_version = \(schemaVersion);
        """

    /// Opens the state in `directory`, which exists.
    ///
    /// A damaged file, or one of a newer version, is set aside under another name; so nothing is lost, and the job goes on.
    /// - Parameter warnings: gets what the user should know.
    init(directory: String, now: Instant, warnings: inout [Problem]) throws(SourceError) {
        let path = directory + "/" + Self.fileName
        let existed = FileManager.default.fileExists(atPath: path)
        let store = try Self.openOrSetAside(path, existed: existed, now: now, warnings: &warnings)
        // Says now, and not in the middle of a query, that nothing can be written.
        try store.transaction { () throws(SourceError) in try store.execute("PRAGMA user_version = \(Self.schemaVersion)") }
        let key = try Self.loadKey(directory: directory, isExpected: existed, warnings: &warnings)
        self.init(store: store, key: key, keyIsKept: true, scratchDirectory: nil)
    }

    /// A copy that is thrown away: reads what `directory` holds, and changes nothing there.
    init(copyOf directory: String?) throws(SourceError) {
        let scratch = try Self.makeScratchDirectory()
        let path = scratch + "/" + Self.fileName
        let store = try Self.openCopy(of: directory.map { $0 + "/" + Self.fileName }, at: path)
        var ignored: [Problem] = []
        let key = try Self.loadKey(
            directory: directory.flatMap { Directory.exists($0 + "/.") ? $0 : nil } ?? scratch, isExpected: false, warnings: &ignored,
            mayCreate: false)
        let keyIsKept = directory.map { FileManager.default.isReadableFile(atPath: $0 + "/" + Self.keyFileName) } ?? false
        self.init(store: store, key: key, keyIsKept: keyIsKept, scratchDirectory: scratch)
    }

    private init(store: consuming SQLiteStore, key: FingerprintKey, keyIsKept: Bool, scratchDirectory: String?) {
        (self.key, self.keyIsKept, self.scratchDirectory) = (key, keyIsKept, scratchDirectory)
        self.store = store
    }

    deinit {
        if let scratchDirectory { try? FileManager.default.removeItem(atPath: scratchDirectory) }
    }

    private static func openOrSetAside(
        _ path: String, existed: Bool, now: Instant, warnings: inout [Problem]
    ) throws(SourceError) -> SQLiteStore {
        do throws(SourceError) {
            return try open(path, isNew: !existed)
        } catch {
            guard existed, error.kind == .damaged else { throw error }
            let aside = try setAside(path, now: now)
            warnings.append(
                Problem(
                    .warning, code: "state-damaged", summary: "the state file \(path) could not be used: \(error.message)",
                    hint: "It was set aside as \(aside). What was first seen when is now counted from this run on."))
            return try open(path, isNew: true)
        }
    }

    private static func openCopy(of original: String?, at path: String) throws(SourceError) -> SQLiteStore {
        if let original, let bytes = FileManager.default.contents(atPath: original),
            FileManager.default.createFile(atPath: path, contents: bytes, attributes: [.posixPermissions: 0o600]),
            let copy = try? open(path, isNew: false)
        {
            return copy
        }
        unsafe unlink(path)
        return try open(path, isNew: true)
    }

    private static func open(_ path: String, isNew: Bool) throws(SourceError) -> SQLiteStore {
        let store = try SQLiteStore(path: path, busySeconds: busySeconds)
        guard !isNew else {
            try store.transaction { () throws(SourceError) in try store.execute(schema) }
            return store
        }
        guard try store.isSound() else { throw SourceError(.damaged, message: "its integrity check failed") }
        let version = try store.rows(Statement("PRAGMA user_version")).rows.first?.first ?? .null
        if version == .integer(0), try store.rows(Statement("SELECT 1 FROM sqlite_schema LIMIT 1")).rows.isEmpty {
            // Created by a run that died before it wrote anything.
            try store.transaction { () throws(SourceError) in try store.execute(schema) }
            return store
        }
        if version == .integer(1) {
            try store.transaction { () throws(SourceError) in
                try store.execute("\(historySchema) PRAGMA user_version = \(schemaVersion);")
            }
        } else if version != .integer(schemaVersion) {
            throw SourceError(.damaged, message: "it was written by another version of iapwatch")
        }
        // The tables of a file that passes the check can still be missing: somebody's other database, say.
        for table in ["meta", "first_seen", "kept_results", "history_series", "history_samples"] {
            do { _ = try store.rows(Statement("SELECT 1 FROM \(table) LIMIT 1")) } catch {
                throw SourceError(.damaged, message: "its table \(table) cannot be read")
            }
        }
        return store
    }

    private static func setAside(_ path: String, now: Instant) throws(SourceError) -> String {
        let aside = "\(path).damaged-\(now.seconds)"
        guard unsafe rename(path, aside) == 0 else {
            throw SourceError(.unreachable, message: SystemError("setting \(path) aside").message)
        }
        unsafe unlink(path + "-journal")
        return aside
    }

    private static func makeScratchDirectory() throws(SourceError) -> String {
        let base = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        for _ in 0..<100 {
            let path = "\(base)/iapwatch-\(getpid())-\(UInt32.random(in: 0 ... .max))"
            if unsafe mkdir(path, 0o700) == 0 { return path }
            guard errno == EEXIST else { break }
        }
        throw SourceError(.unreachable, message: SystemError("creating a temporary directory in \(base)").message)
    }

    private static func loadKey(
        directory: String, isExpected: Bool, warnings: inout [Problem], mayCreate: Bool = true
    ) throws(SourceError) -> FingerprintKey {
        let path = directory + "/" + keyFileName
        if let data = FileManager.default.contents(atPath: path), data.count == FingerprintKey.byteCount {
            unsafe chmod(path, 0o600)
            return FingerprintKey(Array(data))
        }
        if isExpected {
            warnings.append(
                Problem(
                    .warning, code: "key-lost", summary: "the key for fingerprints, \(path), is missing or damaged",
                    hint: "A new one was made. What was first seen when is now counted from this run on."))
        }
        do throws(SystemError) {
            let key = try FingerprintKey.random()
            if mayCreate { try AtomicFile.write(key.rawBytes, to: keyFileName, in: directory, mode: 0o600) }
            return key
        } catch {
            throw SourceError(.unreachable, message: error.message)
        }
    }
}

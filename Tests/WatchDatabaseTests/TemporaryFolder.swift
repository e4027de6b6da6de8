import FoundationEssentials
import WatchDatabase
import WatchModel

/// A folder of its own for one test, removed with everything in it.
struct TemporaryFolder: ~Copyable {
    let path: String

    init() {
        path = "/tmp/iapwatch-db-\(UInt64.random(in: 0 ... .max))"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }

    /// A database made by `script`, and its path.
    func database(_ script: String, name: String = "app.db") throws -> String {
        let store = try SQLiteStore(path: file(name), busySeconds: 1)
        try store.execute(script)
        store.close()
        return file(name)
    }
}

/// What a call throws; nil when it does not.
func sourceError(_ body: () throws(SourceError) -> Void) -> SourceError? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}

extension SourceLimits {
    /// Short enough for a test that waits for one of them, long enough for a busy machine.
    static let short = SourceLimits(connectSeconds: 5, querySeconds: 1, runSeconds: 60, lockSeconds: 1)
}

import FoundationEssentials
import Glibc

/// What the job needs of directories.
enum Directory {
    /// Makes a directory and its parents, for this user alone.
    static func create(_ path: String, mode: Int = 0o700) throws(SystemError) {
        var isDirectory = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory { return }
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: mode])
        } catch {
            throw SystemError("creating the directory \(path)")
        }
    }

    static func exists(_ path: String) -> Bool {
        var isDirectory = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory
    }

    /// The names in a directory, sorted; none when it cannot be read.
    static func names(_ path: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}

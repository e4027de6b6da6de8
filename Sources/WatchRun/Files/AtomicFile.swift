import Glibc

/// Replaces a file so that a reader sees the old bytes or the new ones, and never a part, whatever dies when.
enum AtomicFile {
    /// Node exporter reads every name that ends in `.prom`, hidden ones too: temporary names end otherwise.
    private static let temporarySuffix = ".tmp"

    /// Writes a temporary file beside the target, forces it to disk, and renames it over the target.
    ///
    /// - Parameter mode: set whatever the umask says: node_exporter runs as another user.
    static func write(_ bytes: [UInt8], to name: String, in directory: String, mode: mode_t = 0o644) throws(SystemError) {
        let target = directory + "/" + name
        let temporary = directory + "/." + name + "." + String(getpid()) + temporarySuffix
        do throws(SystemError) {
            try writeDurably(bytes, to: temporary, mode: mode)
            guard unsafe rename(temporary, target) == 0 else { throw SystemError("renaming over \(target)") }
        } catch {
            unsafe unlink(temporary)
            throw error
        }
        try synchronize(directory: directory)
    }

    /// Removes temporary files of `names` whose writer is no longer alive.
    static func removeLeftovers(of names: [String], in directory: String) {
        let prefixes = names.map { "." + $0 + "." }
        for name in Directory.names(directory) where name.hasSuffix(temporarySuffix) && prefixes.contains(where: name.hasPrefix) {
            guard let pid = name.dropLast(temporarySuffix.count).split(separator: ".").last.flatMap({ pid_t($0) }), pid > 0 else {
                continue
            }
            // EPERM means that it lives and is somebody else's.
            if kill(pid, 0) != 0 && errno == ESRCH { unsafe unlink(directory + "/" + name) }
        }
    }

    private static func writeDurably(_ bytes: [UInt8], to path: String, mode: mode_t) throws(SystemError) {
        // A leftover of an earlier process with our pid.
        unsafe unlink(path)
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw SystemError("creating \(path)") }
        defer { close(file) }
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.write(file, $0.baseAddress?.advanced(by: written), bytes.count - written)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw SystemError("writing \(path)") }
            written += count
        }
        guard fchmod(file, mode) == 0 else { throw SystemError("setting the mode of \(path)") }
        guard fsync(file) == 0 else { throw SystemError("forcing \(path) to disk") }
    }

    private static func synchronize(directory: String) throws(SystemError) {
        let handle = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard handle >= 0 else { throw SystemError("opening \(directory)") }
        defer { close(handle) }
        // Some file systems cannot do this for a directory (EINVAL); the rename stands all the same.
        guard fsync(handle) == 0 || errno == EINVAL else { throw SystemError("forcing \(directory) to disk") }
    }
}

import Foundation
import Glibc
import TestSupport

extension Bench {
    /// Nobody, in every Linux.
    private static let unprivileged: uid_t = 65_534

    /// Gives a folder of the bench, and what is in it, to the user that `runUnprivileged` runs as.
    func giveAway(_ name: String, mode: mode_t = 0o755) throws {
        try directory.makeFolder(name)
        let inside = try FileManager.default.contentsOfDirectory(atPath: directory.file(name)).map { name + "/" + $0 }
        for path in [name] + inside where geteuid() == 0 { chown(directory.file(path), Self.unprivileged, Self.unprivileged) }
        chmod(directory.file(name), mode)
    }

    /// A run by a user whom the rights of files bind: root may do everything.
    @discardableResult
    func runUnprivileged(_ time: Int, _ more: [String] = []) throws -> Tool.Outcome {
        let user = ["--reuid=\(Self.unprivileged)", "--regid=\(Self.unprivileged)", "--clear-groups"]
        let command = [Program.path] + arguments(time, more)
        return try Tool.run(
            geteuid() == 0 ? "setpriv" : "env", (geteuid() == 0 ? user : []) + command, environment: ["PATH": "/usr/bin:/bin"],
            directory: directory.path)
    }
}

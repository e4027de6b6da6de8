import Foundation
import TestSupport

/// A file system of a few pages, on a folder of a bench; it goes with this object.
final class SmallDisk: Sendable {
    static let pageBytes = 4096
    private let path: String

    /// Mounting wants rights that a container may not have.
    static let isPossible: Bool = {
        guard let folder = try? TemporaryDirectory("mount") else { return false }
        return (try? SmallDisk(on: folder.path, pages: 4)) != nil
    }()

    init(on path: String, pages: Int) throws {
        self.path = path
        let options = "size=\(pages * Self.pageBytes),nr_inodes=100,mode=755"
        let outcome = try Tool.run("mount", ["-t", "tmpfs", "-o", options, "iapwatch-fault", path])
        guard outcome.exitCode == 0 else { throw Tool.Missing(description: "mount: \(outcome)") }
    }

    deinit {
        _ = try? Tool.run("umount", [path])
    }

    /// Takes all room but these pages.
    func fill(leaving pages: Int) throws {
        let filler = path + "/filler"
        try? FileManager.default.removeItem(atPath: filler)
        _ = try Tool.run("dd", ["if=/dev/zero", "of=" + filler, "bs=\(Self.pageBytes)"])
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: filler))
        let size = try handle.seekToEnd()
        try handle.truncate(atOffset: size - UInt64(pages * Self.pageBytes))
        try handle.close()
    }

    func empty() throws { try FileManager.default.removeItem(atPath: path + "/filler") }
}

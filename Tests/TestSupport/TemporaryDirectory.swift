import Foundation

/// A folder that goes when nobody holds it any more; below `$IAPWATCH_TEST_ROOT`, or `/tmp`.
package final class TemporaryDirectory: Sendable {
    /// Without a slash at its end.
    package let path: String

    package init(_ purpose: String = "test") throws {
        let root = ProcessInfo.processInfo.environment["IAPWATCH_TEST_ROOT"] ?? "/tmp"
        path = "\(root)/iapwatch-\(purpose)-\(UUID().uuidString.prefix(8).lowercased())"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of an entry in this folder.
    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file that everybody may read, with the folders it needs, and returns its path.
    @discardableResult
    package func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let destination = file(name)
        let folder = (destination as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(fileURLWithPath: destination))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: destination)
        return destination
    }

    @discardableResult
    package func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }

    package func read(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

    /// The names in this folder, sorted, those that begin with a dot too.
    package func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}

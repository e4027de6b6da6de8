import Foundation
import Testing

/// A reference that nobody reads proves nothing.
@Suite struct VectorFilesTests {
    @Test func everyFileIsRead() throws {
        let folder = Vectors.folder.deletingLastPathComponent()
        let tests = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix("Tests.swift") }
        let text = try tests.map { try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8) }.joined()
        let files = try FileManager.default.contentsOfDirectory(atPath: Vectors.folder.path).filter { $0.hasSuffix(".csv") }
        #expect(files.count > 30)
        for file in files { #expect(text.contains("Vectors(\"\(file.dropLast(4))\")"), "\(file)") }
    }
}

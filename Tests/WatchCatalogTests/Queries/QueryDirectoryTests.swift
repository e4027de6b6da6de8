import Foundation
import Testing
import WatchModel

@testable import WatchCatalog

struct QueryDirectoryTests {
    private func read(_ files: [String: [UInt8]]) throws -> Result<[String: String], Problems> {
        let folder = FileManager.default.temporaryDirectory.appending(path: "iapwatch-queries-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appending(path: name)) }
        do throws(Problems) { return .success(try QueryDirectory.read(folder.path)) } catch { return .failure(error) }
    }

    @Test func readsWhatEndsInSQL() throws {
        let files = try read(["a.sql": Array("é".utf8), "b.txt": [1], ".b.sql": [2], "c.sql.bak": [3], "d.sql": []]).get()
        #expect(files == ["a.sql": "é", "d.sql": ""])
    }

    @Test(
        arguments: [
            ([:], ["no-queries"]), (["a.txt": [65], ".a.sql": [65]], ["no-queries"]),
            (["a.sql": [0xFF], "b.sql": [65, 0xC3]], ["unreadable-file", "unreadable-file"]),
        ] as [([String: [UInt8]], [String])])
    func refuses(files: [String: [UInt8]], codes: [String]) throws {
        guard case .failure(let problems) = try read(files) else {
            Issue.record("accepted")
            return
        }
        #expect(problems.all.map(\.code) == codes)
    }

    @Test func saysThatThereIsNoDirectory() {
        do throws(Problems) {
            _ = try QueryDirectory.read("/no/such/directory")
            Issue.record("accepted")
        } catch {
            #expect(error.all.map(\.code) == ["unreadable-directory"])
        }
    }
}

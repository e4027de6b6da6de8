import Foundation
import Glibc
import TestSupport
import Testing

@testable import WatchRun

@Suite struct AtomicFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory("files")
    }

    @Test func replacesWholeFilesForEverybodyToRead() throws {
        try AtomicFile.write(Array("first".utf8), to: "iapwatch.prom", in: directory.path)
        try AtomicFile.write(Array("second\n".utf8), to: "iapwatch.prom", in: directory.path)
        #expect(try directory.read("iapwatch.prom") == "second\n")
        #expect(try directory.names() == ["iapwatch.prom"])
        #expect(try FileManager.default.attributesOfItem(atPath: directory.file("iapwatch.prom"))[.posixPermissions] as? Int == 0o644)
    }

    @Test func aFailureLeavesTheOldFileAndNoLitter() throws {
        // A directory in the way: the rename fails after everything was written.
        try directory.write("iapwatch.prom/inside", "x")
        #expect(throws: SystemError.self) { try AtomicFile.write([1], to: "iapwatch.prom", in: directory.path) }
        #expect(try directory.names() == ["iapwatch.prom"])
        let error = try #require(throws: SystemError.self) { try AtomicFile.write([1], to: "x", in: directory.path + "/none") }
        #expect(error.message.contains("No such file or directory"))
    }

    @Test func removesWhatTheDeadLeft() throws {
        let dead = try Tool.run("/bin/sh", ["-c", "echo $$"]).outputText.trimmingCharacters(in: .whitespacesAndNewlines)
        let alive = "1"
        for name in [
            ".iapwatch.prom.\(dead).tmp", ".iapwatch.prom.\(alive).tmp", ".other.\(dead).tmp", ".iapwatch.prom.tmp", "iapwatch.prom",
        ] {
            try directory.write(name, "x")
        }
        AtomicFile.removeLeftovers(of: ["iapwatch.prom"], in: directory.path)
        #expect(try directory.names() == [".iapwatch.prom.\(alive).tmp", ".iapwatch.prom.tmp", ".other.\(dead).tmp", "iapwatch.prom"])
    }
}

@Suite struct RunLockTests {
    @Test func keepsASecondRunOutUntilTheFirstEnds() throws {
        let directory = try TemporaryDirectory("lock")
        let first = try RunLock(directory: directory.path)
        #expect(throws: RunLock.Failure.self) { _ = try RunLock(directory: directory.path) }
        _ = consume first
        _ = try RunLock(directory: directory.path)
    }
}

import Testing

@testable import WatchCatalog

struct TextFileTests {
    @Test func decodesUTF8WithoutItsMark() throws {
        #expect(try TextFile.decode([0xEF, 0xBB, 0xBF] + Array("é\n".utf8)) == "é\n")
        #expect(try TextFile.decode([]) == "")
    }

    @Test(
        arguments: [
            ([0x61, 0x0A, 0x62, 0xFF, 0x63], 2, 2), ([0xC3], 1, 1), ([0xC3, 0xA9, 0xE2, 0x82], 1, 2), ([0xEF, 0xBF, 0x41], 1, 1),
            ([0x61, 0xED, 0xA0, 0x80], 1, 2),
        ] as [([UInt8], Int, Int)])
    func pointsAtTheFirstBrokenByte(bytes: [UInt8], line: Int, column: Int) {
        #expect(throws: TextFile.Failure.notUTF8(line: line, column: column)) { try TextFile.decode(bytes) }
    }

    @Test func saysWhyAFileCannotBeRead() {
        #expect(throws: TextFile.Failure.missing) { try TextFile.read("/no/such/file") }
        #expect(throws: TextFile.Failure.isDirectory) { try TextFile.read("/") }
        #expect(throws: TextFile.Failure.tooLarge) { try TextFile.read("/dev/zero") }
    }
}

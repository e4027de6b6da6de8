import Testing
import WatchModel

@testable import WatchCatalog

struct YAMLReaderTests {
    private func problems(_ text: String) -> [Problem] {
        do {
            _ = try YAMLReader.read(text: text, file: "a.yaml")
            return []
        } catch {
            return error.all
        }
    }

    @Test func keepsThePlaceOfEverything() throws {
        let root = try #require(try YAMLReader.read(text: "größe: 'ä ö' # x\nb:\n  - 1\n  - { c: 2 }\nd: |\n  SELECT\n", file: "a.yaml"))
        let entries = try #require(root.entries)
        #expect(entries.map(\.key) == ["größe", "b", "d"])
        #expect(entries[0].keyPosition == FilePosition(file: "a.yaml", line: 1, column: 1, length: 5))
        #expect(entries[0].value.position == FilePosition(file: "a.yaml", line: 1, column: 8, length: 5))
        #expect(entries[0].value.content == .scalar(.init(text: "ä ö", isQuoted: true)))
        let list = try #require(entries[1].value.elements)
        #expect(list[0].content == .scalar(.init(text: "1", isQuoted: false)))
        #expect(list[1].position == FilePosition(file: "a.yaml", line: 4, column: 5, length: 8))
        #expect(entries[1].position == entries[1].keyPosition)
        #expect(entries[2].value.text == "SELECT\n")
    }

    @Test(arguments: ["", "\n", "# nothing\n", "---\n"])
    func readsEmptyFiles(text: String) throws {
        let root = try YAMLReader.read(text: text, file: "a.yaml")
        #expect(root?.isNull != false)
    }

    @Test func knowsNull() throws {
        let root = try #require(try YAMLReader.read(text: "[~, null, '', 'null', x, ]", file: "a.yaml"))
        #expect(root.elements?.map(\.isNull) == [true, true, false, false, false])
    }

    @Test(arguments: [
        ("a: &x 1", "1:4+4 yaml-anchor"),
        ("a: *x", "1:4+2 yaml-alias"),
        ("a: !!str 1", "1:4+7 yaml-tag"),
        ("a: 1\n---\nb: 2", "2:1+3 yaml-documents"),
        ("? [a]\n: 1", "1:3+1 yaml-key"), ("? {a: 1}\n: 1", "1:3+1 yaml-key"), ("a: 1\nb: 2\na: 3", "3:1+1 duplicate-key"),
        ("{ä: 1, 'ä': 2}", "1:8+3 duplicate-key"), ("a:\n\tb: 1", "2:1+1 yaml-tab"), ("a: 'x\nb: 1", "1:4+1 yaml-syntax"),
        ("a: [1, 2\nb: 3", "1:4+1 yaml-syntax"), ("a: {b: 1\nc: 3", "1:4+1 yaml-syntax"), ("ää: b: c", "1:6+1 yaml-syntax"),
        ("a: 1\n b: 2", "2:3+1 yaml-syntax"), ("  a: 1\n b: 2", "2:2+1 yaml-syntax"), ("a: %x", "1:4+1 yaml-syntax"),
        ("a: \"\\q\"", "1:5+1 yaml-syntax"), ("é: \u{1B}[31m", "1:4+1 control-character"), ("- a\nb", "2:1+1 yaml-syntax"),
        (String(repeating: "[", count: 65), "1:65+1 yaml-depth"), ("a\r\nb: [", "2:2+1 yaml-syntax"),
    ])
    func pointsAtTheMistake(text: String, place: String) {
        #expect(problems(text).map(\.place) == [place])
    }

    @Test func namesTheFirstOfTwoKeys() {
        let problem = problems("a:\n  b: 1\n  c: 2\n  b: 3").first
        #expect(problem?.summary == "`b` is set twice")
        #expect(problem?.hint == "It is set on line 2 already: keep one of the two.")
        #expect(problem?.excerpt == "  b: 3")
    }

    @Test func findsSeveralProblemsAtOnce() {
        let found = problems("a: &x 1\nb: *x\na: 2\n? [q]\n: { z: *y }\n").map(\.code)
        #expect(found == ["yaml-anchor", "yaml-alias", "duplicate-key", "yaml-key", "yaml-alias"])
    }

    @Test func refusesHugeFiles() {
        #expect(problems(String(repeating: "a", count: 1 << 20) + "b").map(\.code) == ["file-too-large"])
        #expect(problems("[" + String(repeating: "a,", count: 120_000) + "]").map(\.code) == ["file-too-large"])
    }

    @Test func allowsTabsInsideTexts() {
        #expect(problems("a: 'x\ty'\nb: |\n  SELECT\tx\n  \tFROM y\n").isEmpty)
    }

    /// libyaml is C: whatever it is fed, it has to come back with a tree or a place.
    @Test func survivesEveryBrokenBeginning() {
        let text = "a: { b: [1, 'é', \"\\x41\"], c: |\n  x\n }\n? - *y\n: !t &a >-\n  z\n--- %\n\t\u{0}"
        let scalars = Array(text.unicodeScalars)
        for start in scalars.indices {
            for end in start...scalars.count {
                let piece = String(String.UnicodeScalarView(scalars[start..<end]))
                for problem in problems(piece) {
                    #expect(problem.position.map { $0.line > 0 && $0.column > 0 && $0.length > 0 } == true)
                }
            }
        }
    }
}

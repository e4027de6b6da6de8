import Foundation
import Testing
import WatchModel
import WatchOutput

@Suite struct ProblemTextTests {
    @Test func pointsAtTheText() {
        let problem = Problem(
            code: "unknown-key", at: FilePosition(file: "iapwatch.yaml", line: 12, column: 3, length: 8), excerpt: "  thresold: 5",
            summary: "there is no setting \"thresold\"", hint: "did you mean \"threshold\"?")
        #expect(
            ProblemText.render([problem], colour: false) == """
                error[unknown-key]: there is no setting "thresold"
                  --> iapwatch.yaml:12:3
                   |
                12 |   thresold: 5
                   |   ^^^^^^^^
                help: did you mean "threshold"?

                """)
    }

    @Test func withoutExcerptThereAreNoCarets() {
        let problems = [
            Problem(.warning, code: "no-index", at: FilePosition(file: "a.sql", line: 1, column: 1), summary: "slow"),
            Problem(code: "unreachable", summary: "no server"),
        ]
        #expect(
            ProblemText.render(problems, colour: false) == """
                warning[no-index]: slow
                 --> a.sql:1:1

                error[unreachable]: no server

                """)
        #expect(ProblemText.render([], colour: false) == "")
    }

    struct Marks: Sendable, CustomTestStringConvertible {
        var name: String
        var excerpt: String
        var column: Int
        var length: Int
        /// The line and the carets, without the gutter.
        var expected: [String]
        var testDescription: String { name }
    }

    @Test(arguments: [
        Marks(name: "tabs stay", excerpt: "\tkey:\tvalue", column: 7, length: 5, expected: ["\tkey:\tvalue", "\t    \t^^^^^"]),
        Marks(name: "wide", excerpt: "名前: x", column: 5, length: 1, expected: ["名前: x", "      ^"]),
        Marks(name: "wide is meant", excerpt: "a名前", column: 2, length: 2, expected: ["a名前", " ^^^^"]),
        Marks(name: "combining", excerpt: "cafe\u{301} x", column: 7, length: 1, expected: ["cafe\u{301} x", "     ^"]),
        Marks(name: "end of line", excerpt: "key:", column: 5, length: 1, expected: ["key:", "    ^"]),
        Marks(name: "beyond the end", excerpt: "key:", column: 99, length: 50, expected: ["key:", "    ^"]),
        Marks(name: "too long", excerpt: "key: x", column: 6, length: 50, expected: ["key: x", "     ^"]),
        Marks(name: "nothing is meant", excerpt: "key", column: 1, length: 0, expected: ["key", "^"]),
        Marks(name: "column zero", excerpt: "key", column: 0, length: 1, expected: ["key", "^"]),
        Marks(name: "CR LF at the end", excerpt: "key\r\n", column: 1, length: 3, expected: ["key", "^^^"]),
        Marks(name: "control characters", excerpt: "a\u{1B}b\r\nc", column: 6, length: 1, expected: ["a␛b␍␊c", "     ^"]),
        Marks(name: "direction", excerpt: "\u{202E}x", column: 2, length: 1, expected: ["\\u{202e}x", "        ^"]),
        Marks(name: "huge numbers", excerpt: "key", column: .max, length: .max, expected: ["key", "   ^"]),
        Marks(name: "negative numbers", excerpt: "key", column: .min, length: .min, expected: ["key", "^"]),
    ])
    func caretsStandUnderTheText(_ marks: Marks) {
        let position = FilePosition(file: "f", line: 1, column: marks.column, length: marks.length)
        let problem = Problem(code: "c", at: position, excerpt: marks.excerpt, summary: "s")
        let lines = lines(ProblemText.render([problem], colour: false))
        #expect(lines.count == 6)
        #expect(lines[3] == "1 | " + marks.expected[0])
        #expect(lines[4] == "  | " + marks.expected[1])
    }

    @Test func aLongLineIsCutAroundTheText() {
        let excerpt = String(repeating: "a", count: 500) + "HERE" + String(repeating: "b", count: 500)
        let problem = Problem(code: "c", at: FilePosition(file: "f", line: 1, column: 501, length: 4), excerpt: excerpt, summary: "s")
        let lines = lines(ProblemText.render([problem], colour: false))
        #expect(lines[3].hasPrefix("1 | …a") && lines[3].hasSuffix("b…"))
        #expect(lines[3].unicodeScalars.count < 180)
        let carets = Array(lines[4].unicodeScalars).indices.filter { Array(lines[4].unicodeScalars)[$0] == "^" }
        #expect(String(String.UnicodeScalarView(carets.map { Array(lines[3].unicodeScalars)[$0] })) == "HERE")
    }

    @Test func hostileTextStaysInItsPlace() {
        let hostile = "x\r\u{1B}[2J\u{9B}1A\u{202E}\u{2028}\u{7F}"
        let problem = Problem(
            code: hostile, at: FilePosition(file: hostile + "\n", line: 1, column: 1), excerpt: hostile + "\nerror[fake]: y",
            summary: "first\nerror[fake]: second", hint: hostile)
        let text = ProblemText.render([problem], colour: false)
        let moving = text.unicodeScalars.filter { $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)) }
        #expect(moving.isEmpty)
        #expect(!text.unicodeScalars.contains("\u{202E}") && !text.unicodeScalars.contains("\u{2028}"))
        #expect(lines(text).count { $0.hasPrefix("error[") } == 1)
        #expect(text.contains("first\n      error[fake]: second\n"))
    }

    @Test func coloursAreOnlyAdded() {
        let problem = Problem(
            .warning, code: "c", at: FilePosition(file: "f", line: 1, column: 1), excerpt: "abc", summary: "s", hint: "h")
        let coloured = ProblemText.render([problem], colour: true)
        #expect(coloured.hasPrefix("\u{1B}[1;33mwarning[c]\u{1B}[0m: s\n"))
        #expect(coloured.contains("\u{1B}[36mhelp\u{1B}[0m: h\n"))
        var plain = coloured
        while let start = plain.range(of: "\u{1B}["), let end = plain[start.upperBound...].firstIndex(of: "m") {
            plain.removeSubrange(start.lowerBound...end)
        }
        #expect(plain == ProblemText.render([problem], colour: false))
    }

    @Test func counts() {
        let (error, warning) = (Problem(code: "e", summary: "s"), Problem(.warning, code: "w", summary: "s"))
        #expect(ProblemText.tally([error, warning, error]) == "2 errors, 1 warning")
        #expect(ProblemText.tally([warning, warning]) == "2 warnings")
        #expect(ProblemText.tally([]) == "")
    }

    /// Lines as a terminal sees them: `split` on characters would take CR LF for one, and not for LF.
    private func lines(_ text: String) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }
}

import Testing

@testable import WatchCatalog

struct SourceTextTests {
    private func shown(_ text: String) -> [Int] {
        let source = SourceText(text, file: "a.yaml")
        return source.lines.indices.map { $0 + 1 }.filter { source.mayShow(line: $0) }
    }

    @Test(arguments: [
        ("interval: 5m\nthresholds:\n  pending: 1h", [1, 2, 3]), ("source:\n  url: x\n  retries: 2\n  schema: a\ninterval: 5m", [3, 4, 5]),
        ("source:\n  retries: x\n  query_timeout: 5 # s\n  host: h", [2, 3]), ("source: { retries: 2 }\na: 1", [2]),
        ("a: 1\nb: x@y\nc: 2", [1, 3]), ("a: 1\nb: |\n  x://y\n  z\nc: 2", [1, 2, 5]), ("columns:\n  token: t\n  user_id: u", [1, 2, 3]),
        ("a: 'x@\nb: y\nz'\nc: 1", [4]), ("# it's a password\na: 1", [2]), ("pasword: x\n  y\n\nz: 1", [4]),
    ])
    func hidesWhatMayHoldASecret(text: String, lines: [Int]) {
        #expect(shown(text) == lines)
    }

    @Test func excerptsCannotPlayTricks() {
        let source = SourceText("\u{FEFF}a\tb\u{1B}[0m\u{202E}x\r\nsecond\r" + String(repeating: "x", count: 401), file: "a.yaml")
        #expect(source.excerpt(line: 1) == "a b\u{FFFD}[0m\u{FFFD}x")
        #expect(source.excerpt(line: 2) == "second")
        #expect(source.excerpt(line: 3) == nil)
        #expect(source.excerpt(line: 0) == nil)
        #expect(source.excerpt(line: 4) == nil)
    }
}

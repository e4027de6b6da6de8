import Glibc
import Testing
import WatchModel

@testable import WatchCatalog

/// A password is planted in every place that one could think of; nothing that is reported may hold a piece of it.
struct ConfigurationSecretTests {
    private static let password = "Zq7xW9vK2m"
    private static let pieces = (0...password.count - 4).map { String(password.dropFirst($0).prefix(4)) }

    private func leaks(_ text: String) -> [String] {
        var printed: [String] = []
        do {
            let loaded = try ConfigurationLoader.load(
                text: text, file: "a.yaml", environment: ["SET": Self.password, "LINES": "a\n" + Self.password],
                readFile: { (path) throws(TextFile.Failure) in
                    guard path == "good" else { throw .notUTF8(line: 1, column: 1) }
                    return Self.password
                })
            printed.append(dumped(loaded))
            printed.append(String(describing: loaded) + String(reflecting: loaded))
        } catch {
            printed.append(dumped(error))
            printed.append(String(describing: error) + String(reflecting: error))
            printed += error.all.flatMap { [$0.summary, $0.hint ?? "", $0.excerpt ?? ""] }
        }
        // Thousands of texts are searched: C is quick at that, once there is no NUL that would end it early.
        let text = printed.joined(separator: "\n").split(separator: "\0").joined()
        return Self.pieces.filter { strstr(text, $0) != nil }
    }

    private func dumped(_ value: some Any) -> String {
        var text = ""
        dump(value, to: &text)
        return text
    }

    @Test(arguments: [
        // Well-formed, right and wrong.
        "source: { url: 'postgres://u:PW@h/d' }", "source:\n  url: postgres://u:PW@h/d?sslmode=require\n  host: x",
        "source:\n  url: postgres://h/d?password=PW\n  retries: x", "source:\n  url: mysql://u:PW@h", "source:\n  url: u:PW@h",
        "source:\n  url: PW", "source: postgres://u:PW@h", "source:\n  - postgres://u:PW@h", "postgres://u:PW@h", "url: postgres://u:PW@h",
        "source:\n  password: PW", "source:\n  pasword: PW", "source:\n  PW: x", "source: { PW: x }", "source: [PW]", "source: PW",
        "password: PW", "pasword: PW", "passwd:\n  PW", "password: [PW, {a: PW}]", "database_url: 'PW'\n",
        "source:\n  password_file: PW", "source:\n  password_env: PW", "source:\n  password_file: good\n  password_env: SET\n  x: 1",
        "source:\n  password_env: LINES", "source:\n  password_file: [PW]", "source:\n  host: postgres://u:PW@h", "source:\n  host: u:PW@h",
        "source:\n  database: host=h password=PW", "source:\n  user: u:PW@h", "source:\n  port: PW@", "source:\n  sslmode: '//PW'",
        "source:\n  url: &a postgres://u:PW@h", "source:\n  url: !x postgres://u:PW@h", "source:\n  url: *PW@h", "source:\n  url: &PW@h x",
        "source:\n  url: postgres://u:PW@h\n  url: postgres://u:PW@h", "source: &x {url: postgres://u:PW@h}\nsource: *x",
        "output: { directory: postgres://u:PW@h, x: 1 }", "tables: { 'postgres://u:PW@h': {} }", "interval: postgres://u:PW@h",
        "queries: { every: { 'u:PW@h': hour } }", "queries: { every: { a: 'u:PW@h' } }", "'postgres://u:PW@h': 1\n'postgres://u:PW@h': 2",
        "source:\n  url: >-\n    postgres:\n    //u:\n    PW\n    @h\n  x: 1",
        "source:\n  url:\n    \"postgres:\\\n  //u:\\\n  PW\\\n  @h\"\n  x: 1",
        "sourec:\n  url:\n    postgres:\n    PW\n", "source:\n  url: [\n    a,\n    PW,\n  ]", "source: {\n  pasword: PW,\n  x: 1\n}",
        // Malformed.
        "source:\n  url: postgres://u:PW@h: x", "source:\n  url: 'postgres://u:PW@h", "source:\n  url: \"postgres://u:\nPW\n@h\n",
        "source:\n  url: \"postgres://u:\nPW: x\" y\n", "source:\n\turl: postgres://u:PW@h", "source:\n  url: @PW", "source:\n  url: `PW`",
        "source: { url: postgres://u:PW@h",
        "source:\n  url postgres://u:PW@h\n",
        "source\n  url: PW",
        "source:\nurl: PW: x",
        "source:\n url:\nPW\n",
        "source:\n  url: x\n   PW: y", "source:\n  password PW\n  x: 1", "- source:\n  - PW\n b", "source:\n  url: \"\\q PW\"",
        "source:\n  pasword: PW: x", "source:\n  retries:\n    PW: x: y", "source:\n  url: >\n    retries: PW\n  x: 1: 2",
        "source:\n  url: postgres://u:\u{1}PW@h", "a: 1\n---\nsource: { url: postgres://u:PW@h }", "? postgres://u:PW@h\n: x: y",
        "? [postgres://u:PW@h]\n: x", "# postgres://u:PW@h\n\t", "x: 'y # postgres://u:PW@h", "source:\r  url: PW\r x",
        "source:\n  url: postgres://u:PW\u{2028}PW@h: x", "source: {url: 'postgres://u:\nPW\n@h', x: [}",
    ])
    func nothingRepeatsAPassword(template: String) {
        let text = template.split(separator: "PW", omittingEmptySubsequences: false).joined(separator: Self.password)
        #expect(leaks(text) == [])
    }

    /// One slip of the finger at every place of a fair file, so that its structure breaks in every way.
    @Test(arguments: ["", " ", "\n", "\n  ", "\t", "\"", "'", "{", "}", "[", ":", ": ", "#", " #", "- ", "&", "*", "!", "|", "\u{1}"])
    func nothingRepeatsAPasswordAfterASlip(slip: String) {
        let block = "source:\n  url: 'postgres://watch:\(Self.password)@db/shop'\n  retries: 2\ninterval: 5m\n"
        let flow = "interval: 5m\nsource: {\n  retries: 2,\n  url: postgres://watch:\(Self.password)@db/shop\n}\n"
        for text in [block, flow] {
            let scalars = Array(text.unicodeScalars)
            for index in scalars.indices {
                // Put in, or in the place of a character.
                let rest = scalars[(index + (slip.isEmpty || index % 2 == 0 ? 1 : 0))...]
                let broken = String.UnicodeScalarView(scalars[..<index] + Array(slip.unicodeScalars) + rest)
                #expect(leaks(String(broken)) == [], "slip at \(index)")
            }
        }
    }

    @Test func aURLInPlaceOfTheFileIsNotRepeated() {
        #expect {
            try ConfigurationLoader.load(path: "postgres://u:\(Self.password)@h/d", environment: [:])
        } throws: { error in
            !String(describing: error).contains(Self.password)
        }
    }
}

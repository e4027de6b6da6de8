import Testing

@testable import WatchModel

struct NamedParametersTests {
    @Test(
        arguments: [
            (":now", ["now"]), ("a < :now", ["now"]), (":now AND :now", ["now", "now"]), (":a:b", ["a", "b"]),
            ("(:a,:b2_c)", ["a", "b2_c"]),
            (":", []), ("x :", []), (": now", []), (":1", []), ("a[1:2]", []), ("'a' || :b || 'c'", ["b"]), (":_x", ["_x"]),
            (":Now", ["Now"]),
            // Casts.
            ("x::text", []), (":now::date", ["now"]), ("(:now)::timestamptz < :now", ["now", "now"]), (":::now", ["now"]),
            // Strings.
            ("':now'", []), ("'it''s :now' :a", ["a"]), ("'\\' :a", ["a"]), ("E'\\' :now' :a", ["a"]), ("e'\\\\' :a", ["a"]),
            ("E'it''s :now' :a", ["a"]), ("name'\\' :a", ["a"]), ("'never closed :now", []), ("E'\\", []),
            // Identifiers.
            ("\":now\"", []), ("\"a\"\":b\" :c", ["c"]), ("\"it's\" :a", ["a"]), ("\":now", []),
            // Comments.
            ("-- :now\n:a", ["a"]), ("-- it's\n:a", ["a"]), ("- :a", ["a"]), ("--:now", []), ("/* :now */ :a", ["a"]),
            ("/* ' */ :a", ["a"]),
            ("/* a /* :b */ :c */ :d", ["d"]), ("/* :now", []), ("/*/ :a */ :b", ["b"]), ("a / :b * :c", ["b", "c"]), ("/", []), ("-", []),
            // Dollar quotes.
            ("$$ :now ' $$ :a", ["a"]), ("$x$ :now $y$ :b $x$ :a", ["a"]), ("$1 :a", ["a"]), ("a$b :c $d", ["c"]), ("a$$ :b $$", ["b"]),
            ("$$ :now", []), ("$", []),
            // As in psql, a slice wants a space: a name behind a colon is a parameter.
            ("a[1:n]", ["n"]), ("a[1: n]", []), ("a[:n]", ["n"]),
            // Bytes that are not ASCII.
            ("'é' :a", ["a"]), ("\"ü:x\" :b", ["b"]), ("日本 :c", ["c"]),
        ] as [(String, [String])])
    func findsParameters(sql: String, names: [String]) {
        #expect(NamedParameters.occurrences(in: sql).map(\.name) == names)
    }

    @Test func tellsWhereInBytes() {
        // `'é' ` is five bytes; the range takes the colon in.
        #expect(
            NamedParameters.occurrences(in: "'é' :now+:b") == [
                NamedParameters.Occurrence(name: "now", range: 5..<9), NamedParameters.Occurrence(name: "b", range: 10..<12),
            ])
    }

    @Test func survivesEveryPiece() {
        let sql = Array("E'\\' :a' \"b\" -- :c\n/* /* :d */ */ $x$ :e $x$ ::f :g é".utf8)
        for start in sql.indices {
            for end in start...sql.count {
                for found in NamedParameters.occurrences(in: String(decoding: sql[start..<end], as: UTF8.self)) {
                    #expect(found.range.lowerBound >= 0 && found.range.count == found.name.utf8.count + 1)
                }
            }
        }
    }
}

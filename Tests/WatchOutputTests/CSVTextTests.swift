import Testing

@testable import WatchOutput

@Suite struct CSVTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("two\nlines", "\"two\nlines\""),
        // A quote followed by a combining mark, and CR LF, are one Character each: they are escaped all the same.
        ("\"\u{301}", "\"\"\"\u{301}\""), ("a\r\nb", "\"a\r\nb\""),
        ("=1+1", "'=1+1"), ("+49", "'+49"), ("-2", "'-2"), ("@x", "'@x"), ("\tx", "'\tx"), ("=a,b", "\"'=a,b\""), ("", ""),
        ("=\u{338}x", "'=\u{338}x"),
    ])
    func escapes(text: String, field: String) {
        #expect(Array(CSVText.Field(text).escaped.utf8) == Array(field.utf8))
    }

    @Test func numbersAreNoFormulas() {
        #expect(CSVText.Field(-3).escaped == "-3" && CSVText.Field(nil).escaped == "")
    }

    @Test func linesEndAsTheStandardSays() {
        var csv = CSVText(header: ["a", "b"])
        csv.add([CSVText.Field("1"), CSVText.Field("2,3")])
        #expect(String(decoding: csv.bytes, as: UTF8.self) == "a,b\r\n1,\"2,3\"\r\n")
    }
}

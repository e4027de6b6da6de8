import TestSupport
import Testing

/// The reader that the other tests trust has to refuse what is wrong.
@Suite struct PrometheusTextParserTests {
    private static let head = "# HELP a A.\n# TYPE a gauge\n"

    @Test(arguments: [
        head + "a 1",
        head + "a 1\r\n",
        head + "a 1\n\n",
        head + "a 1 1700000000\n",
        head + "a  1\n",
        head + "a inf\n",
        head + "a -nan\n",
        head + "a 0x10\n",
        head + "a\n",
        head + "a 1\na 1\n",
        head + "a{x=\"1\"} 1\na{x=\"1\"} 2\n",
        head + "a{x=\"1\"} 1\na{y=\"1\"} 2\n",
        head + "a{x=\"1\",x=\"2\"} 1\n",
        head + "a{y=\"1\",x=\"2\"} 1\n",
        head + "a{x=\"\\t\"} 1\n",
        head + "a{x=\"1} 1\n",
        head + "a{x=\"1\"  1\n",
        head + "a{x=\"1\",} 1\n",
        head + "b 1\n",
        head,
        head + "a{x=\"\u{FEFF}\"} 1\n",
        head + "a{x=\"\u{7}\"} 1\n",
        "a 1\n",
        "# HELP a A.\na 1\n",
        "# TYPE a gauge\n# HELP a A.\na 1\n",
        "# HELP a \n# TYPE a gauge\na 1\n",
        "# HELP a \\\"A\n# TYPE a gauge\na 1\n",
        "# HELP a A.\n# TYPE a summary\na 1\n",
        head + "a 1\n# HELP b B.\n# TYPE b gauge\nb 1\na{x=\"1\"} 1\n",
        head + "a 1\n" + head + "a{x=\"1\"} 1\n",
        "# comment\n" + head + "a 1\n",
    ])
    func refuses(_ text: String) {
        #expect(throws: PrometheusTextParser.Refusal.self) { try PrometheusTextParser.parse(Array(text.utf8)) }
    }

    @Test func refusesWhatIsNotUTF8() {
        #expect(throws: PrometheusTextParser.Refusal.self) {
            try PrometheusTextParser.parse(Array((Self.head + "a{x=\"").utf8) + [0xFF] + Array("\"} 1\n".utf8))
        }
    }

    @Test func readsWhatIsRight() throws {
        let families = try PrometheusTextParser.parse(Array((Self.head + "a{x=\"\\\\ \\\" \\n\",y=\"\"} +Inf\n").utf8))
        #expect(families.count == 1)
        #expect(families[0].help == "A.")
        #expect(families[0].samples[0]["x"] == "\\ \" \n")
        #expect(families[0].samples[0]["y"] == "")
        #expect(families[0].samples[0].value == .infinity)
    }
}

import TestSupport
import Testing
import WatchModel
import WatchOutput

@Suite struct PrometheusTextTests {
    @Test func writesFamiliesAndSamplesInOrder() throws {
        let text = try rendered([
            MetricFamily(name: "iapwatch_b", help: "B.", samples: [.init(LabelSet(), 1.5)]),
            MetricFamily(
                name: "iapwatch_a", help: "A.",
                samples: [
                    .init(LabelSet([("store", "google"), ("kind", "x")]), 2), .init(LabelSet([("kind", "x"), ("store", "apple")]), 0),
                ]),
            MetricFamily(name: "iapwatch_c_total", help: "C.", kind: .counter, samples: [.init(LabelSet(), 7)]),
            MetricFamily(name: "iapwatch_empty", help: "Nothing.", samples: []),
        ])
        #expect(
            text == """
                # HELP iapwatch_a A.
                # TYPE iapwatch_a gauge
                iapwatch_a{kind="x",store="apple"} 0
                iapwatch_a{kind="x",store="google"} 2
                # HELP iapwatch_b B.
                # TYPE iapwatch_b gauge
                iapwatch_b 1.5
                # HELP iapwatch_c_total C.
                # TYPE iapwatch_c_total counter
                iapwatch_c_total 7

                """)
    }

    @Test func nothingGivesAnEmptyFile() throws {
        #expect(try PrometheusText.render([]) == [])
    }

    @Test(arguments: PrometheusPitfalls.labels) func labelValueComesBack(_ pitfall: PrometheusPitfalls.LabelCase) throws {
        let family = MetricFamily(name: "iapwatch_x", help: "X.", samples: [.init(LabelSet([("store", pitfall.input)]), 1)])
        let parsed = try PrometheusTextParser.parse(try PrometheusText.render([family]))
        let value = try #require(parsed.first?.samples.first?["store"])
        #expect(Array(value.unicodeScalars) == Array(pitfall.expected.unicodeScalars))
    }

    @Test(arguments: PrometheusPitfalls.numbers) func numberComesBack(_ pitfall: PrometheusPitfalls.NumberCase) throws {
        let parsed = try PrometheusTextParser.parse(
            try PrometheusText.render([MetricFamily(name: "iapwatch_x", help: "X.", samples: [.init(LabelSet(), pitfall.value)])]))
        #expect(parsed.first?.samples.first?.numberText == pitfall.text)
        #expect(parsed.first?.samples.first?.value == pitfall.value)
    }

    @Test func infinitiesAreWrittenWhenAskedFor() throws {
        let family = MetricFamily(
            name: "iapwatch_x", help: "X.",
            samples: [.init(LabelSet([("a", "1")]), .infinity), .init(LabelSet([("a", "2")]), -.infinity)])
        let parsed = try PrometheusTextParser.parse(try PrometheusText.render([family], allowingInfinities: true))
        #expect(parsed[0].samples.map(\.numberText) == ["+Inf", "-Inf"])
        #expect(PrometheusNumber.text(-(Double.nan)) == "NaN")
    }

    @Test func helpIsCleanedAndEscaped() throws {
        let text = try rendered([MetricFamily(name: "iapwatch_x", help: "  a\r\n\"b\" \\ \u{7}c ", samples: [.init(LabelSet(), 1)])])
        #expect(text.hasPrefix("# HELP iapwatch_x a\\n\"b\" \\\\ c\n"))
    }

    @Test func allPitfallsInOneFilePassPromtool() throws {
        let bytes = try PrometheusText.render(PrometheusPitfalls.families)
        let parsed = try PrometheusTextParser.parse(bytes)
        #expect(parsed[0].samples.count == PrometheusPitfalls.labels.count)
        #expect(parsed[1].samples.count == PrometheusPitfalls.numbers.count)
        let (exit, output) = try PromTool.check(bytes)
        #expect(exit == 0, "\(output)")
    }

    @Test func theOrderOfTheInputDoesNotMatter() throws {
        var generator = SeededGenerator(seed: 7)
        let expected = try PrometheusText.render(PrometheusPitfalls.families)
        for _ in 0..<20 {
            var families = PrometheusPitfalls.families.shuffled(using: &generator)
            for index in families.indices { families[index].samples.shuffle(using: &generator) }
            #expect(try PrometheusText.render(families) == expected)
        }
    }

    private func rendered(_ families: [MetricFamily]) throws -> String {
        String(decoding: try PrometheusText.render(families), as: UTF8.self)
    }
}

extension PrometheusPitfalls.LabelCase: CustomTestStringConvertible {
    var testDescription: String { name }
}

extension PrometheusPitfalls.NumberCase: CustomTestStringConvertible {
    var testDescription: String { name }
}

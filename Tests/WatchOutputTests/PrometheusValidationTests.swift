import Testing
import WatchModel
import WatchOutput

@Suite struct PrometheusValidationTests {
    @Test(arguments: ["", "1a", "a-b", "a:b", "é", "a b", "a\n", "a{"]) func refusesMetricName(_ name: String) {
        let family = MetricFamily(name: name, help: "X.", samples: [.init(LabelSet(), 1)])
        #expect(refusal(family)?.reason == .badMetricName)
    }

    @Test(arguments: ["", "1a", "a-b", "a:b", "ä", "a\"", "a "]) func refusesLabelName(_ name: String) {
        #expect(refusal(family([[(name, "v")]]))?.reason == .badLabelName(name))
    }

    @Test(arguments: ["__name__", "__", "__x"]) func refusesInternalLabelName(_ name: String) {
        #expect(refusal(family([[(name, "v")]]))?.reason == .internalLabelName(name))
    }

    @Test(arguments: ["job", "instance", "env", "service", "region", "cluster", "type", "le", "quantile"])
    func refusesReservedLabelName(_ name: String) {
        #expect(refusal(family([[(name, "v")]]))?.reason == .reservedLabelName(name))
    }

    @Test func refusesDuplicateFamily() {
        let twice = [family([[("store", "a")]]), family([[("store", "b")]])]
        #expect(throws: PrometheusTextError(.duplicateFamily, family: "iapwatch_x")) { try PrometheusText.render(twice) }
    }

    @Test func refusesRepeatedLabel() {
        #expect(refusal(family([[("a", "1"), ("a", "2")]]))?.reason == .repeatedLabelName("a"))
    }

    @Test func refusesDuplicateSeriesAndNamesIt() {
        let error = refusal(family([[("store", "google")], [("store", "apple")], [("store", "google")]]))
        #expect(error?.reason == .duplicateSeries)
        #expect(error?.description == "iapwatch_x{store=\"google\"}: two samples are this series")
    }

    @Test func refusesSeriesThatBecomeTheSameWhenCleaned() {
        #expect(refusal(family([[("store", "a\0")], [("store", "a")]]))?.reason == .duplicateSeries)
        let long = String(repeating: "x", count: 300)
        #expect(refusal(family([[("store", long + "1")], [("store", long + "2")]]))?.reason == .duplicateSeries)
    }

    @Test func keepsStoresThatDifferInCaseOrNormalization() throws {
        let cleaned = try PrometheusText.validated(
            family([[("store", "caf\u{E9}")], [("store", "cafe\u{301}")], [("store", "google")], [("store", "Google")]]))
        #expect(cleaned.samples.count == 4)
    }

    @Test func refusesDifferentLabelNames() {
        let error = refusal(family([[("store", "a")], [("kind", "b"), ("store", "a")]]))
        #expect(error?.reason == .differentLabelNames(expected: ["store"]))
        #expect(error?.key == "iapwatch_x{kind=\"b\",store=\"a\"}")
    }

    @Test(arguments: ["", "   ", "\0\t"]) func refusesEmptyHelp(_ help: String) {
        #expect(refusal(MetricFamily(name: "iapwatch_x", help: help, samples: []))?.reason == .emptyHelp)
    }

    @Test func refusesNumbersThatAreNone() {
        let zero = Double("0") ?? 1
        #expect(refusal(family(zero / zero))?.reason == .notANumber)
        #expect(refusal(family(1 / zero))?.reason == .infinite)
        #expect(refusal(family(-1 / zero))?.reason == .infinite)
        #expect(refusal(family(Double("1e400") ?? .infinity))?.reason == .infinite)
        #expect(throws: PrometheusTextError(.notANumber, family: "iapwatch_x", labels: LabelSet())) {
            try PrometheusText.render([family(.nan)], allowingInfinities: true)
        }
    }

    @Test func refusesTotalOnTheWrongKind() {
        #expect(refusal(MetricFamily(name: "iapwatch_total", help: "X.", samples: []))?.reason == .totalOnGauge)
        #expect(refusal(MetricFamily(name: "iapwatch_x", help: "X.", kind: .counter, samples: []))?.reason == .counterWithoutTotal)
    }

    @Test func messagesShowHostileTextHarmlessly() {
        let error = refusal(family([[("a\u{1B}[2J", "v\u{1B}")]]))
        #expect(error?.description.unicodeScalars.contains("\u{1B}") == false)
        #expect(error?.description.contains("a␛[2J") == true)
    }

    private func family(_ labels: [[(name: String, value: String)]]) -> MetricFamily {
        MetricFamily(name: "iapwatch_x", help: "X.", samples: labels.map { .init(LabelSet($0), 1) })
    }

    private func family(_ value: Double) -> MetricFamily {
        MetricFamily(name: "iapwatch_x", help: "X.", samples: [.init(LabelSet(), value)])
    }

    private func refusal(_ family: MetricFamily) -> PrometheusTextError? {
        do {
            _ = try PrometheusText.render([family])
            return nil
        } catch {
            return error
        }
    }
}

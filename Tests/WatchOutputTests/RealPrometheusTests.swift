import TestSupport
import Testing
import WatchModel
import WatchOutput

/// The programs that read the files, as Debian ships them.
@Suite struct RealPrometheusTests {
    @Test func pitfallsArriveInPrometheus() throws {
        let directory = try TemporaryDirectory("textfiles")
        try directory.write("iapwatch.prom", try PrometheusText.render(PrometheusPitfalls.families))
        let stack = try PrometheusStack(directory: directory.path)
        defer { stack.stop() }

        let page = try stack.scrape()
        #expect(page.contains("\nnode_textfile_scrape_error 0\n"), "\(stack.exporter.log)")

        let series = try stack.query("iapwatch_pitfall_purchases", waitSeconds: 30)
        #expect(series.count == PrometheusPitfalls.labels.count)
        for (index, pitfall) in PrometheusPitfalls.labels.enumerated() {
            let found = try #require(series.first { $0.value == Double(index) })
            // An empty label is no label.
            #expect(Array((found.labels["store"] ?? "").utf8) == Array(pitfall.expected.utf8), "\(pitfall.name)")
        }
        let numbers = try stack.query("iapwatch_pitfall_seconds")
        for pitfall in PrometheusPitfalls.numbers {
            #expect(numbers.first { $0.labels["check"] == pitfall.name }?.value == pitfall.value, "\(pitfall.name)")
        }
        #expect(try stack.query("scalar(sum(iapwatch_pitfall_seconds{check=\"whole\"}))") == [.init(labels: [:], value: 100)])
        #expect(throws: (any Error).self) { try stack.query("sum(") }
    }
}

import Foundation
import Testing
import WatchModel
import WatchOutput

@Suite struct RunResultJSONTests {
    @Test func smallestResult() {
        #expect(
            text(RunResult(now: RunResultExample.now)) == """
                {
                  "schema_version": 1,
                  "now": "2026-12-01T04:00:00Z",
                  "ending": "measured",
                  "exit_code": 0,
                  "wrote_figures": false,
                  "last_success": null,
                  "snapshot": null,
                  "phases": [],
                  "queries": [],
                  "metrics": [],
                  "problems": []
                }

                """)
    }

    @Test func everythingIsThere() throws {
        let root = try object(RunResultExample.full)
        #expect(root["ending"] as? String == "something_failed")
        #expect(root["exit_code"] as? Int == 1)
        #expect(root["last_success"] as? String == "2026-12-01T01:00:00Z")
        let snapshot = try #require(root["snapshot"] as? [String: Any])
        #expect(snapshot["replay_lag_seconds"] as? Double == 2.5)
        #expect(snapshot["is_standby"] as? Bool == true)

        let queries = try #require(root["queries"] as? [[String: Any]])
        #expect(queries.map { $0["status"] as? String } == ["succeeded", "kept", "failed", "unavailable", "not_reached"])
        #expect(queries[0]["duration_seconds"] as? Double == 0.0125)
        #expect(queries[1]["measured_at"] as? String == "2026-12-01T02:00:00Z")
        #expect((queries[2]["problem"] as? [String: Any])?["code"] as? String == "query-timed-out")
        #expect(queries[3]["reason"] as? String == "purchases.acknowledged_at")

        let metrics = try #require(root["metrics"] as? [[String: Any]])
        #expect(
            metrics.map { $0["outcome"] as? String }
                == ["failed", "measured", "no_data", "measured", "measured", "measured", "unavailable"])
        #expect(metrics[2]["reason"] as? String == "nothing is unverified")
        #expect(metrics[3]["note"] as? String == "estimated")
        let samples = try #require(metrics[3]["samples"] as? [[String: Any]])
        #expect(samples.map { ($0["labels"] as? [String: String])?["store"] } == ["apple", "google", "other"])
        #expect(samples.map { $0["value"] as? Double } == [1, 12, 0])

        let problems = try #require(root["problems"] as? [[String: Any]])
        #expect(problems[0]["severity"] as? String == "warning")
        #expect(problems[0]["line"] is NSNull)
    }

    @Test func aQuerySaysHowFullItsLabelsAre() throws {
        var result = RunResultExample.full
        result.queries[0].labelValues = [LabelValueCount(label: "app_version", distinct: 31, limit: 20)]
        let queries = try #require(try object(result)["queries"] as? [[String: Any]])
        let counts = try #require(queries[0]["label_values"] as? [[String: Any]])
        #expect(counts.count == 1 && counts[0]["label"] as? String == "app_version")
        #expect(counts[0]["distinct"] as? Int == 31 && counts[0]["limit"] as? Int == 20)
        #expect((queries[1]["label_values"] as? [Any])?.isEmpty == true)
    }

    @Test func aSampleIsALine() {
        #expect(text(RunResultExample.full).contains("\n        {\"labels\": {\"store\": \"google\"}, \"value\": 12},\n"))
    }

    @Test func linesOfFilesStayOut() {
        #expect(!text(RunResultExample.full).contains("secret line"))
    }

    @Test func numbersThatAreNotFiniteAreNull() throws {
        var result = RunResult(now: RunResultExample.now)
        let family = MetricFamily(
            name: "iapwatch_x", help: "X.", samples: [.init(LabelSet([("a", "1")]), .nan), .init(LabelSet([("a", "2")]), .infinity)])
        result.metrics = [.init(name: "iapwatch_x", query: "q", outcome: .measured(family, note: nil))]
        result.phases = [("connect", .nan)]
        let root = try object(result)
        let metrics = try #require(root["metrics"] as? [[String: Any]])
        let samples = try #require(metrics[0]["samples"] as? [[String: Any]])
        #expect(samples.allSatisfy { $0["value"] is NSNull })
    }

    @Test(arguments: PrometheusPitfalls.labels) func labelsComeBack(_ pitfall: PrometheusPitfalls.LabelCase) throws {
        var result = RunResult(now: RunResultExample.now)
        let family = MetricFamily(name: "iapwatch_x", help: "X.", samples: [.init(LabelSet([("store", pitfall.input)]), 1)])
        result.metrics = [.init(name: "iapwatch_x", query: "q", outcome: .measured(family, note: nil))]
        let metrics = try #require(try object(result)["metrics"] as? [[String: Any]])
        let samples = try #require(metrics[0]["samples"] as? [[String: Any]])
        let value = try #require((samples[0]["labels"] as? [String: String])?["store"])
        #expect(Array(value.utf8) == Array(pitfall.input.utf8))
    }

    private func text(_ result: RunResult) -> String { String(decoding: RunResultJSON.render(result), as: UTF8.self) }

    private func object(_ result: RunResult) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(RunResultJSON.render(result))) as? [String: Any])
    }
}

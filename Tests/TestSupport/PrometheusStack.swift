import Foundation

/// A real node_exporter over a directory of text files, and a real Prometheus that scrapes it every second.
package final class PrometheusStack: Sendable {
    package struct Series: Equatable, Sendable {
        /// With `__name__`, where the expression keeps it.
        package var labels: [String: String]
        package var value: Double

        package init(labels: [String: String], value: Double) {
            (self.labels, self.value) = (labels, value)
        }
    }

    package let exporter: NodeExporter
    package let port: UInt16
    private let process: BackgroundProcess
    private let folder: TemporaryDirectory

    /// Starts both and waits until they answer; the first scrape may still be to come.
    ///
    /// - Parameters:
    ///   - directory: Where the `.prom` files are.
    ///   - ruleFiles: Full paths of rule files, evaluated every second.
    package init(directory: String, ruleFiles: [String] = []) throws {
        let program = try Tool.require("prometheus", package: "prometheus")
        exporter = try NodeExporter(directory: directory)
        folder = try TemporaryDirectory("prometheus")
        let configuration = try folder.write(
            "prometheus.yml",
            """
            global: {scrape_interval: 1s, evaluation_interval: 1s}
            rule_files: [\(ruleFiles.map { "'\($0)'" }.joined(separator: ", "))]
            scrape_configs:
              - job_name: node
                static_configs:
                  - targets: ['127.0.0.1:\(exporter.port)']

            """)
        let port = try LoopbackHTTP.freePort()
        process = try BackgroundProcess(
            program,
            [
                "--config.file=\(configuration)", "--storage.tsdb.path=\(folder.file("data"))",
                "--web.listen-address=127.0.0.1:\(port)", "--log.level=warn",
            ])
        self.port = port
        try process.waitUntilReady { (try? LoopbackHTTP.get(port: port, "/-/ready")) != nil }
    }

    /// The page that node_exporter shows now.
    package func scrape() throws -> String { try exporter.scrape() }

    /// The instant vector, or the scalar as a series without labels.
    ///
    /// - Parameter waitSeconds: Asks again for so long, while the answer is empty.
    /// - Throws: What Prometheus says when the expression is wrong.
    package func query(_ expression: String, waitSeconds: Double = 0) throws -> [Series] {
        let limit = ContinuousClock.now + .seconds(waitSeconds)
        while true {
            let series = try answer(expression)
            if !series.isEmpty || ContinuousClock.now >= limit { return series }
            usleep(100_000)
        }
    }

    package func stop() {
        process.stop()
        exporter.stop()
    }

    private struct Unexpected: Error { var answer: String }

    private func answer(_ expression: String) throws -> [Series] {
        let body = try LoopbackHTTP.get(port: port, "/api/v1/query?query=\(LoopbackHTTP.encoded(expression))")
        let unexpected = Unexpected(answer: String(decoding: body, as: UTF8.self))
        guard let root = try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any],
            let data = root["data"] as? [String: Any], let type = data["resultType"] as? String, let result = data["result"] as? [Any]
        else { throw unexpected }
        if type == "scalar" { return [Series(labels: [:], value: try number(result, unexpected))] }
        guard type == "vector" else { throw unexpected }
        return try result.map { element in
            guard let element = element as? [String: Any], let labels = element["metric"] as? [String: String],
                let pair = element["value"] as? [Any]
            else { throw unexpected }
            return Series(labels: labels, value: try number(pair, unexpected))
        }
    }

    /// The second of `[time, "value"]`.
    private func number(_ pair: [Any], _ unexpected: Unexpected) throws -> Double {
        guard pair.count == 2, let text = pair[1] as? String, let value = Double(text) else { throw unexpected }
        return value
    }
}

/// The real node_exporter, which reads the text files of one directory and nothing else.
package final class NodeExporter: Sendable {
    package let port: UInt16
    private let process: BackgroundProcess

    /// Starts it and waits until it answers.
    package init(directory: String) throws {
        let program = try Tool.require("prometheus-node-exporter", package: "prometheus-node-exporter")
        let port = try LoopbackHTTP.freePort()
        process = try BackgroundProcess(
            program,
            [
                "--web.listen-address=127.0.0.1:\(port)", "--collector.disable-defaults", "--collector.textfile",
                "--collector.textfile.directory=\(directory)",
            ])
        self.port = port
        try process.waitUntilReady { (try? LoopbackHTTP.get(port: port, "/")) != nil }
    }

    /// The page that Prometheus would get now.
    package func scrape() throws -> String { String(decoding: try LoopbackHTTP.get(port: port, "/metrics"), as: UTF8.self) }

    /// What it has complained about so far.
    package var log: String { process.log }

    package func stop() { process.stop() }
}

import Foundation
import TestSupport
import Testing

/// What the job writes, as Debian's node_exporter and Prometheus see it.
@Suite struct ExporterTests {
    /// With the clock of the machine, so that durations are no zeros, and a umask that would hide the files from anybody else.
    private func measured(_ kind: SourceDatabase.Kind) throws -> WatchedShop {
        var generator = ShopGenerator(seed: 1, isFull: true)
        let shop = try WatchedShop(kind, generator.shop())
        let words = try shop.runArguments(now: nil) + ["--source", shop.database.url]
        let outcome = try Tool.run("/bin/sh", ["-c", "umask 077; exec \"$@\"", "sh", Program.path] + words, directory: shop.directory.path)
        #expect(outcome.isClean, "\(outcome)")
        return shop
    }

    @Test(arguments: SourceDatabase.Kind.allCases)
    func everySampleArrives(_ kind: SourceDatabase.Kind) throws {
        let shop = try measured(kind)
        let files = [try shop.figures(), try shop.health()]
        let names = ["iapwatch.prom", "iapwatch_job.prom"]
        #expect(try FileManager.default.contentsOfDirectory(atPath: shop.directory.file("first/metrics")).sorted() == names)
        for (name, file) in zip(names, files) {
            let attributes = try FileManager.default.attributesOfItem(atPath: shop.directory.file("first/metrics/\(name)"))
            #expect(attributes[.posixPermissions] as? Int == 0o644, "\(name)")
            let lint = try PromTool.check(Array(file.text.utf8))
            #expect(lint.exit == 0, "\(name): \(lint.output)")
        }

        let stack = try PrometheusStack(directory: shop.directory.file("first/metrics"))
        defer { stack.stop() }
        let page = try stack.scrape()
        #expect(page.contains("\nnode_textfile_scrape_error 0\n"), "\(stack.exporter.log)")
        #expect(page.contains("\npromhttp_metric_handler_errors_total{cause=\"gathering\"} 0\n"), "\(page.prefix(2000))")

        let families = files.flatMap(\.families).sorted { $0.name < $1.name }
        let ours = page.split(separator: "\n").filter { line in
            ["iapwatch_", "# HELP iapwatch_", "# TYPE iapwatch_"].contains { line.hasPrefix($0) }
        }
        let arrived = try OutputFile(ours.joined(separator: "\n") + "\n").families
        #expect(arrived.map(\.name) == families.map(\.name))
        for (sent, got) in zip(families, arrived) {
            #expect(got.type == sent.type)
            #expect(got.help == sent.help)
            #expect(got.samples.map(\.labels) == sent.samples.map(\.labels), "\(sent.name)")
            #expect(got.samples.map(\.value) == sent.samples.map(\.value), "\(sent.name)")
        }
        try prometheusAnswers(stack, families)
    }

    /// One instant query for each family, whatever families there are.
    private func prometheusAnswers(_ stack: PrometheusStack, _ families: [PrometheusTextParser.Family]) throws {
        #expect(families.count > 30)
        for family in families {
            let answer = try stack.query(family.name, waitSeconds: 30)
            #expect(answer.count == family.samples.count, "\(family.name)")
            let labelNames = Set(answer.map { $0.labels.keys.sorted() })
            #expect(labelNames.count == 1, "\(family.name) has several sets of labels: \(labelNames)")
            for sample in family.samples {
                var expected = Dictionary(uniqueKeysWithValues: sample.labels.map { ($0.name, $0.value) })
                let found = answer.first { series in expected.allSatisfy { series.labels[$0.key] == $0.value } }
                expected["__name__"] = family.name
                #expect(found?.value == sample.value, "\(family.name) \(expected)")
                // Prometheus moves a label that collides with its own to `exported_...`.
                #expect(Set(found.map { Array($0.labels.keys) } ?? []) == Set(expected.keys).union(["job", "instance"]), "\(family.name)")
            }
        }
    }
}

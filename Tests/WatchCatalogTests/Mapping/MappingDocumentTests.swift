import Testing
import WatchModel

@testable import WatchCatalog

/// `docs/mapping.md` is what users copy from.
struct MappingDocumentTests {
    private let document = (try? Documents.text("docs/mapping.md")) ?? ""

    @Test func everyBlockLoads() throws {
        let blocks = Documents.blocks("yaml", in: document)
        #expect(blocks.count == 10)
        for block in blocks {
            #expect(problems(in: block) == [], "\(block)")
            #expect(try !load(block).configuration.tables.isEmpty, "\(block)")
        }
    }

    @Test func showsEverySetting() {
        let blocks = Documents.blocks("yaml", in: document).joined(separator: "\n")
        for key in ConfigurationKeys.table + ConfigurationKeys.column {
            #expect(blocks.contains("\(key.name):"), "\(key.name)")
        }
        for unit in ["epoch_s", "epoch_ms", "epoch_us", "iso8601", "local"] { #expect(blocks.contains("unit: \(unit)"), "\(unit)") }
    }

    @Test func listsTheNeededColumns() {
        for table in CanonicalSchema.tables {
            let row = document.split(separator: "\n").first { $0.hasPrefix("| `\(table.name)`") } ?? ""
            let columns = table.columns.filter(\.isRequired).map { "`\($0.name)`" }.joined(separator: ", ")
            #expect(row.contains("| \(columns) |"), "\(table.name)")
            #expect(row.contains("(optional)") == !table.isRequired, "\(table.name)")
        }
    }

    /// The table of what is unlocked has every metric that needs something, and no metric that there is not.
    @Test func saysWhatEachColumnUnlocks() throws {
        let section = try #require(document.split(separator: "## What the optional columns unlock").last?.split(separator: "\n## ").first)
        let words = Set(section.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        let queries = try QueryLoader.loadBuiltIn()
        let metrics = Set(queries.flatMap { $0.gauges.map(\.metric) })
        for word in words where word.hasPrefix("iapwatch_") { #expect(metrics.contains(word), "\(word)") }
        for query in queries {
            let isConditional =
                query.needs != .nothing || query.reads.contains { CanonicalSchema[table: $0.table]?.isRequired == false && !$0.isOptional }
            for gauge in query.gauges where isConditional || gauge.needs != .nothing {
                #expect(words.contains(gauge.metric), "\(gauge.metric)")
            }
            for item in (query.needs.alternatives + query.gauges.flatMap(\.needs.alternatives)).joined() {
                #expect(words.contains(item.column), "\(item.column)")
            }
        }
    }
}

import Testing
import WatchModel

@testable import WatchCatalog

/// `queries/README.md` is the grammar for people: whatever the loader knows stands there.
struct QueryReadmeTests {
    private let readme = (try? Documents.text("queries/README.md")) ?? ""

    @Test func explainsEveryParameter() {
        let rows = readme.split(separator: "\n").filter { $0.hasPrefix("| `:") }.map(String.init)
        #expect(rows.dropLast() == QueryParameters.definitions.map { "| `:\($0.name)` | \($0.meaning) |" })
        #expect(rows.last == "| `:has_COLUMN` | 1 when purchases has the column COLUMN, one of the optional ones, else 0. |")
    }

    /// And every parameter has a value.
    @Test func everyParameterIsBound() {
        let values = QueryParameters.values(now: Instant(seconds: 0), configuration: Configuration(), available: [])
        #expect(values.keys.sorted() == QueryParameters.names.sorted())
    }

    @Test func explainsEveryHeaderKey() {
        let headings = readme.split(separator: "\n").filter { $0.hasPrefix("### `") }
        #expect(headings.count == QueryHeaderParser.keys.count)
        for key in QueryHeaderParser.keys {
            #expect(headings.contains { $0.hasPrefix("### `\(key): ") || $0.hasPrefix("### `\(key) ") }, "\(key)")
        }
    }

    @Test func explainsEveryOption() {
        for option in GaugeParser.options {
            switch option {
            case "needs COLUMN": #expect(readme.contains("| `needs ...` |"))
            case "fold sum|min|max":
                let folds = GaugeDefinition.Fold.allCases.map { "`fold \($0.rawValue)`" }.joined(separator: ", ")
                #expect(readme.contains("| \(folds) |"))
            default: #expect(readme.contains("| `\(option)` |"), "\(option)")
            }
        }
        for cadence in Cadence.allCases { #expect(readme.contains("`\(cadence.rawValue)`")) }
        for table in CanonicalSchema.tables { #expect(readme.contains("`\(table.name)`")) }
    }

    @Test func itsExampleLoads() throws {
        let section = try #require(readme.split(separator: "## An example\n").last?.split(separator: "\nThe query is written").first)
        let example = section.split(separator: "\n").map { String($0.dropFirst(4)) }.joined(separator: "\n")
        let query = try loadQuery(example)
        #expect(query.gauges.map(\.name) == ["pending_purchases", "oldest_pending_purchase_timestamp_seconds"])
        let description = try SQLiteTool.run(
            try Documents.text("queries/schema/base.sqlite.sql") + "EXPLAIN \(query.bodies[.sqlite]?.sql ?? "");")
        #expect(description.contains("Halt"))
    }

    /// The headings of the grammar are themselves lines that a header may hold.
    @Test func itsHeadingsLoad() throws {
        let lines = readme.split(separator: "\n").filter { $0.hasPrefix("### `") && $0.contains(": ") }
            .map { "-- " + $0.dropFirst(5).prefix { $0 != "`" } }
            .map { $0.replacing("NAME (OPTIONS)", with: "x").replacing("NAME_seconds", with: "y_seconds") }
        let header = ["-- Summary."] + lines
        let query = try loadQuery(header.joined(separator: "\n") + "\nSELECT 1")
        #expect(query.needs.text == "state=purchased | purchased_at + verified_at" && query.cadence == .hour && query.indexes.count == 1)
    }
}

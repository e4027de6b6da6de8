import Testing
import WatchModel

@testable import WatchCatalog

struct BuiltInQueriesTests {
    private static let queries = (try? QueryLoader.loadBuiltIn()) ?? []

    @Test func theyLoad() throws {
        let names = try QueryLoader.loadBuiltIn().map(\.name)
        #expect(names.contains("pending") && names.contains("access_audit"))
        #expect(names == names.sorted())
    }

    /// The job reads a gauge from the column of its name.
    @Test func everyGaugeIsAColumn() {
        #expect(!Self.queries.isEmpty)
        for query in Self.queries {
            for body in query.bodies.values {
                let words = body.sql.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
                for column in query.gauges.flatMap(\.columns) {
                    let isAlias = words.indices.contains { $0 > 0 && words[$0] == column && words[$0 - 1].uppercased() == "AS" }
                    #expect(isAlias, "\(body.file): \(column)")
                }
                for label in query.labels { #expect(words.contains(label.name), "\(body.file): \(label.name)") }
            }
        }
    }

    @Test func everyLedgerGivesStoreTokenAndSince() throws {
        let ledgers = Self.queries.compactMap(\.firstSeenBody)
        #expect(ledgers.count == 2)
        for ledger in ledgers { #expect(ledger.sql.contains("SELECT store, token, updated_at AS since"), "\(ledger.file)") }
    }

    /// What a query names has to be in its `reads`, or there is no shadow for it.
    @Test func everyTableIsRead() {
        let tables = Set(CanonicalSchema.tables.map(\.name))
        for query in Self.queries {
            let reads = Set(query.reads.map(\.table))
            for body in query.bodies.values {
                let words = body.sql.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
                let named = words.indices.dropFirst().filter { ["FROM", "JOIN"].contains(words[$0 - 1]) && tables.contains(words[$0]) }
                #expect(Set(named.map { words[$0] }) == reads, "\(body.file)")
            }
        }
    }

    /// Times are whole seconds, and in SQLite text without its zone: only these comparisons are exact.
    @Test func boundsAreComparedInTheExactWay() {
        let times = QueryParameters.values(now: Instant(seconds: 0), configuration: Configuration(), available: ["verified_at"])
            .filter { if case .time = $0.value { true } else { false } }
        for query in Self.queries {
            for body in Array(query.bodies.values) + [query.firstSeenBody].compactMap({ $0 }) {
                let bytes = Array(body.sql.utf8)
                for found in NamedParameters.occurrences(in: body.sql) where times[found.name] != nil {
                    let before = String(decoding: bytes[..<found.range.lowerBound], as: UTF8.self)
                    // Ages in milliseconds, of the few rows that such comparisons have found; and bounds worked out from a bound.
                    let inside = ["julianday(", "extract(epoch FROM ", "strftime('%Y-%m-%dT%H:%M:%S', ", "CAST(", "unixepoch("]
                    if inside.contains(where: { before.hasSuffix($0) }) { continue }
                    #expect([" >= ", " < "].contains { before.hasSuffix($0) }, "\(body.file): \(found.name)")
                }
            }
        }
    }
}

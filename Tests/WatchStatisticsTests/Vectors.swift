import Foundation
import Testing

/// A file of reference values.
struct Vectors {
    struct Row {
        let cells: [String: String]

        subscript(column: String) -> String { cells[column] ?? "" }

        func number(_ column: String) -> Double { Double(self[column]) ?? .nan }
        /// nil for an empty cell.
        func optional(_ column: String) -> Double? { self[column].isEmpty ? nil : number(column) }
        func integer(_ column: String) -> Int { Int(self[column]) ?? -1 }
    }

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Vectors")

    let rows: [Row]

    init(_ name: String) throws {
        let text = try String(contentsOf: Self.folder.appendingPathComponent(name + ".csv"), encoding: .utf8)
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        let header = try #require(lines.first)
        rows = lines.dropFirst().map { Row(cells: Dictionary(uniqueKeysWithValues: zip(header, $0))) }
        try #require(!rows.isEmpty)
        for row in rows { try #require(row.cells.count == header.count) }
    }
}

/// Whether a value is the reference to the digits that are promised.
func isClose(_ value: Double?, _ reference: Double?, relative: Double = 1e-9, absolute: Double = 0) -> Bool {
    guard let value, let reference else { return value == nil && reference == nil }
    guard reference.isFinite else { return value == reference }
    return abs(value - reference) <= max(absolute, relative * abs(reference))
}

/// The same at the gate's tolerance.
func isGateClose(_ value: Double?, _ reference: Double?) -> Bool { isClose(value, reference, relative: 1e-11, absolute: 1e-11) }

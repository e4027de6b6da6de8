/// What a figure needs of the schema: any one of several groups, each of which must be there whole.
package struct Requirement: Equatable, Sendable {
    /// A column, or a word that a column has to be able to hold (`state=purchased`).
    package struct Item: Hashable, Sendable {
        /// nil when the query reads only one table that has the column.
        package var table: String?
        package var column: String
        package var word: String?

        package init(table: String? = nil, column: String, word: String? = nil) {
            (self.table, self.column, self.word) = (table, column, word)
        }

        package var text: String { (table.map { "\($0)." } ?? "") + column + (word.map { "=\($0)" } ?? "") }
    }

    /// `a + b | c` is `[[a, b], [c]]`; empty means nothing is needed.
    package var alternatives: [[Item]]

    package init(_ alternatives: [[Item]] = []) {
        self.alternatives = alternatives
    }

    package static let nothing = Requirement()

    package func isMet(by has: (Item) -> Bool) -> Bool {
        alternatives.isEmpty || alternatives.contains { $0.allSatisfy(has) }
    }

    /// The grammar's own spelling, such as `state=purchased | purchased_at + verified_at`.
    package var text: String {
        alternatives.map { $0.map(\.text).joined(separator: " + ") }.joined(separator: " | ")
    }
}

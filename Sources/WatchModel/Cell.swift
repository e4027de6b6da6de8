/// One value of one row, as the database gave it.
package enum Cell: Equatable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case time(Instant)

    /// What kind of value this is, for messages. The value itself may be personal data and is never quoted.
    package var kindName: String {
        switch self {
        case .null: "NULL"
        case .integer: "an integer"
        case .real: "a number"
        case .text: "a text"
        case .time: "a time"
        }
    }
}

/// The rows that one query returned.
///
/// - Shape: every row has as many cells as there are `columns`, in that order; no rows is a valid answer.
package struct RowSet: Equatable, Sendable {
    package var columns: [String]
    package var rows: [[Cell]]

    package init(columns: [String], rows: [[Cell]] = []) {
        self.columns = columns
        self.rows = rows
    }
}

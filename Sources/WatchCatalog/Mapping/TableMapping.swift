package import WatchModel

/// Where one canonical table comes from, as the configuration says.
package struct TableMapping: Equatable, Sendable {
    /// The canonical name, such as `purchases`.
    package var table: String
    package var relation: Relation
    /// By canonical column. A column that is not named here is taken from the column of the same name, if there is one.
    package var columns: [String: ColumnMapping]
    /// The user says that there is none, though a table of that name may exist; `relation` means nothing then.
    package var isAbsent = false
    /// `acknowledge.products`: deadlines by product id that go before what the table says. For `products` alone.
    package var acknowledgeSecondsByProduct: [String: Int64] = [:]
    /// Where the configuration says so; nil for the default mapping.
    package var position: FilePosition?

    package init(table: String, relation: Relation, columns: [String: ColumnMapping] = [:], position: FilePosition? = nil) {
        (self.table, self.relation, self.columns, self.position) = (table, relation, columns, position)
    }

    /// The table of the same name, every column under its canonical name.
    package static func identity(_ table: String) -> TableMapping {
        TableMapping(table: table, relation: .table(schema: nil, name: table))
    }
}

/// How one canonical column is read.
package struct ColumnMapping: Equatable, Sendable {
    package enum Source: Equatable, Sendable {
        case column(String)
        /// An SQL expression over the columns of the user's table.
        case expression(String)
        /// The user says that there is none, though a column of that name exists.
        case absent
    }

    package var source: Source
    /// nil: canonical already.
    package var unit: TimeUnit?
    /// From the stored value, as text, to the canonical word. A value that is not named becomes `unknown`.
    package var values: [String: String]?
    /// Stored values that mean NULL, as text.
    package var nulls: [String]
    /// The canonical words that the column can hold, where they are fewer or more than the base flow writes.
    package var holds: [String]?
    package var position: FilePosition?

    package init(
        source: Source, unit: TimeUnit? = nil, values: [String: String]? = nil, nulls: [String] = [], holds: [String]? = nil,
        position: FilePosition? = nil
    ) {
        (self.source, self.unit, self.values, self.nulls) = (source, unit, values, nulls)
        (self.holds, self.position) = (holds, position)
    }
}

/// How a time is stored.
package enum TimeUnit: Equatable, Sendable {
    case epochSeconds
    case epochMilliseconds
    case epochMicroseconds
    /// Any ISO 8601 or RFC 3339 text that names its zone: a space for the T, fractions, offsets.
    case iso8601
    /// A timestamp, or a text, without zone, in this zone of the tz database.
    case local(zone: String)
}

/// The tables and columns that queries are written against, whatever the user's own are called.
package enum CanonicalSchema {
    package enum ColumnType: String, Sendable {
        case text
        case integer
        /// ISO 8601 UTC text in SQLite, `timestamptz` in Postgres.
        case time
    }

    package struct Column: Sendable {
        package var name: String
        package var type: ColumnType
        /// Without it nothing can be said about the table.
        package var isRequired: Bool
        /// The closed list of words that the column holds; nil when it is free.
        package var words: [String]?

        init(_ name: String, _ type: ColumnType, required: Bool = false, words: [String]? = nil) {
            (self.name, self.type, self.isRequired, self.words) = (name, type, required, words)
        }
    }

    package struct Table: Sendable {
        package var name: String
        /// The base schema has it; without it most figures cannot be known.
        package var isRequired: Bool
        package var columns: [Column]

        package subscript(column name: String) -> Column? { columns.first { $0.name == name } }
    }

    package static let stores = ["google", "apple"]
    package static let states = ["pending", "purchased", "active", "grace", "on_hold", "paused", "expired", "revoked", "lapsed"]
    package static let revocationKinds = ["refund", "chargeback", "unacknowledged", "family", "upgrade", "other", "unknown"]
    package static let environments = ["production", "sandbox"]
    package static let purchaseKinds = ["subscription", "one_time", "consumable"]

    /// Words that the base flow writes; any other canonical word has to be declared with `holds` or a value map.
    package static let baseStates = ["pending", "active", "expired", "revoked"]

    package static let tables: [Table] = [
        Table(
            name: "purchases", isRequired: true,
            columns: [
                Column("token", .text, required: true),
                Column("user_id", .text, required: true),
                Column("product_id", .text, required: true),
                Column("store", .text, required: true, words: stores),
                Column("state", .text, required: true, words: states),
                Column("expires_at", .time, required: true),
                Column("updated_at", .time, required: true),
                Column("created_at", .time),
                Column("pending_since", .time),
                Column("purchased_at", .time),
                Column("verified_at", .time),
                Column("granted_at", .time),
                Column("acknowledged_at", .time),
                Column("revoked_at", .time),
                Column("revocation_kind", .text, words: revocationKinds),
                Column("environment", .text, words: environments),
                Column("app_version", .text),
                Column("country", .text),
                Column("kind", .text, words: purchaseKinds),
                Column("order_id", .text),
                Column("subscription_id", .text),
                Column("replaced_by", .text),
                Column("linked_token", .text),
                Column("quantity", .integer),
                Column("refunded_quantity", .integer),
                Column("refunded_millipercent", .integer),
                Column("price_micros", .integer),
                Column("currency", .text),
            ]),
        Table(
            name: "entitlements", isRequired: true,
            columns: [
                Column("user_id", .text, required: true),
                Column("feature", .text, required: true),
                Column("valid_until", .time, required: true),
            ]),
        Table(
            name: "products", isRequired: true,
            columns: [
                Column("product_id", .text, required: true),
                Column("feature", .text, required: true),
                Column("acknowledge_within_seconds", .integer),
            ]),
        Table(
            name: "starts", isRequired: false,
            columns: [
                Column("start_id", .text),
                Column("user_id", .text),
                Column("store", .text, required: true, words: stores),
                Column("app_version", .text),
                Column("started_at", .time, required: true),
                Column("unfinished", .integer, required: true),
                Column("environment", .text, words: environments),
                Column("weight", .integer),
            ]),
        Table(
            name: "access_reports", isRequired: false,
            columns: [
                Column("report_id", .text, required: true),
                Column("user_id", .text, required: true),
                Column("token", .text),
                Column("app_version", .text),
                Column("reported_at", .time, required: true),
            ]),
        Table(
            name: "notifications", isRequired: false,
            columns: [
                Column("notification_id", .text, required: true),
                Column("store", .text, required: true, words: stores),
                Column("kind", .text),
                Column("event_at", .time),
                Column("received_at", .time, required: true),
                Column("processed_at", .time),
            ]),
    ]

    package static subscript(table name: String) -> Table? { tables.first { $0.name == name } }
}

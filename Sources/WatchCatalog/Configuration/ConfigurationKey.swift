import WatchModel

/// One key that the configuration knows, and how to write it.
package struct ConfigurationKey: Sendable {
    package var name: String
    /// A line that could stand in the file, for hints.
    package var example: String

    init(_ name: String, _ example: String) {
        (self.name, self.example) = (name, "\(name): \(example)")
    }
}

/// All keys by section. `*` stands for a name that is the user's to choose, or that the canonical schema gives.
package enum ConfigurationKeys {
    package static let top = [
        ConfigurationKey("source", "{ url: sqlite:purchases.sqlite }"),
        ConfigurationKey("interval", "5m"),
        ConfigurationKey("thresholds", "{ pending: 24h }"),
        ConfigurationKey("policy", "{ refund_keeps_access: true }"),
        ConfigurationKey("labels", "{ app_version: 20 }"),
        ConfigurationKey("acknowledge", "{ deadline: 72h }"),
        ConfigurationKey("output", "{ directory: /var/lib/prometheus/node-exporter }"),
        ConfigurationKey("state", "{ directory: /var/lib/iapwatch }"),
        ConfigurationKey("queries", "{ directory: my-queries }"),
        ConfigurationKey("tables", "{ purchases: { table: billing.iap_orders } }"),
    ]

    package static let source = [
        ConfigurationKey("url", "sqlite:purchases.sqlite"),
        ConfigurationKey("host", "db.example.com"),
        ConfigurationKey("port", "5432"),
        ConfigurationKey("database", "shop"),
        ConfigurationKey("user", "iapwatch"),
        ConfigurationKey("sslmode", "verify-full"),
        ConfigurationKey("schema", "public"),
        ConfigurationKey("password_file", "/etc/iapwatch/password"),
        ConfigurationKey("password_env", "IAPWATCH_PASSWORD"),
        ConfigurationKey("row_security", "refuse"),
        ConfigurationKey("connect_timeout", "10s"),
        ConfigurationKey("query_timeout", "30s"),
        ConfigurationKey("run_timeout", "4m"),
        ConfigurationKey("lock_timeout", "2s"),
        ConfigurationKey("retries", "2"),
    ]

    package static let thresholds = [
        ConfigurationKey("pending", "24h"),
        ConfigurationKey("unverified", "1h"),
        ConfigurationKey("drift", "1h"),
        ConfigurationKey("recent_window", "24h"),
        ConfigurationKey("dead_pending", "7d"),
        ConfigurationKey("expiry", "1h"),
        ConfigurationKey("cohort_maturity", "14d"),
        ConfigurationKey("cohort_window", "30d"),
    ]

    package static let policy = [ConfigurationKey("refund_keeps_access", "true")]
    package static let labels = OpenLabel.allCases.map { ConfigurationKey($0.rawValue, "20") }

    package static let acknowledge = [
        ConfigurationKey("deadline", "72h"),
        ConfigurationKey("products", "{ prepaid_weekly: 24h }"),
    ]

    package static let output = [ConfigurationKey("directory", "/var/lib/prometheus/node-exporter")]
    package static let state = [ConfigurationKey("directory", "/var/lib/iapwatch")]

    package static let queries = [
        ConfigurationKey("directory", "my-queries"),
        ConfigurationKey("every", "{ access_audit: hour }"),
    ]

    package static let table = [
        ConfigurationKey("table", "billing.iap_orders"),
        ConfigurationKey("select", "SELECT * FROM billing.iap_orders WHERE deleted_at IS NULL"),
        ConfigurationKey("absent", "true"),
        ConfigurationKey("columns", "{ token: purchase_token }"),
    ]

    package static let column = [
        ConfigurationKey("column", "purchase_token"),
        ConfigurationKey("sql", "\"CASE WHEN is_test THEN 'sandbox' ELSE 'production' END\""),
        ConfigurationKey("absent", "true"),
        ConfigurationKey("unit", "epoch_ms"),
        ConfigurationKey("zone", "Europe/Berlin"),
        ConfigurationKey("values", "{ 0: active, 1: expired }"),
        ConfigurationKey("nulls", "[\"\", 0]"),
        ConfigurationKey("holds", "[pending, active]"),
    ]

    /// By dotted path.
    package static let sections: [(path: String, keys: [ConfigurationKey])] = [
        ("", top), ("source", source), ("thresholds", thresholds), ("policy", policy), ("labels", labels), ("acknowledge", acknowledge),
        ("output", output), ("state", state),
        ("queries", queries),
        ("tables.*", table), ("tables.*.columns.*", column),
    ]
}

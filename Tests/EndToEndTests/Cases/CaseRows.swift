/// Rows of a case as SQL that both databases take.
enum CaseRows {
    /// A catalogue of a subscription, a one-time product and a product without a feature.
    static let products = "INSERT INTO products (product_id, feature) VALUES ('gold', 'premium'), ('noads', 'no_ads'), ('blank', NULL);\n"

    /// A purchase of ann's that is fine, but for what the case says.
    ///
    /// - Parameter others: more columns, with their text; nil for NULL.
    static func purchase(
        _ token: String, user: String? = "ann", product: String = "gold", store: String = "google", state: String = "active",
        expires: String? = "2026-12-31T00:00:00Z", _ others: [String: String?] = [:]
    ) -> String {
        var values: [String: String?] = [
            "token": token, "user_id": user, "product_id": product, "store": store, "state": state, "expires_at": expires,
            "updated_at": "2026-12-01T11:00:00Z", "environment": "production",
        ]
        for (column, value) in others { values[column] = value }
        let columns = values.keys.sorted()
        let list = columns.map { quoted(values[$0] ?? nil) }.joined(separator: ", ")
        return "INSERT INTO purchases (\(columns.joined(separator: ", "))) VALUES (\(list));\n"
    }

    static func entitlement(_ user: String = "ann", _ feature: String = "premium", until: String = "2026-12-31T00:00:00Z") -> String {
        "INSERT INTO entitlements (user_id, feature, valid_until) VALUES (\(quoted(user)), \(quoted(feature)), \(quoted(until)));\n"
    }

    private static func quoted(_ text: String?) -> String {
        text.map { "'" + $0.replacing("'", with: "''") + "'" } ?? "NULL"
    }
}

extension CaseRun {
    /// What an audit can find wrong.
    static let findings = [
        "paid_without_access", "access_without_payment", "granted_too_early", "revoked_still_entitled", "entitlement_drift",
        "active_past_expiry", "recent_acknowledged_before_verified", "replaced_still_live", "transferred_purchases",
        "duplicate_subscriptions", "orders_with_several_users", "overdue_pending_purchases", "dead_pending_purchases",
        "unknown_product_purchases", "unknown_state_purchases", "unknown_store_purchases", "purchases_without_user",
        "unknown_revocation_kind_purchases", "unknown_environment_purchases", "purchases_from_the_future",
        "purchases_with_placeholder_time", "expiry_before_purchase", "revoked_before_purchase", "unusable_purchases",
        "starts_from_the_future", "notifications_from_the_future", "access_reports_from_the_future", "badly_sorting_times",
        "products_without_feature", "products_differing_in_case",
    ]

    /// The findings that are not 0; a finding that is missing altogether is there as -1.
    var found: [String: Double] {
        Dictionary(uniqueKeysWithValues: Self.findings.map { ($0, total($0) ?? -1) }).filter { $0.value != 0 }
    }
}

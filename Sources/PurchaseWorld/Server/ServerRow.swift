package import WatchModel

/// A row of `purchases` as the server saves it.
package struct ServerRow: Equatable, Sendable {
    package var token: String
    package var user: String
    package var productID: String
    package var store: StoreKind
    package var state: String
    package var expiresAt: Instant
    package var updatedAt: Instant
    package var createdAt: Instant
    package var pendingSince: Instant?
    package var purchasedAt: Instant?
    package var verifiedAt: Instant?
    package var acknowledgedAt: Instant?
    package var revokedAt: Instant?
    package var revocationKind: String?
    package var isSandbox: Bool
    package var appVersion: String?
    package var kind: Product.Kind
    package var orderID: String?
    package var chainID: String
    package var linkedToken: String?
    /// Of the price, what went back in a partial refund, in thousandths of a percent.
    package var refundedMillipercent: Int64?
    package var priceMicros: Int64
    package var currency: String
    /// No column that iapwatch knows: the end of access in a grace period.
    package var graceUntil: Instant?
    /// What a consumable is worth, to be credited with the row.
    package var coins: Int64?

    /// Access is given in the same step as it is verified.
    var grantedAt: Instant? { state == "active" ? verifiedAt : nil }
    /// The chain of renewals; a product that is bought once has none.
    var subscriptionID: String? { kind == .subscription ? chainID : nil }
    var quantity: Int64 { 1 }

    static let columns = [
        "token", "user_id", "product_id", "store", "state", "expires_at", "updated_at", "created_at", "pending_since", "purchased_at",
        "verified_at", "granted_at", "acknowledged_at", "revoked_at", "revocation_kind", "environment", "app_version", "kind", "order_id",
        "subscription_id", "linked_token", "quantity", "refunded_millipercent", "price_micros", "currency", "grace_until",
    ]

    /// Saves a row under its token. What was written first stays: when it was created, verified and granted, and by which release.
    static let upsert: String = {
        let kept = ["token", "created_at", "verified_at", "granted_at", "app_version"]
        let updates =
            columns.filter { !kept.contains($0) }.map { "\($0) = excluded.\($0)" }
            + kept.dropFirst().map { "\($0) = coalesce(purchases.\($0), excluded.\($0))" }
        return """
            INSERT INTO purchases (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { ":\($0)" }.joined(separator: ", ")))
            ON CONFLICT (token) DO UPDATE SET \(updates.joined(separator: ", "))
            """
    }()

    /// In the order of `columns`.
    var values: [ParameterValue] {
        func time(_ instant: Instant?) -> ParameterValue { instant.map(ParameterValue.time) ?? .null }
        func text(_ text: String?) -> ParameterValue { text.map(ParameterValue.text) ?? .null }
        return [
            .text(token), .text(user), .text(productID), .text(store.rawValue), .text(state), .time(expiresAt), .time(updatedAt),
            .time(createdAt), time(pendingSince), time(purchasedAt), time(verifiedAt), time(grantedAt),
            time(acknowledgedAt), time(revokedAt), text(revocationKind), .text(isSandbox ? "sandbox" : "production"), text(appVersion),
            .text(kind.rawValue), text(orderID), text(subscriptionID), text(linkedToken), .integer(quantity),
            refundedMillipercent.map(ParameterValue.integer) ?? .null, .integer(priceMicros), .text(currency), time(graceUntil),
        ]
    }
}

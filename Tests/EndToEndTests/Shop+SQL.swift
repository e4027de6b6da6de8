import WatchModel

extension Shop {
    /// INSERTs that both databases take.
    var sql: String {
        var statements = products.map { product in
            let seconds = isFull ? [("acknowledge_within_seconds", number(product.acknowledgeWithinSeconds))] : []
            return insert("products", [("product_id", text(product.id)), ("feature", text(product.feature))] + seconds)
        }
        statements += purchases.map { insert("purchases", columns(of: $0)) }
        statements += entitlements.map {
            insert("entitlements", [("user_id", text($0.userID)), ("feature", text($0.feature)), ("valid_until", time($0.validUntil))])
        }
        guard isFull else { return statements.joined(separator: "\n") }
        statements += starts.map {
            insert(
                "starts",
                [
                    ("start_id", text($0.id)), ("store", text($0.store)), ("started_at", time($0.startedAt)),
                    ("unfinished", number($0.unfinished)), ("environment", text($0.environment)), ("user_id", text($0.userID)),
                    ("app_version", text($0.appVersion)), ("weight", number($0.weight)),
                ])
        }
        statements += notifications.map {
            insert(
                "notifications",
                [
                    ("notification_id", text($0.id)), ("store", text($0.store)), ("received_at", time($0.receivedAt)),
                    ("kind", text($0.kind)), ("event_at", time($0.eventAt)), ("processed_at", time($0.processedAt)),
                ])
        }
        statements += accessReports.map {
            insert(
                "access_reports",
                [
                    ("report_id", text($0.id)), ("user_id", text($0.userID)), ("token", text($0.token)),
                    ("app_version", text($0.appVersion)), ("reported_at", time($0.reportedAt)),
                ])
        }
        return statements.joined(separator: "\n")
    }

    private func columns(of purchase: Purchase) -> [(String, String)] {
        let base = [
            ("token", text(purchase.token)), ("user_id", text(purchase.userID)), ("product_id", text(purchase.productID)),
            ("store", text(purchase.store)), ("state", text(purchase.state)), ("expires_at", time(purchase.expiresAt)),
            ("updated_at", time(purchase.updatedAt)),
        ]
        guard isFull else { return base }
        return base + [
            ("created_at", time(purchase.createdAt)), ("pending_since", time(purchase.pendingSince)),
            ("purchased_at", time(purchase.purchasedAt)), ("verified_at", time(purchase.verifiedAt)),
            ("revoked_at", time(purchase.revokedAt)), ("revocation_kind", text(purchase.revocationKind)),
            ("environment", text(purchase.environment)), ("granted_at", time(purchase.grantedAt)),
            ("acknowledged_at", time(purchase.acknowledgedAt)), ("app_version", text(purchase.appVersion)), ("kind", text(purchase.kind)),
            ("order_id", text(purchase.orderID)), ("subscription_id", text(purchase.subscriptionID)),
            ("replaced_by", text(purchase.replacedBy)), ("linked_token", text(purchase.linkedToken)),
            ("quantity", number(purchase.quantity)), ("refunded_quantity", number(purchase.refundedQuantity)),
            ("refunded_millipercent", number(purchase.refundedMillipercent)), ("price_micros", number(purchase.priceMicros)),
            ("currency", text(purchase.currency)),
        ]
    }

    private func insert(_ table: String, _ columns: [(String, String)]) -> String {
        "INSERT INTO \(table) (\(columns.map(\.0).joined(separator: ", "))) VALUES (\(columns.map(\.1).joined(separator: ", ")));"
    }

    private func text(_ value: String?) -> String {
        value.map { "'" + $0.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'" } ?? "NULL"
    }

    private func number(_ value: Int64?) -> String { value.map(String.init) ?? "NULL" }

    private func time(_ milliseconds: Int64?) -> String { text(milliseconds.map { Instant(microseconds: $0 * 1000).iso8601 }) }
}

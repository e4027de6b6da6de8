extension Oracle {
    private static let deadLimit: Int64 = 7 * 86_400_000
    private static let expiryLimit: Int64 = 3_600_000
    private static let columns = [
        "expires_at", "updated_at", "created_at", "pending_since", "purchased_at", "verified_at", "granted_at", "acknowledged_at",
        "revoked_at",
    ]
    /// 2008-01-01T00:00:00Z.
    private static let firstStore: Int64 = 1_199_145_600_000

    private func isLive(_ purchase: Shop.Purchase) -> Bool {
        guard purchase.environment != "sandbox" else { return false }
        return purchase.state == "grace" || (purchase.state == "active" && (purchase.expiresAt.map { $0 >= now } ?? true))
    }

    /// How many there are of each state, and those that are over and still active.
    mutating func countStock() {
        let states = shop.isFull ? ["active", "grace", "on_hold", "paused", "lapsed"] : ["active"]
        for state in states { zero("\(state)_purchases") }
        zero("active_past_expiry")
        if shop.isFull { zero("recent_acknowledged_before_verified") }
        for purchase in shop.purchases where purchase.environment != "sandbox" {
            if let state = purchase.state, states.contains(state) { count("\(state)_purchases", purchase.store) }
            if purchase.state == "active", let end = purchase.expiresAt, end < now - Self.expiryLimit {
                count("active_past_expiry", purchase.store)
                oldest("oldest_active_past_expiry_timestamp_seconds", purchase.store, end)
            }
            guard shop.isFull, let told = purchase.acknowledgedAt, isRecent(told) else { continue }
            if purchase.verifiedAt.map({ told / 1000 < $0 / 1000 }) ?? true {
                count("recent_acknowledged_before_verified", purchase.store)
            }
        }
    }

    // MARK: Rows that say the same twice

    mutating func countDoubles() {
        for name in ["duplicate_subscriptions", "orders_with_several_users", "replaced_still_live", "transferred_purchases"] { zero(name) }
        var chains: [[String]: [Shop.Purchase]] = [:]
        var orders: [String: [Shop.Purchase]] = [:]
        for purchase in shop.purchases {
            guard let user = purchase.userID, !Self.nobodies.contains(user), purchase.environment != "sandbox" else { continue }
            if let chain = purchase.subscriptionID, !chain.isEmpty, isLive(purchase), let feature = feature(of: purchase) {
                chains[[chain, user, feature], default: []].append(purchase)
            }
            if let order = purchase.orderID, !order.isEmpty { orders[order, default: []].append(purchase) }
        }
        for chain in chains.values where chain.count > 1 { count("duplicate_subscriptions", Self.last(chain.compactMap(\.store))) }
        for order in orders.values where Set(order.map(\.userID)).count > 1 {
            count("orders_with_several_users", Self.last(order.compactMap(\.store)))
        }
        for purchase in shop.purchases where isLive(purchase) { countReplaced(purchase) }
    }

    private mutating func countReplaced(_ old: Shop.Purchase) {
        var isReplaced = false
        var hasMoved = false
        for next in shop.purchases where next.linkedToken == old.token && next.token != old.token {
            guard let state = next.state, !["pending", "purchased", "lapsed"].contains(state) else { continue }
            isReplaced = true
            if let user = next.userID, let before = old.userID, user != before { hasMoved = true }
        }
        if let token = old.replacedBy, !token.isEmpty, token != old.token {
            isReplaced = true
            let user = shop.purchases.first { $0.token == token }?.userID
            if let user, let before = old.userID, user != before { hasMoved = true }
        }
        if isReplaced { count(hasMoved ? "transferred_purchases" : "replaced_still_live", old.store) }
    }

    // MARK: Rows that cannot be used

    mutating func countUnusable() {
        var names = [
            "unknown_product_purchases", "unknown_state_purchases", "purchases_without_user", "purchases_from_the_future",
            "purchases_with_placeholder_time", "unusable_purchases",
        ]
        if shop.isFull {
            names += [
                "sandbox_purchases", "unknown_revocation_kind_purchases", "unknown_environment_purchases", "expiry_before_purchase",
                "revoked_before_purchase",
            ]
        }
        for name in names { zero(name) }
        for name in ["unknown_store_purchases", "products_without_feature", "products_differing_in_case"] { set(name, 0) }
        set("purchase_rows", Double(shop.purchases.count))
        for purchase in shop.purchases { countUnusable(purchase) }
        for product in shop.products {
            if (product.feature ?? "").isEmpty { add("products_without_feature") }
            if shop.products.contains(where: { $0.id != product.id && $0.id.lowercased() == product.id.lowercased() }) {
                add("products_differing_in_case")
            }
        }
        for column in shop.isFull ? Self.columns : ["expires_at", "updated_at"] {
            set("badly_sorting_times", 0, [("table", "purchases"), ("column", column)])
        }
        set("badly_sorting_times", 0, [("table", "entitlements"), ("column", "valid_until")])
    }

    private mutating func countUnusable(_ purchase: Shop.Purchase) {
        let isOver = purchase.state.map { ["expired", "revoked", "lapsed"].contains($0) } ?? false
        let isSandbox = purchase.environment == "sandbox"
        let hasNoProduct = feature(of: purchase) == nil && !isOver
        let hasNoState = !(purchase.state.map(Self.states.contains) ?? false)
        let hasNoStore = !(purchase.store.map(Self.stores.contains) ?? false)
        let hasNoUser = purchase.userID.map(Self.nobodies.contains) ?? true
        if hasNoState { count("unknown_state_purchases", purchase.store) }
        if hasNoStore { add("unknown_store_purchases") }
        if shop.isFull {
            if let kind = purchase.revocationKind, !Self.revocationKinds.contains(kind) {
                count("unknown_revocation_kind_purchases", purchase.store)
            }
            if !(purchase.environment.map { ["production", "sandbox"].contains($0) } ?? false) {
                count("unknown_environment_purchases", purchase.store)
            }
        }
        guard !isSandbox else {
            count("sandbox_purchases", purchase.store)
            return
        }
        if hasNoProduct { count("unknown_product_purchases", purchase.store) }
        if hasNoUser { count("purchases_without_user", purchase.store) }
        if hasNoProduct || hasNoState || hasNoStore || hasNoUser { count("unusable_purchases", purchase.store) }
        countImpossibleTimes(purchase)
    }

    private mutating func countImpossibleTimes(_ purchase: Shop.Purchase) {
        let happened = [
            purchase.updatedAt, purchase.createdAt, purchase.pendingSince, purchase.purchasedAt, purchase.verifiedAt, purchase.grantedAt,
            purchase.acknowledgedAt, purchase.revokedAt,
        ].compactMap { $0 }
        if happened.contains(where: { $0 >= now + Self.future }) { count("purchases_from_the_future", purchase.store) }
        if (happened + [purchase.expiresAt].compactMap { $0 }).contains(where: { $0 < Self.firstStore }) {
            count("purchases_with_placeholder_time", purchase.store)
        }
        guard let paid = purchase.purchasedAt else { return }
        if let end = purchase.expiresAt, end / 1000 < paid / 1000 { count("expiry_before_purchase", purchase.store) }
        if purchase.state == "revoked", let revoked = purchase.revokedAt, revoked / 1000 < paid / 1000 {
            count("revoked_before_purchase", purchase.store)
        }
    }

    /// Records of the other tables that lie in the future.
    mutating func countFutureRecords() {
        zero("starts_from_the_future")
        zero("notifications_from_the_future")
        set("access_reports_from_the_future", 0)
        for start in shop.starts where start.startedAt.map({ $0 >= now + Self.future }) ?? false {
            count("starts_from_the_future", start.store)
        }
        for notification in shop.notifications where notification.receivedAt.map({ $0 >= now + Self.future }) ?? false {
            guard Self.label(notification.store) != "other" else { continue }
            count("notifications_from_the_future", notification.store)
        }
        for report in shop.accessReports where report.reportedAt.map({ $0 >= now + Self.future }) ?? false {
            add("access_reports_from_the_future")
        }
    }

    /// Pending for so long that it is no longer overdue.
    func isDead(since: Int64) -> Bool { now - since > Self.deadLimit }
}

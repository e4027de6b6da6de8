/// Rows that contradict themselves or each other, rows that nothing can use, and how many there are of each state.
extension Truth {
    private func isLive(_ row: Row, _ tally: Tally) -> Bool {
        !row.isSandbox && (row.state == "grace" || (row.state == "active" && row.expires >= tally.now))
    }

    func countStock(_ row: Row, _ tally: inout Tally) {
        guard !row.isSandbox else { return }
        if ["active", "grace", "on_hold", "paused", "lapsed"].contains(row.state) { tally.count("\(row.state)_purchases", row.store) }
        if row.state == "active", row.expires < tally.now - tally.thresholds.expirySeconds {
            tally.count("active_past_expiry", row.store)
            tally.oldest("oldest_active_past_expiry_timestamp_seconds", row.store, row.expires)
        }
        if let told = row.acknowledged, tally.isRecent(told), row.verified.map({ told < $0 }) ?? true {
            tally.count("recent_acknowledged_before_verified", row.store)
        }
    }

    func countUnusable(_ row: Row, _ tally: inout Tally) {
        tally.count("purchase_rows", "")
        guard !row.isSandbox else {
            tally.count("sandbox_purchases", row.store)
            return
        }
        if feature(of: row.product) == nil, !["expired", "revoked", "lapsed"].contains(row.state) {
            tally.count("unknown_product_purchases", row.store)
            tally.count("unusable_purchases", row.store)
        }
        let happened = [
            row.updated, row.created, row.pendingSince, row.purchased, row.verified, row.granted, row.acknowledged, row.revoked,
        ].compactMap { $0 }
        if !happened.allSatisfy(tally.isBelieved) { tally.count("purchases_from_the_future", row.store) }
        guard let purchased = row.purchased else { return }
        if row.expires < purchased { tally.count("expiry_before_purchase", row.store) }
        if row.state == "revoked", let revoked = row.revoked, revoked < purchased { tally.count("revoked_before_purchase", row.store) }
    }

    func countDoubles(_ tally: inout Tally) {
        var chains: [[String]: [String]] = [:]
        var orders: [String: (users: Set<String>, stores: Set<String>)] = [:]
        for row in rows.values where !row.isSandbox {
            if isLive(row, tally), let chain = row.subscription, let feature = feature(of: row.product) {
                chains[[chain, row.user, feature], default: []].append(row.store)
            }
            if let order = row.order {
                orders[order, default: ([], [])].users.insert(row.user)
                orders[order]?.stores.insert(row.store)
            }
        }
        for stores in chains.values where stores.count > 1 { tally.count("duplicate_subscriptions", stores.max() ?? "other") }
        for order in orders.values where order.users.count > 1 { tally.count("orders_with_several_users", order.stores.max() ?? "other") }
        countReplaced(&tally)
    }

    /// A plan change names the purchase that it ends, from when it is paid.
    private func countReplaced(_ tally: inout Tally) {
        var newUsers: [String: Set<String>] = [:]
        for (token, row) in rows {
            guard let old = row.linkedToken, old != token, !["pending", "purchased", "lapsed"].contains(row.state) else { continue }
            newUsers[old, default: []].insert(row.user)
        }
        for (token, users) in newUsers {
            guard let old = rows[token], isLive(old, tally) else { continue }
            tally.count(users == [old.user] ? "replaced_still_live" : "transferred_purchases", old.store)
        }
    }
}

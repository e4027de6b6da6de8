extension Oracle {
    private struct Pair: Hashable {
        var user: String
        var feature: String
    }

    /// Who stands behind a pair of user and feature, by the words of the HELP texts.
    private struct Backing {
        var purchases: [Shop.Purchase]
        var paying: [Shop.Purchase]
        /// Those that have to give access: of buyers, and not replaced by another purchase.
        var owing: [Shop.Purchase]
    }

    /// Pairs of user and feature: what the purchases give against what the entitlements say.
    mutating func countAccess() {
        for name in [
            "paid_features", "paid_without_access", "access_without_payment", "granted_too_early", "revoked_still_entitled",
            "entitlement_drift",
        ] { zero(name) }
        var bought: [Pair: [Shop.Purchase]] = [:]
        for purchase in shop.purchases {
            guard let user = purchase.userID, !Self.nobodies.contains(user), let feature = feature(of: purchase) else { continue }
            bought[Pair(user: user, feature: feature), default: []].append(purchase)
        }
        var entitled: [Pair: Shop.Entitlement] = [:]
        for entitlement in shop.entitlements { entitled[Pair(user: entitlement.userID, feature: entitlement.feature)] = entitlement }
        for pair in Set(bought.keys).union(entitled.keys) { judge(backing(bought[pair] ?? []), entitled[pair]) }
    }

    private func backing(_ purchases: [Shop.Purchase]) -> Backing {
        let paying = purchases.filter(pays)
        return Backing(
            purchases: purchases, paying: paying, owing: paying.filter { isProduction($0) && ($0.replacedBy ?? "").isEmpty })
    }

    private mutating func judge(_ backing: Backing, _ entitlement: Shop.Entitlement?) {
        let isGranted = entitlement.map { $0.validUntil.map { $0 >= now } ?? true } ?? false
        let store = store(backing.owing) ?? store(backing.purchases)
        if !backing.owing.isEmpty {
            count("paid_features", store)
            if !isGranted {
                count("paid_without_access", store)
                let since = backing.owing.compactMap { $0.verifiedAt ?? $0.purchasedAt ?? $0.createdAt ?? $0.updatedAt }.max()
                oldest("oldest_paid_without_access_timestamp_seconds", store, since)
            } else if drifts(backing.purchases, entitlement?.validUntil) {
                count("entitlement_drift", store)
            }
        }
        if isGranted && backing.paying.isEmpty { blame(backing.purchases, store) }
    }

    /// Access that nothing pays for.
    private mutating func blame(_ purchases: [Shop.Purchase], _ store: String?) {
        let inProduction = purchases.filter(isProduction)
        // A renewal and the store's word of it are minutes apart.
        let justEnded = purchases.contains {
            $0.state == "active" && !isRefunded($0) && ($0.expiresAt.map { $0 >= now - Self.driftLimit } ?? false)
        }
        // What only testers bought is no production figure.
        guard !justEnded, purchases.isEmpty || !inProduction.isEmpty else { return }
        let revoked = inProduction.filter { $0.state == "revoked" }
        if inProduction.contains(where: { $0.state == "pending" || $0.state == "purchased" }) {
            count("granted_too_early", store)
        } else if !revoked.isEmpty {
            count("revoked_still_entitled", store)
            oldest("oldest_revoked_still_entitled_timestamp_seconds", store, revoked.compactMap { $0.revokedAt ?? $0.updatedAt }.max())
        } else {
            count("access_without_payment", store)
        }
    }

    private func isProduction(_ purchase: Shop.Purchase) -> Bool { purchase.environment != "sandbox" }

    private func pays(_ purchase: Shop.Purchase) -> Bool {
        guard !isRefunded(purchase) else { return false }
        switch purchase.state {
        case "grace": return true
        case "active": return purchase.expiresAt.map { $0 >= now } ?? true
        default: return false
        }
    }

    /// Money that went back in the second of the charge or after it.
    private func isRefunded(_ purchase: Shop.Purchase) -> Bool {
        guard let kind = purchase.revocationKind, Self.refundKinds.contains(kind), let revoked = purchase.revokedAt else { return false }
        return purchase.purchasedAt.map { revoked / 1000 >= $0 / 1000 } ?? true
    }

    /// Grace has an end of its own, and what has no end cannot be compared.
    private func drifts(_ purchases: [Shop.Purchase], _ validUntil: Int64?) -> Bool {
        let giving = purchases.filter { ($0.state == "grace" || $0.state == "active") && !isRefunded($0) }
        guard !giving.contains(where: { $0.state == "grace" || $0.expiresAt == nil }), let validUntil,
            let paidUntil = giving.compactMap(\.expiresAt).max()
        else { return false }
        return abs(validUntil - paidUntil) > Self.driftLimit
    }

    /// One pair is one count: of several stores, the last in the order of bytes.
    private func store(_ purchases: [Shop.Purchase]) -> String? { Self.last(purchases.compactMap(\.store)) }
}

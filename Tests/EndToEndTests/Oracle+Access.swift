extension Oracle {
    private struct Pair: Hashable {
        var user: String
        var feature: String
    }

    /// Pairs of user and feature: what the purchases give against what the entitlements say.
    mutating func countAccess() {
        for name in ["paid_without_access", "access_without_payment", "entitlement_drift"] { zero(name) }
        var bought: [Pair: [Shop.Purchase]] = [:]
        for purchase in shop.purchases {
            guard let user = purchase.userID, !user.isEmpty, let feature = feature(of: purchase) else { continue }
            bought[Pair(user: user, feature: feature), default: []].append(purchase)
        }
        var entitled: [Pair: Shop.Entitlement] = [:]
        for entitlement in shop.entitlements { entitled[Pair(user: entitlement.userID, feature: entitlement.feature)] = entitlement }
        for pair in Set(bought.keys).union(entitled.keys) { judge(bought[pair] ?? [], entitled[pair]) }
    }

    private mutating func judge(_ purchases: [Shop.Purchase], _ entitlement: Shop.Entitlement?) {
        let paying = purchases.filter(pays)
        let inProduction = purchases.filter { $0.environment != "sandbox" }
        let isGranted = entitlement.map { $0.validUntil.map { $0 >= now } ?? true } ?? false
        let payingInProduction = paying.filter { $0.environment != "sandbox" }
        let store = store(payingInProduction) ?? store(purchases)

        if !isGranted {
            if !payingInProduction.isEmpty { count("paid_without_access", store) }
            return
        }
        guard paying.isEmpty else {
            if !payingInProduction.isEmpty && drifts(paying, entitlement?.validUntil) { count("entitlement_drift", store) }
            return
        }
        // A renewal and the store's word of it are minutes apart.
        let justEnded = purchases.contains { $0.state == "active" && ($0.expiresAt.map { $0 >= now - Self.driftLimit } ?? false) }
        // What only testers bought is no production figure.
        let isOfTesters = !purchases.isEmpty && inProduction.isEmpty
        if !justEnded && !isOfTesters { count("access_without_payment", store) }
    }

    private func pays(_ purchase: Shop.Purchase) -> Bool {
        switch purchase.state {
        case "grace": true
        case "active": purchase.expiresAt.map { $0 >= now } ?? true
        default: false
        }
    }

    /// Grace has an end of its own, and what has no end cannot be compared.
    private func drifts(_ paying: [Shop.Purchase], _ validUntil: Int64?) -> Bool {
        guard !paying.contains(where: { $0.state == "grace" || $0.expiresAt == nil }), let validUntil,
            let paidUntil = paying.compactMap(\.expiresAt).max()
        else { return false }
        return abs(validUntil - paidUntil) > Self.driftLimit
    }

    /// One pair is one count: of several stores, the last in the order of bytes.
    private func store(_ purchases: [Shop.Purchase]) -> String? {
        purchases.compactMap(\.store).max { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

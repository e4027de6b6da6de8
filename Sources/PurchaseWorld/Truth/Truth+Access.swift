/// What was bought against what can be used, user by user and feature by feature.
extension Truth {
    /// What a user has of one feature: what was bought, and what is granted.
    private struct Holding {
        var payingStores: Set<String> = []
        var buyingStores: Set<String> = []
        var isPaid = false
        var wasPaidLately = false
        var isForTestsOnly = true
        var isInGrace = false
        var isAwaited = false
        var paidUntil: Int64?
        /// When the newest purchase that pays was verified.
        var payingSince: Int64?
        var revokedSince: Int64?
    }

    func countAccess(_ tally: inout Tally) {
        var holdings: [String: [String: Holding]] = [:]
        for row in rows.values {
            guard let feature = feature(of: row.product), !row.user.isEmpty else { continue }
            add(row, to: &holdings[row.user, default: [:]][feature, default: Holding()], tally)
        }
        for user in Set(holdings.keys).union(entitlements.keys) {
            let features = Set((holdings[user] ?? [:]).keys).union((entitlements[user] ?? [:]).keys)
            for feature in features { judge(holdings[user]?[feature], validUntil: entitlements[user]?[feature], &tally) }
        }
    }

    private func add(_ row: Row, to holding: inout Holding, _ tally: Tally) {
        let isGrace = row.state == "grace"
        let isPaid = isGrace || (row.state == "active" && row.expires >= tally.now)
        holding.buyingStores.insert(row.store)
        if !row.isSandbox {
            holding.isForTestsOnly = false
            if row.state == "pending" || row.state == "purchased" { holding.isAwaited = true }
            if row.state == "revoked" { holding.revokedSince = max(holding.revokedSince ?? .min, row.revoked ?? row.updated) }
        }
        if isGrace { holding.isInGrace = true }
        if row.state == "active" {
            holding.paidUntil = max(holding.paidUntil ?? .min, row.expires)
            if row.expires >= tally.now - tally.thresholds.driftSeconds { holding.wasPaidLately = true }
        }
        guard isPaid else { return }
        holding.isPaid = true
        guard !row.isSandbox else { return }
        holding.payingStores.insert(row.store)
        holding.payingSince = max(holding.payingSince ?? .min, row.verified ?? row.purchased ?? row.created ?? row.updated)
    }

    private func judge(_ holding: Holding?, validUntil: Int64?, _ tally: inout Tally) {
        let isGranted = validUntil.map { $0 >= tally.now } ?? false
        guard let holding else {
            if isGranted { tally.count("access_without_payment", "other") }
            return
        }
        let store = holding.payingStores.max() ?? holding.buyingStores.max() ?? "other"
        if let since = holding.payingSince {
            tally.count("paid_features", store)
            if !isGranted {
                tally.count("paid_without_access", store)
                tally.oldest("oldest_paid_without_access_timestamp_seconds", store, since)
            }
        }
        if isGranted && !holding.isPaid && !holding.wasPaidLately && !holding.isForTestsOnly { blame(holding, store, &tally) }
        if isGranted, holding.payingSince != nil, !holding.isInGrace, let validUntil, let paidUntil = holding.paidUntil,
            abs(validUntil - paidUntil) > tally.thresholds.driftSeconds
        {
            tally.count("entitlement_drift", store)
        }
    }

    /// Access that nothing pays for has one explanation.
    private func blame(_ holding: Holding, _ store: String, _ tally: inout Tally) {
        if holding.isAwaited {
            tally.count("granted_too_early", store)
        } else if let since = holding.revokedSince {
            tally.count("revoked_still_entitled", store)
            tally.oldest("oldest_revoked_still_entitled_timestamp_seconds", store, since)
        } else {
            tally.count("access_without_payment", store)
        }
    }
}

import TestSupport

extension Oracle {
    /// Starts and users, and the figures by app version, by product and by currency.
    mutating func countByLabel() {
        countStarts()
        for purchase in shop.purchases where !Self.isSandbox(purchase.environment) {
            let names = [("version", "app_version", purchase.appVersion), ("product", "product", purchase.productID)]
            for (word, label, value) in names {
                let waiting = waitsSince(purchase)
                let isLate = (waiting ?? nil).map { now - $0 > 3_600_000 } ?? false
                let counts = [isPaidLately(purchase), isRefundedLately(purchase), waiting != nil, isLate]
                // One query: a value that one of its figures knows stands in all of them.
                guard counts.contains(true) else { continue }
                for (name, isCounted) in zip(Self.figuresByLabel, counts) {
                    note(isCounted ? 1 : 0, "\(name)_by_\(word)", purchase.store, label, value)
                }
            }
        }
        for name in Self.figuresByLabel {
            note(0, "\(name)_by_version", nil, "app_version", "other")
            note(0, "\(name)_by_product", nil, "product", "other")
        }
    }

    private static let figuresByLabel = [
        "recent_purchases", "recent_refunded_purchases", "unverified_purchases", "overdue_unverified_purchases",
    ]

    private mutating func countStarts() {
        let counts = ["recent_starts", "recent_starts_with_unfinished_purchase"]
        for name in counts + ["recent_sandbox_starts", "recent_users_with_start", "recent_users_with_unfinished_purchase"] { zero(name) }
        for name in counts { note(0, name + "_by_version", nil, "app_version", "other") }
        var users: [String: Set<String>] = [:]
        for start in shop.starts where isRecent(start.startedAt) {
            let (store, weight) = (Self.label(start.store), Double(Swift.max(start.weight ?? 1, 0)))
            guard !Self.isSandbox(start.environment) else {
                values[OutputFile.key("iapwatch_recent_sandbox_starts", [("store", store)]), default: 0] += weight
                continue
            }
            let isUnfinished = (start.unfinished ?? 0) > 0
            for (name, isCounted) in zip(counts, [true, isUnfinished]) {
                if isCounted { values[OutputFile.key("iapwatch_" + name, [("store", store)]), default: 0] += weight }
                note(isCounted ? weight : 0, name + "_by_version", start.store, "app_version", start.appVersion)
            }
            guard let user = start.userID, !user.isEmpty else { continue }
            users["recent_users_with_start/" + store, default: []].insert(user)
            if isUnfinished { users["recent_users_with_unfinished_purchase/" + store, default: []].insert(user) }
        }
        for (key, names) in users {
            let parts = key.split(separator: "/")
            values[OutputFile.key("iapwatch_\(parts[0])", [("store", String(parts[1]))])] = Double(names.count)
        }
    }

    /// Adds to a series with a value from the data; the other stores have it too, as 0.
    mutating func note(_ value: Double, _ name: String, _ store: String?, _ label: String, _ text: String?) {
        let text = text.flatMap { $0.isEmpty ? nil : $0 } ?? "unknown"
        func key(_ store: String) -> String { OutputFile.key("iapwatch_" + name, [("store", store), (label, text)]) }
        for known in Self.stores { values[key(known), default: 0] += 0 }
        values[key(Self.label(store)), default: 0] += value
    }

    func isPaidLately(_ purchase: Shop.Purchase) -> Bool {
        isRecent(purchase.purchasedAt ?? purchase.createdAt) && purchase.state != "pending" && purchase.state != "lapsed"
    }

    func isRefundedLately(_ purchase: Shop.Purchase) -> Bool {
        guard let kind = purchase.revocationKind, Self.refundKinds.contains(kind) else { return false }
        return isRecent(purchase.revokedAt ?? (purchase.state == "revoked" ? purchase.updatedAt : nil))
    }

    /// nil for what does not wait for verification; the moment can be missing.
    private func waitsSince(_ purchase: Shop.Purchase) -> Int64?? {
        switch purchase.state {
        case "purchased": .some(purchase.purchasedAt ?? purchase.createdAt ?? purchase.updatedAt)
        case "active", "grace": purchase.verifiedAt == nil && purchase.purchasedAt != nil ? .some(purchase.purchasedAt) : nil
        default: nil
        }
    }
}

extension Truth {
    /// The same figures once more, by the version of the app, by product, and users instead of starts.
    func countByLabel(_ tally: inout Tally) {
        for row in rows.values where !row.isSandbox {
            let names = [("version", row.appVersion ?? "unknown"), ("product", row.product)]
            for (label, value) in names {
                let labels = "\(row.store)/\(value)"
                if isPaidLately(row, tally) { tally.count("recent_purchases_by_\(label)", labels) }
                if isRefundedLately(row, tally) { tally.count("recent_refunded_purchases_by_\(label)", labels) }
                guard let since = waitsForVerification(row) else { continue }
                tally.count("unverified_purchases_by_\(label)", labels)
                if since < tally.now - tally.thresholds.unverifiedSeconds {
                    tally.count("overdue_unverified_purchases_by_\(label)", labels)
                }
            }
        }
        countStartsByVersionAndUser(&tally)
    }

    /// Since when a purchase is paid and not verified; nil for any other.
    private func waitsForVerification(_ row: Row) -> Int64? {
        if row.state == "purchased" { return row.purchased ?? row.created ?? row.updated }
        return ["active", "grace"].contains(row.state) && row.verified == nil ? row.purchased : nil
    }

    private func countStartsByVersionAndUser(_ tally: inout Tally) {
        var users: [StoreKind: Set<Int32>] = [:]
        var unlucky: [StoreKind: Set<Int32>] = [:]
        for start in starts where tally.isRecent(start.time) && !start.isSandbox {
            let labels = "\(start.store.rawValue)/\(start.appVersion)"
            tally.count("recent_starts_by_version", labels)
            users[start.store, default: []].insert(start.user)
            guard start.isUnfinished else { continue }
            tally.count("recent_starts_with_unfinished_purchase_by_version", labels)
            unlucky[start.store, default: []].insert(start.user)
        }
        for (store, set) in users { tally.add(Double(set.count), "recent_users_with_start", store.rawValue) }
        for (store, set) in unlucky { tally.add(Double(set.count), "recent_users_with_unfinished_purchase", store.rawValue) }
    }

    func isPaidLately(_ row: Row, _ tally: Tally) -> Bool {
        guard row.state != "pending", row.state != "lapsed", let paid = row.purchased ?? row.created else { return false }
        return tally.isRecent(paid)
    }

    func isRefundedLately(_ row: Row, _ tally: Tally) -> Bool {
        guard ["refund", "chargeback", "unacknowledged"].contains(row.kind), let revoked = row.revoked else { return false }
        return tally.isRecent(revoked)
    }
}

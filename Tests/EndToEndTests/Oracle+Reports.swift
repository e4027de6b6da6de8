extension Oracle {
    private static let findings = ["pending", "unverified", "granted", "not_granted", "revoked", "ended", "unknown"]

    /// Reports of users, by what is known of the purchase that they name.
    mutating func countReports() {
        for finding in Self.findings { zero("recent_access_reports", [("finding", finding)]) }
        for report in shop.accessReports {
            guard let time = report.reportedAt, time >= now - Self.window, time < now + Self.future else { continue }
            let purchase = report.token.flatMap { token in shop.purchases.first { $0.token == token } }
            if Self.isSandbox(purchase?.environment) { continue }
            count("recent_access_reports", purchase?.store, [("finding", purchase.map(finding) ?? "unknown")])
        }
    }

    private func finding(_ purchase: Shop.Purchase) -> String {
        switch purchase.state {
        case "pending", "revoked": return purchase.state ?? ""
        case "purchased": return "unverified"
        case "expired", "lapsed", "on_hold", "paused": return "ended"
        case "active", "grace": break
        default: return "unknown"
        }
        let features = shop.products.filter { $0.id == purchase.productID }.compactMap(\.feature)
        let isGranted = shop.entitlements.contains { entitlement in
            entitlement.userID == purchase.userID && features.contains(entitlement.feature)
                && (entitlement.validUntil.map { $0 >= now } ?? true)
        }
        if isGranted { return "granted" }
        if purchase.verifiedAt == nil && purchase.purchasedAt != nil { return "unverified" }
        if purchase.state == "active", let end = purchase.expiresAt, end < now { return "ended" }
        return "not_granted"
    }
}

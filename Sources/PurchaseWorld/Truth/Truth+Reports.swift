extension Truth {
    /// "I paid and have no access", and what is known of the purchase.
    func countReports(_ tally: inout Tally) {
        for report in reports where tally.isRecent(report.time) {
            guard let row = report.token.flatMap({ rows[$0] }) else {
                tally.count("recent_access_reports", "other/unknown")
                continue
            }
            if !row.isSandbox { tally.count("recent_access_reports", "\(row.store)/\(finding(row, tally))") }
        }
    }

    private func finding(_ row: Row, _ tally: Tally) -> String {
        switch row.state {
        case "pending", "revoked": return row.state
        case "purchased": return "unverified"
        case "expired", "lapsed", "on_hold", "paused": return "ended"
        default: break
        }
        let end = feature(of: row.product).flatMap { entitlements[row.user]?[$0] }
        if let end, end >= tally.now { return "granted" }
        if row.verified == nil && row.purchased != nil { return "unverified" }
        return row.state == "active" && row.expires < tally.now ? "ended" : "not_granted"
    }
}

extension Truth {
    /// From paid to the refund of what nobody acknowledged, and how long the refund takes.
    private static let deadlineSeconds: Int64 = 72 * 3600
    private static let refundDelaySeconds: Int64 = 600
    private static let paidStates: Set<String> = ["purchased", "active", "grace", "on_hold", "paused", "expired"]

    func countUnacknowledged(_ row: Row, _ tally: inout Tally) {
        countByVersion(row, &tally)
        guard row.store == "google", !row.isSandbox, row.acknowledged == nil, let paid = row.purchased, tally.isBelieved(paid),
            Self.paidStates.contains(row.state), !(row.order ?? "").contains("..")
        else { return }
        let left = paid + Self.deadlineSeconds - tally.now
        guard left > -Self.refundDelaySeconds else {
            if left > -Self.refundDelaySeconds - tally.thresholds.windowSeconds {
                tally.count("recent_presumed_refunded_purchases", row.store)
            }
            return
        }
        tally.count("unacknowledged_purchases", "\(row.store)/\(Self.bucket(left))")
        guard left > 0 else { return }
        tally.add(Double(row.priceMicros), "unacknowledged_amount_micros", "\(row.store)/\(row.currency)")
        if left < 24 * 3600 { tally.add(Double(row.priceMicros), "unacknowledged_urgent_amount_micros", "\(row.store)/\(row.currency)") }
    }

    private func countByVersion(_ row: Row, _ tally: inout Tally) {
        guard row.store == "google", !row.isSandbox, let paid = row.purchased, tally.isRecent(paid),
            Self.paidStates.contains(row.state) || row.state == "revoked", !(row.order ?? "").contains("..")
        else { return }
        let labels = "\(row.store)/\(row.appVersion ?? "unknown")"
        tally.count("recent_acknowledgeable_purchases_by_version", labels)
        if row.acknowledged == nil { tally.count("recent_unacknowledged_purchases_by_version", labels) }
    }

    private static func bucket(_ secondsLeft: Int64) -> String {
        switch secondsLeft {
        case ...0: "lost"
        case ..<(6 * 3600): "under_6"
        case ..<(24 * 3600): "6_to_24"
        case ..<(48 * 3600): "24_to_48"
        default: "over_48"
        }
    }
}

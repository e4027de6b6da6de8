extension Oracle {
    private static let buckets = ["under_6", "6_to_24", "24_to_48", "over_48", "lost"]
    private static let hour: Int64 = 3_600_000

    /// Google's three days from paid; products may say otherwise.
    mutating func countUnacknowledged() {
        for bucket in Self.buckets { values[key(bucket)] = 0 }
        values["iapwatch_recent_presumed_refunded_purchases{store=\"google\"}"] = 0
        for purchase in shop.purchases where purchase.store == "google" && !Self.isSandbox(purchase.environment) {
            guard let paid = purchase.purchasedAt, paid < now + Self.future, purchase.acknowledgedAt == nil,
                !["pending", "lapsed", "revoked", "Active", "refunded", nil].contains(purchase.state),
                !(purchase.orderID ?? "").contains("..")
            else { continue }
            let seconds = shop.products.first { $0.id == purchase.productID }?.acknowledgeWithinSeconds ?? 72 * 3600
            let left = paid + seconds * 1000 - now
            if left <= -600_000 {
                if left > -600_000 - Self.window {
                    values["iapwatch_recent_presumed_refunded_purchases{store=\"google\"}", default: 0] += 1
                }
                continue
            }
            values[key(bucket(left)), default: 0] += 1
        }
    }

    private func key(_ bucket: String) -> String {
        OutputFile.key("iapwatch_unacknowledged_purchases", [("store", "google"), ("hours_left", bucket)])
    }

    private func bucket(_ left: Int64) -> String {
        if left <= 0 { return "lost" }
        if left < 6 * Self.hour { return "under_6" }
        if left < 24 * Self.hour { return "6_to_24" }
        return left < 48 * Self.hour ? "24_to_48" : "over_48"
    }
}

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
            guard left > 0, let price = purchase.priceMicros else { continue }
            noteGoogle(Double(price), "unacknowledged_amount_micros", "currency", purchase.currency)
            let urgent = left < 24 * Self.hour ? Double(price) : 0
            noteGoogle(urgent, "unacknowledged_urgent_amount_micros", "currency", purchase.currency)
        }
        for name in ["unacknowledged_amount_micros", "unacknowledged_urgent_amount_micros"] { noteGoogle(0, name, "currency", "other") }
        countByVersion()
    }

    private mutating func countByVersion() {
        let names = ["recent_acknowledgeable_purchases_by_version", "recent_unacknowledged_purchases_by_version"]
        for name in names { noteGoogle(0, name, "app_version", "other") }
        for purchase in shop.purchases where purchase.store == "google" && !Self.isSandbox(purchase.environment) {
            guard isRecent(purchase.purchasedAt), !["pending", "lapsed", "Active", "refunded", nil].contains(purchase.state),
                !(purchase.orderID ?? "").contains("..")
            else { continue }
            for (name, value) in zip(names, [1, purchase.acknowledgedAt == nil ? 1 : 0]) {
                noteGoogle(Double(value), name, "app_version", purchase.appVersion)
            }
        }
    }

    /// A figure of Google alone, with a value from the data.
    private mutating func noteGoogle(_ value: Double, _ name: String, _ label: String, _ text: String?) {
        let text = text.flatMap { $0.isEmpty ? nil : $0 } ?? "unknown"
        values[OutputFile.key("iapwatch_" + name, [("store", "google"), (label, text)]), default: 0] += value
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

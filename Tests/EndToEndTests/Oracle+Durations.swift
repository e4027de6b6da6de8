extension Oracle {
    private typealias Durations = [(seconds: Int64, isFinished: Bool)]

    /// Whole seconds between the whole seconds of two times.
    mutating func measureDurations() {
        for store in Self.stores + ["other"] {
            let purchases = shop.purchases.filter { purchase in
                Self.label(purchase.store) == store && !Self.isSandbox(purchase.environment) && purchase.state != "pending"
                    && purchase.state != "lapsed"
            }
            percentiles(
                "recent_verification", store,
                purchases.compactMap { purchase in
                    duration(purchase.purchasedAt, purchase.verifiedAt, waits: ["purchased", "active", "grace"].contains(purchase.state))
                })
            if store == "google" {
                let paid: Set<String?> = ["purchased", "active", "grace", "on_hold", "paused", "expired"]
                percentiles(
                    "recent_acknowledgement", store,
                    purchases.compactMap { purchase in
                        guard !(purchase.orderID ?? "").contains("..") else { return nil }
                        return duration(purchase.purchasedAt, purchase.acknowledgedAt, waits: paid.contains(purchase.state))
                    })
            }
            percentiles(
                "recent_notification_lateness", store,
                shop.notifications.compactMap { notification in
                    guard Self.label(notification.store) == store, let event = notification.eventAt, let received = notification.receivedAt,
                        received >= now - Self.window, received < now + Self.future, event >= now - Self.window - 30 * 86_400_000
                    else { return nil }
                    return (max(0, received / 1000 - event / 1000), true)
                })
        }
    }

    private func duration(_ start: Int64?, _ end: Int64?, waits: Bool) -> (seconds: Int64, isFinished: Bool)? {
        guard let start, start >= now - Self.window, start < now + Self.future else { return nil }
        if let end, end < now + Self.future { return (end < start ? 0 : end / 1000 - start / 1000, true) }
        return waits ? (max(0, now / 1000 - start / 1000), false) : nil
    }

    private mutating func percentiles(_ what: String, _ store: String, _ durations: Durations) {
        for (percentile, least) in [(50, 20), (90, 20), (95, 20), (99, 300)] where durations.count >= least {
            var rest = 1.0
            var reached: Int64?
            for moment in Set(durations.map(\.seconds)).sorted() where reached == nil {
                let there = durations.count { $0.seconds >= moment }
                rest *= 1 - Double(durations.count { $0.seconds == moment && $0.isFinished }) / Double(there)
                if rest <= 1 - Double(percentile) / 100 + 1e-12 { reached = moment }
            }
            let name = "iapwatch_\(what)_\(reached == nil ? "at_least_" : "")seconds"
            let labels = [("store", store), ("percentile", "\(percentile)")]
            values[OutputFile.key(name, labels)] = Double(reached ?? durations.map(\.seconds).max() ?? 0)
        }
    }
}

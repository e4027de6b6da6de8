extension Truth {
    private static let hour: Int64 = 3600
    private static let week: Int64 = 7 * 86_400

    func countNotifications(_ tally: inout Tally) {
        var usual: [String: Double] = [:]
        var hasFourWeeks: Set<String> = []
        for notification in notifications.values {
            tally.newest("notifications", notification.store, notification.received)
            if !tally.isBelieved(notification.received) { tally.count("notifications_from_the_future", notification.store) }
            let age = tally.now - notification.received
            if age > 4 * Self.week + Self.hour { hasFourWeeks.insert(notification.store) }
            guard age > 0 else { continue }
            if age <= Self.hour { tally.count("last_hour_notifications", notification.store) }
            if !notification.isProcessed && age <= tally.thresholds.windowSeconds {
                tally.count("unprocessed_notifications", notification.store)
            }
            for week in Int64(1)...4 where age > week * Self.week && age <= week * Self.week + Self.hour {
                usual[notification.store, default: 0] += 0.25
            }
        }
        for store in hasFourWeeks {
            if let average = usual[store] { tally.set("usual_hour_notifications", store, average) }
        }
    }
}

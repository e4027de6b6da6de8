extension Oracle {
    /// The last hour, and the same hour of the same weekday of four weeks.
    mutating func countNotifications() {
        let (hour, week): (Int64, Int64) = (3_600_000, 7 * 86_400_000)
        for name in ["last_hour_notifications", "unprocessed_notifications"] { zero(name) }
        for store in Self.stores {
            let times = shop.notifications.filter { $0.store == store }
            for notification in times {
                guard let received = notification.receivedAt, received < now else { continue }
                if received >= now - hour { count("last_hour_notifications", store) }
                if received >= now - Self.window, notification.processedAt == nil { count("unprocessed_notifications", store) }
            }
            let received = times.compactMap(\.receivedAt)
            guard received.contains(where: { $0 < now - 4 * week - hour }) else { continue }
            let usual = received.filter { time in (1...4).contains { time >= now - $0 * week - hour && time < now - $0 * week } }
            values["iapwatch_usual_hour_notifications{store=\"\(store)\"}"] = Double(usual.count) / 4
        }
    }
}

extension Truth {
    /// Seconds of each, and whether it is finished.
    private typealias Durations = [(seconds: Int64, isFinished: Bool)]

    func measureDurations(_ tally: inout Tally) {
        var verifications: [String: Durations] = [:]
        var byVersion: [String: Durations] = [:]
        var acknowledgements: [String: Durations] = [:]
        for row in rows.values where !row.isSandbox && !["pending", "lapsed"].contains(row.state) {
            guard let paid = row.purchased, tally.isRecent(paid) else { continue }
            let waits = ["purchased", "active", "grace"].contains(row.state)
            add(row.verified, since: paid, waits: waits, tally, to: &verifications[row.store, default: []])
            let version = "\(row.store)/\(row.appVersion ?? "unknown")"
            add(row.verified, since: paid, waits: waits, tally, to: &byVersion[version, default: []])
            guard row.store == "google", !(row.order ?? "").contains("..") else { continue }
            add(row.acknowledged, since: paid, waits: row.state != "revoked", tally, to: &acknowledgements[row.store, default: []])
        }
        var lateness: [String: Durations] = [:]
        for notification in notifications.values where tally.isRecent(notification.received) {
            guard notification.event >= tally.now - tally.thresholds.windowSeconds - 30 * 86_400 else { continue }
            lateness[notification.store, default: []].append((max(0, notification.received - notification.event), true))
        }
        tally.percentiles("recent_verification", verifications)
        tally.percentiles("recent_verification_by_version", byVersion)
        tally.percentiles("recent_acknowledgement", acknowledgements)
        tally.percentiles("recent_notification_lateness", lateness)
    }

    private func add(_ end: Int64?, since start: Int64, waits: Bool, _ tally: Tally, to durations: inout Durations) {
        if let end, tally.isBelieved(end) {
            durations.append((max(0, end - start), true))
        } else if waits {
            durations.append((max(0, tally.now - start), false))
        }
    }
}

extension Tally {
    /// Plainly: of those that were still there at each moment, the share that was finished then.
    fileprivate mutating func percentiles(_ what: String, _ all: [String: [(seconds: Int64, isFinished: Bool)]]) {
        for (store, durations) in all {
            for (percentile, least) in [(50, 20), (90, 20), (95, 20), (99, 300)] where durations.count >= least {
                var rest = 1.0
                var reached: Int64?
                for moment in Set(durations.map(\.seconds)).sorted() {
                    let there = durations.count { $0.seconds >= moment }
                    let finished = durations.count { $0.seconds == moment && $0.isFinished }
                    rest *= 1 - Double(finished) / Double(there)
                    if rest <= 1 - Double(percentile) / 100 + 1e-12 {
                        reached = moment
                        break
                    }
                }
                let longest = durations.map(\.seconds).max() ?? 0
                set(reached == nil ? "\(what)_at_least_seconds" : "\(what)_seconds", "\(store)/\(percentile)", Double(reached ?? longest))
            }
        }
    }
}

package import WatchModel

/// A figure that has to come out: a metric without its prefix, and its labels with the store first, joined by a slash.
package struct WorldFigure: Hashable, Comparable, Sendable {
    package var metric: String
    package var labels: String

    package init(_ metric: String, _ labels: String = "") {
        (self.metric, self.labels) = (metric, labels)
    }

    package static func < (left: WorldFigure, right: WorldFigure) -> Bool { (left.metric, left.labels) < (right.metric, right.labels) }
}

/// The limits that figures are measured against.
package struct WorldThresholds: Sendable {
    package var pendingSeconds: Int64 = 86_400
    package var unverifiedSeconds: Int64 = 3600
    package var driftSeconds: Int64 = 3600
    package var windowSeconds: Int64 = 86_400
    package var deadPendingSeconds: Int64 = 7 * 86_400
    package var expirySeconds: Int64 = 3600
    package var cohortMaturitySeconds: Int64 = 14 * 86_400
    package var cohortWindowSeconds: Int64 = 30 * 86_400
    /// A time further ahead is not believed.
    package var futureSeconds: Int64 = 300

    package init() {}
}

extension Truth {
    /// Every figure that is not 0, and every time that there is, for one moment.
    package func figures(at now: Instant, _ thresholds: WorldThresholds = WorldThresholds()) -> [WorldFigure: Double] {
        var tally = Tally(now: now.seconds, thresholds: thresholds)
        for row in rows.values {
            countWaiting(row, &tally)
            countRecent(row, &tally)
            countUnusable(row, &tally)
            countStock(row, &tally)
            countUnacknowledged(row, &tally)
        }
        countAccess(&tally)
        countDoubles(&tally)
        countStarts(&tally)
        countByLabel(&tally)
        countCharges(&tally)
        countNotifications(&tally)
        measureDurations(&tally)
        countReports(&tally)
        return tally.figures
    }

    private func countWaiting(_ row: Row, _ tally: inout Tally) {
        guard !row.isSandbox else { return }
        if row.state == "pending" {
            let since = row.pendingSince ?? row.created ?? row.updated
            if since < tally.now - tally.thresholds.deadPendingSeconds {
                tally.count("pending_purchases", row.store)
                tally.count("dead_pending_purchases", row.store)
            } else {
                tally.waiting("pending", row.store, since: since, limit: tally.thresholds.pendingSeconds)
            }
        }
        if row.state == "purchased" {
            tally.waiting(
                "unverified", row.store, since: row.purchased ?? row.created ?? row.updated, limit: tally.thresholds.unverifiedSeconds)
        } else if (row.state == "active" || row.state == "grace") && row.verified == nil, let purchased = row.purchased {
            tally.waiting("unverified", row.store, since: purchased, limit: tally.thresholds.unverifiedSeconds)
        }
    }

    private func countRecent(_ row: Row, _ tally: inout Tally) {
        tally.newest("purchases", row.store, row.updated)
        guard !row.isSandbox else { return }
        if row.state != "pending" && row.state != "lapsed", let paid = row.purchased ?? row.created, tally.isRecent(paid) {
            tally.count("recent_purchases", row.store)
        }
        if let kind = row.kind, ["refund", "chargeback", "unacknowledged"].contains(kind), let revoked = row.revoked,
            tally.isRecent(revoked)
        {
            tally.count("recent_refunded_purchases", "\(row.store)/\(kind)")
        }
        if row.state == "revoked", tally.isRecent(row.revoked ?? row.updated) {
            tally.count("recent_revoked_purchases", "\(row.store)/\(row.kind ?? "unknown")")
        }
    }

    private func countStarts(_ tally: inout Tally) {
        for store in StoreKind.allCases {
            var newest: Int64?
            for start in starts where start.store == store {
                guard tally.isBelieved(start.time) else {
                    tally.count("starts_from_the_future", store.rawValue)
                    continue
                }
                newest = max(newest ?? .min, start.time)
                guard tally.isRecent(start.time) else { continue }
                tally.count(start.isSandbox ? "recent_sandbox_starts" : "recent_starts", store.rawValue)
                if !start.isSandbox && start.isUnfinished { tally.count("recent_starts_with_unfinished_purchase", store.rawValue) }
            }
            if let newest { tally.newest("starts", store.rawValue, newest) }
        }
    }
}

/// Figures while they are counted.
struct Tally {
    let now: Int64
    let thresholds: WorldThresholds
    private(set) var figures: [WorldFigure: Double] = [:]

    init(now: Int64, thresholds: WorldThresholds) {
        (self.now, self.thresholds) = (now, thresholds)
    }

    /// A time too far ahead is a mistake.
    func isBelieved(_ time: Int64) -> Bool { time < now + thresholds.futureSeconds }

    func isRecent(_ time: Int64) -> Bool { time >= now - thresholds.windowSeconds && isBelieved(time) }

    mutating func count(_ metric: String, _ labels: String) { add(1, metric, labels) }

    mutating func add(_ value: Double, _ metric: String, _ labels: String) { figures[WorldFigure(metric, labels), default: 0] += value }

    /// Divides what was added up in parts.
    mutating func scale(_ metric: String, by parts: Double) {
        for figure in figures.keys where figure.metric == metric { figures[figure]? /= parts }
    }

    /// The earliest time of a kind, for the whole metric.
    mutating func oldest(_ metric: String, _ store: String, _ time: Int64) {
        let figure = WorldFigure(metric, store)
        figures[figure] = min(figures[figure] ?? .infinity, Double(time))
    }

    mutating func set(_ metric: String, _ labels: String, _ value: Double) { figures[WorldFigure(metric, labels)] = value }

    mutating func waiting(_ what: String, _ store: String, since: Int64, limit: Int64) {
        count("\(what)_purchases", store)
        if since < now - limit { count("overdue_\(what)_purchases", store) }
        oldest("oldest_\(what)_purchase_timestamp_seconds", store, since)
    }

    mutating func newest(_ table: String, _ store: String, _ time: Int64) {
        guard isBelieved(time) else { return }
        let figure = WorldFigure("newest_record_timestamp_seconds", "\(store)/\(table)")
        figures[figure] = max(figures[figure] ?? -.infinity, Double(time))
    }
}

import TestSupport

/// What the program should report of a shop, counted row by row from the words of the HELP texts.
///
/// - Shape: values by series. A series that is 0 for a store outside the known ones may be absent in a file, or be there.
struct Oracle {
    let shop: Shop
    /// Milliseconds, as all times here.
    let now: Int64

    private static let pendingLimit: Int64 = 86_400_000
    private static let unverifiedLimit: Int64 = 3_600_000
    static let driftLimit: Int64 = 3_600_000
    static let window: Int64 = 86_400_000
    static let future: Int64 = 300_000
    static let stores = ["google", "apple"]
    /// Users that stand for none.
    static let nobodies: Set<String> = ["", "0", "null", "invalid", "00000000-0000-0000-0000-000000000000"]
    static let states: Set<String> = [
        "pending", "purchased", "active", "grace", "on_hold", "paused", "expired", "revoked", "lapsed",
    ]
    static let refundKinds = ["refund", "chargeback", "unacknowledged"]
    static let revocationKinds = ["refund", "chargeback", "unacknowledged", "family", "upgrade", "other", "unknown"]

    var values: [String: Double] = [:]

    init(_ shop: Shop, now: Int64 = ShopGenerator.now) {
        (self.shop, self.now) = (shop, now * 1000)
        countOutstanding()
        countNewest()
        countRevocations()
        countUnusable()
        countStock()
        countAccess()
        guard shop.isFull else { return }
        countWhatOnlyTheFullSchemaKnows()
        countDoubles()
        countFutureRecords()
        countUnacknowledged()
        countNotifications()
        measureDurations()
    }

    // MARK: Words and times

    static func label(_ store: String?) -> String { store.flatMap { stores.contains($0) ? $0 : nil } ?? "other" }

    static func isSandbox(_ environment: String?) -> Bool { environment == "sandbox" }

    func isRecent(_ time: Int64?) -> Bool {
        guard let time else { return false }
        return time >= now - Self.window && time < now + Self.future
    }

    mutating func zero(_ name: String, _ labels: [(String, String)] = []) {
        for store in Self.stores { values[OutputFile.key("iapwatch_" + name, labels + [("store", store)])] = 0 }
    }

    mutating func count(_ name: String, _ store: String?, _ labels: [(String, String)] = []) {
        values[OutputFile.key("iapwatch_" + name, labels + [("store", Self.label(store))]), default: 0] += 1
    }

    mutating func set(_ name: String, _ value: Double, _ labels: [(String, String)] = []) {
        values[OutputFile.key("iapwatch_" + name, labels)] = value
    }

    /// One more, of a figure without labels.
    mutating func add(_ name: String) { values[OutputFile.key("iapwatch_" + name, []), default: 0] += 1 }

    mutating func oldest(_ name: String, _ store: String?, _ time: Int64?) {
        if let time { extreme(name, [("store", Self.label(store))], time, Swift.min) }
    }

    /// The last in the order of bytes.
    static func last(_ stores: [String]) -> String? { stores.max { $0.utf8.lexicographicallyPrecedes($1.utf8) } }

    /// The earliest, or the latest, by store.
    private mutating func extreme(_ name: String, _ labels: [(String, String)], _ time: Int64, _ choose: (Double, Double) -> Double) {
        let key = OutputFile.key("iapwatch_" + name, labels)
        let seconds = Double(time) / 1000
        values[key] = values[key].map { choose($0, seconds) } ?? seconds
    }

    // MARK: Pending and unverified

    private mutating func countOutstanding() {
        let conditions = shop.isFull ? ["pending", "unverified"] : ["pending"]
        for condition in conditions {
            for name in ["\(condition)_purchases", "overdue_\(condition)_purchases"] { zero(name) }
        }
        zero("dead_pending_purchases")
        for purchase in shop.purchases where !Self.isSandbox(purchase.environment) {
            if purchase.state == "pending" {
                // Without a column that tells, the job notes when it saw the purchase first: now, or its last change.
                let since =
                    shop.isFull
                    ? purchase.pendingSince ?? purchase.createdAt ?? purchase.updatedAt
                    : Swift.min(purchase.updatedAt ?? now, now)
                note("pending", purchase, since: since, limit: Self.pendingLimit)
            }
            guard shop.isFull else { continue }
            if purchase.state == "purchased" {
                note(
                    "unverified", purchase, since: purchase.purchasedAt ?? purchase.createdAt ?? purchase.updatedAt,
                    limit: Self.unverifiedLimit)
            } else if purchase.state == "active" || purchase.state == "grace", purchase.verifiedAt == nil, let paid = purchase.purchasedAt {
                note("unverified", purchase, since: paid, limit: Self.unverifiedLimit)
            }
        }
    }

    private mutating func note(_ condition: String, _ purchase: Shop.Purchase, since: Int64?, limit: Int64) {
        count("\(condition)_purchases", purchase.store)
        guard let since else { return }
        guard condition != "pending" || !isDead(since: since) else {
            count("dead_pending_purchases", purchase.store)
            return
        }
        if now - since > limit { count("overdue_\(condition)_purchases", purchase.store) }
        extreme("oldest_\(condition)_purchase_timestamp_seconds", [("store", Self.label(purchase.store))], since, Swift.min)
    }

    // MARK: The newest records

    private mutating func countNewest() {
        for purchase in shop.purchases { newest("purchases", purchase.store, purchase.updatedAt) }
        guard shop.isFull else { return }
        for start in shop.starts { newest("starts", start.store, start.startedAt) }
        for notification in shop.notifications { newest("notifications", notification.store, notification.receivedAt) }
    }

    private mutating func newest(_ table: String, _ store: String?, _ time: Int64?) {
        guard let store, Self.stores.contains(store), let time, time < now + Self.future else { return }
        extreme("newest_record_timestamp_seconds", [("store", store), ("table", table)], time, Swift.max)
    }

    // MARK: What happened lately

    private mutating func countRevocations() {
        for kind in Self.revocationKinds { zero("recent_revoked_purchases", [("kind", kind)]) }
        for purchase in shop.purchases where purchase.state == "revoked" && !Self.isSandbox(purchase.environment) {
            guard isRecent(purchase.revokedAt ?? purchase.updatedAt) else { continue }
            let kind = purchase.revocationKind ?? "unknown"
            count("recent_revoked_purchases", purchase.store, [("kind", Self.revocationKinds.contains(kind) ? kind : "other")])
        }
    }

    private mutating func countWhatOnlyTheFullSchemaKnows() {
        for name in ["recent_purchases", "recent_starts", "recent_starts_with_unfinished_purchase", "recent_sandbox_starts"] { zero(name) }
        for kind in Self.refundKinds { zero("recent_refunded_purchases", [("kind", kind)]) }
        for purchase in shop.purchases where !Self.isSandbox(purchase.environment) {
            if isRecent(purchase.purchasedAt ?? purchase.createdAt), purchase.state != "pending", purchase.state != "lapsed" {
                count("recent_purchases", purchase.store)
            }
            let refundedAt = purchase.revokedAt ?? (purchase.state == "revoked" ? purchase.updatedAt : nil)
            if let kind = purchase.revocationKind, Self.refundKinds.contains(kind), isRecent(refundedAt) {
                count("recent_refunded_purchases", purchase.store, [("kind", kind)])
            }
        }
        for start in shop.starts where isRecent(start.startedAt) {
            guard !Self.isSandbox(start.environment) else {
                count("recent_sandbox_starts", start.store)
                continue
            }
            count("recent_starts", start.store)
            if let unfinished = start.unfinished, unfinished > 0 { count("recent_starts_with_unfinished_purchase", start.store) }
        }
    }

    /// nil where the product is unknown, or known and without a feature.
    func feature(of purchase: Shop.Purchase) -> String? {
        let product = shop.products.first { $0.id == purchase.productID }
        guard let feature = product?.feature, !feature.isEmpty else { return nil }
        return feature
    }
}

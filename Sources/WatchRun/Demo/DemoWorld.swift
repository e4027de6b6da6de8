import WatchModel

/// A small shop, made up, with every condition in it that the job can find, and an account of what was planted.
///
/// No chance is involved: the same `now` gives the same rows. `planted` is counted while planting, by hand, and shares
/// nothing with the queries.
struct DemoWorld {
    /// A row of `purchases`, by column.
    typealias Row = [String: Cell]

    let now: Instant
    private(set) var purchases: [Row] = []
    private(set) var entitlements: [Row] = []
    private(set) var starts: [Row] = []
    private(set) var notifications: [Row] = []
    /// What must be found.
    private(set) var planted: [PlantedFigure: Double] = [:]

    /// The products of the shop and the features they give.
    static let products: [(id: String, feature: String)] = [
        ("premium_monthly", "premium"), ("premium_yearly", "premium"), ("remove_ads", "no_ads"), ("sticker_pack", "stickers"),
    ]

    private static let hour: Int64 = 3600
    private static let day: Int64 = 86_400

    init(now: Instant) {
        self.now = now
        for (store, scale) in [("google", 3), ("apple", 2)] {
            plantHealthy(store, count: 40 * scale)
            plantPending(store, fresh: scale, overdue: scale - 1, oldestDays: Int64(scale) + 1)
            plantUnverified(store, fresh: 1, overdue: scale - 1)
            plantRevoked(store, scale: scale)
            plantStarts(store, count: 150 * scale, unfinished: store == "apple" ? 9 : 2, sandbox: 10 * scale)
            plantAccessFaults(store, scale: scale)
            plantUnusable(store, scale: scale)
            notifications.append([
                "notification_id": .text("n-\(store)"), "store": .text(store), "kind": .text("renewed"),
                "received_at": ago(Int64(scale) * 120), "processed_at": ago(Int64(scale) * 120 - 2),
            ])
            plant("newest_record_timestamp_seconds", "\(store)/notifications", seconds: Int64(scale) * 120)
        }
        plantUnknownStore()
    }

    // MARK: - What is planted

    /// Bought, verified, acknowledged, granted. A quarter of it within the last day.
    private mutating func plantHealthy(_ store: String, count: Int) {
        for index in 0..<count {
            let isRecent = index.isMultiple(of: 4)
            let age = isRecent ? Int64(index) * 300 + 600 : Self.day * (2 + Int64(index % 20))
            let product = Self.products[index % Self.products.count]
            let user = "user-\(store)-\(index)"
            let expires = ahead(Self.day * 20)
            add(
                store, product.id, "active", user: user, purchasedAgo: age, verified: true,
                more: ["expires_at": expires, "acknowledged_at": ago(age - 5)])
            entitlements.append(["user_id": .text(user), "feature": .text(product.feature), "valid_until": expires])
            if isRecent { count1("recent_purchases", store) }
        }
    }

    private mutating func plantPending(_ store: String, fresh: Int, overdue: Int, oldestDays: Int64) {
        for index in 0..<(fresh + overdue) {
            let isOverdue = index >= fresh
            let age = isOverdue ? Self.day * (oldestDays - Int64(index - fresh)) : Self.hour * Int64(index + 1)
            // The app sends it again at every start, so the row was changed a minute ago.
            add(
                store, "premium_monthly", "pending", user: "payer-\(store)-\(index)",
                more: ["created_at": ago(age), "updated_at": ago(600)])
            count1("pending_purchases", store)
            if isOverdue { count1("overdue_pending_purchases", store) }
        }
        plant("oldest_pending_purchase_timestamp_seconds", store, seconds: Self.day * oldestDays)
    }

    private mutating func plantUnverified(_ store: String, fresh: Int, overdue: Int) {
        for index in 0..<(fresh + overdue) {
            let age = index < fresh ? 20 * 60 : Self.hour * Int64(3 + index)
            add(store, "remove_ads", "purchased", user: "waiting-\(store)-\(index)", purchasedAgo: age)
            count1("unverified_purchases", store)
            count1("recent_purchases", store)
            if index >= fresh { count1("overdue_unverified_purchases", store) }
        }
        plant("oldest_unverified_purchase_timestamp_seconds", store, seconds: Self.hour * Int64(3 + fresh + overdue - 1))
    }

    private mutating func plantRevoked(_ store: String, scale: Int) {
        let kinds: [(kind: String?, count: Int)] = [
            ("refund", scale), ("chargeback", 1), ("unacknowledged", store == "google" ? 2 : 0), ("family", store == "apple" ? 2 : 0),
            ("upgrade", 1), (nil, 1),
        ]
        for (kind, count) in kinds {
            for index in 0..<count {
                add(
                    store, "premium_yearly", "revoked", user: "gone-\(store)-\(kind ?? "unknown")-\(index)", purchasedAgo: Self.day * 5,
                    verified: true,
                    more: ["revoked_at": ago(Self.hour * Int64(index + 2)), "revocation_kind": kind.map(Cell.text) ?? .null])
                count1("recent_revoked_purchases", "\(store)/\(kind ?? "unknown")")
                if let kind, ["refund", "chargeback", "unacknowledged"].contains(kind) {
                    count1("recent_refunded_purchases", "\(store)/\(kind)")
                }
            }
        }
    }

    private mutating func plantStarts(_ store: String, count: Int, unfinished: Int, sandbox: Int) {
        for index in 0..<(count + sandbox) {
            let isSandbox = index >= count
            let findsUnfinished = index < unfinished || isSandbox
            starts.append([
                "start_id": .text("start-\(store)-\(index)"), "user_id": .text("user-\(store)-\(index % 40)"), "store": .text(store),
                "app_version": .text("5.10.0"), "started_at": ago(Int64(index) * 120 + 60), "unfinished": .integer(findsUnfinished ? 1 : 0),
                "environment": .text(isSandbox ? "sandbox" : "production"),
            ])
            count1(isSandbox ? "recent_sandbox_starts" : "recent_starts", store)
            if findsUnfinished && !isSandbox { count1("recent_starts_with_unfinished_purchase", store) }
        }
        plant("newest_record_timestamp_seconds", "\(store)/starts", seconds: 60)
    }

    private mutating func plantAccessFaults(_ store: String, scale: Int) {
        for index in 0..<scale {
            add(
                store, "premium_monthly", "active", user: "robbed-\(store)-\(index)", purchasedAgo: Self.day * 3, verified: true,
                more: ["expires_at": ahead(Self.day * 27)])
            count1("paid_without_access", store)
        }
        add(
            store, "premium_monthly", "revoked", user: "lucky-\(store)", purchasedAgo: Self.day * 9, verified: true,
            more: ["revoked_at": ago(Self.day * 4), "revocation_kind": .text("refund")])
        entitlements.append(["user_id": .text("lucky-\(store)"), "feature": .text("premium"), "valid_until": ahead(Self.day * 21)])
        count1("access_without_payment", store)
        add(
            store, "premium_monthly", "active", user: "short-\(store)", purchasedAgo: Self.day * 2, verified: true,
            more: ["expires_at": ahead(Self.day * 28)])
        entitlements.append(["user_id": .text("short-\(store)"), "feature": .text("premium"), "valid_until": ahead(Self.day * 14)])
        count1("entitlement_drift", store)
    }

    private mutating func plantUnusable(_ store: String, scale: Int) {
        add(
            store, "premium_lifetime_2027", "active", user: "early-\(store)", purchasedAgo: Self.day * 2, verified: true,
            more: ["expires_at": ahead(Self.day)])
        count1("unknown_product_purchases", store)
        add(store, "remove_ads", "PAYMENT_HELD", user: "odd-\(store)", purchasedAgo: Self.day * 2)
        count1("unknown_state_purchases", store)
        add(store, "remove_ads", "expired", user: "", purchasedAgo: Self.day * 2, verified: true)
        count1("purchases_without_user", store)
        for index in 0..<scale {
            add(
                store, "premium_monthly", "pending", user: "tester-\(store)-\(index)",
                more: ["created_at": ago(Self.day * 8), "environment": .text("sandbox")])
            count1("sandbox_purchases", store)
        }
        add(store, "sticker_pack", "expired", user: "newest-\(store)", more: ["updated_at": ago(Int64(scale) * 30)])
        plant("newest_record_timestamp_seconds", "\(store)/purchases", seconds: Int64(scale) * 30)
    }

    private mutating func plantUnknownStore() {
        add(
            "samsung", "remove_ads", "active", user: "user-samsung", purchasedAgo: Self.day * 2, verified: true,
            more: ["expires_at": ahead(Self.day)])
        entitlements.append(["user_id": .text("user-samsung"), "feature": .text("no_ads"), "valid_until": ahead(Self.day)])
        count1("unknown_store_purchases", "")
        // Granted by hand: nobody ever bought it.
        entitlements.append(["user_id": .text("friend"), "feature": .text("premium"), "valid_until": ahead(Self.day * 90)])
        count1("access_without_payment", "other")
    }

    // MARK: - Writing it down

    private mutating func add(
        _ store: String, _ product: String, _ state: String, user: String, purchasedAgo: Int64? = nil, verified: Bool = false,
        more: Row = [:]
    ) {
        var row: Row = [
            "token": .text("token-\(purchases.count)"), "user_id": .text(user), "product_id": .text(product), "store": .text(store),
            "state": .text(state), "expires_at": ahead(-Self.day), "updated_at": ago(Self.day), "environment": .text("production"),
            "app_version": .text("5.10.0"), "kind": .text(product.hasPrefix("premium") ? "subscription" : "one_time"),
        ]
        if let age = purchasedAgo {
            row["created_at"] = ago(age + 30)
            row["purchased_at"] = ago(age)
            row["updated_at"] = ago(max(age - 5, 300))
            if verified { row["verified_at"] = ago(age - 2) }
        }
        row.merge(more) { _, new in new }
        purchases.append(row)
    }

    private func ago(_ seconds: Int64) -> Cell { .text(now.adding(seconds: -seconds).iso8601) }
    private func ahead(_ seconds: Int64) -> Cell { .text(now.adding(seconds: seconds).iso8601) }

    private mutating func count1(_ metric: String, _ labels: String) {
        planted[PlantedFigure(metric: metric, labels: labels), default: 0] += 1
    }

    private mutating func plant(_ metric: String, _ labels: String, seconds ago: Int64) {
        planted[PlantedFigure(metric: metric, labels: labels)] = Double(now.adding(seconds: -ago).seconds)
    }
}

/// A figure that the demo planted.
package struct PlantedFigure: Hashable, Comparable, Sendable {
    package var metric: String
    /// Label values joined by a slash, the store first; empty for none.
    package var labels: String

    package static func < (left: PlantedFigure, right: PlantedFigure) -> Bool {
        (left.metric, left.labels) < (right.metric, right.labels)
    }
}

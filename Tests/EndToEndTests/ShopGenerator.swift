import TestSupport

/// Makes shops that are as odd as real ones: every state, every missing value, times around every limit.
struct ShopGenerator {
    /// The moment that the runs are told: 2026-12-01T12:00:00Z.
    static let now: Int64 = 1_796_126_400
    static let nowText = "2026-12-01T12:00:00Z"

    private var random: SeededGenerator
    /// Rare things, drawn apart, so that the shops of the known seeds stay what they are otherwise.
    private var rare: SeededGenerator
    private let isFull: Bool
    /// Behind every time, as servers write them that keep milliseconds; 0 for those that do not.
    private let fraction: Int64

    init(seed: UInt64, isFull: Bool) {
        random = SeededGenerator(seed: seed)
        rare = SeededGenerator(seed: seed &+ 1_000_000)
        self.isFull = isFull
        fraction = seed % 3 == 0 ? 250 : 0
    }

    private static let users: [String?] = ["ann", "bob", "cat", "dan", "o'eve", "fay", nil, ""]
    private static let products: [String?] = ["gold", "gold", "silver", "noads", "noads", "GOLD", "nothing", "blank", "gone", nil]
    private static let stores: [String?] = ["google", "google", "google", "apple", "apple", "apple", "Google", "amazon", "", nil]
    private static let states: [String?] = [
        "pending", "pending", "purchased", "purchased", "active", "active", "active", "active", "grace", "on_hold", "paused",
        "expired", "revoked", "revoked", "lapsed", "Active", "refunded", nil,
    ]
    private static let kinds: [String?] = [
        "refund", "chargeback", "unacknowledged", "family", "upgrade", "other", "unknown", "Refund", "", nil, nil,
    ]
    private static let versions: [String?] = ["5.9", "5.9", "5.10", "5.10.1", "5.10 (1234)", "", "=cmd", nil]
    private static let purchaseKinds: [String?] = ["subscription", "subscription", "one_time", "consumable", "Subscription", nil]
    private static let orders: [String?] = ["o1", "o2", "o3", "o4..0", "c1", "", nil, nil, nil]
    private static let chains: [String?] = ["c1", "c2", "c3", "c4", "", nil, nil, nil]
    private static let environments: [String?] = ["production", "production", "sandbox", "Sandbox", nil, nil]

    /// Distances from now at which something changes: an hour, a day, the five minutes of the future that are believed.
    private static let limits: [Int64] = [0, 0, -3600, -3600, -86_400, -86_400, 300, -7200, -90_000, 3600, 40 * 86_400, -40 * 86_400]
    private static let steps: [Int64] = [-3601, -3600, -3599, -2, -1, 0, 0, 0, 1, 2, 3599, 3600, 3601]

    mutating func shop() -> Shop {
        var shop = Shop(isFull: isFull)
        shop.products = [
            Shop.Product(id: "gold", feature: "premium"), Shop.Product(id: "silver", feature: "premium"),
            Shop.Product(id: "noads", feature: "no_ads"), Shop.Product(id: "blank", feature: ""),
        ]
        if isFull { shop.products[1].acknowledgeWithinSeconds = 25 * 3600 }
        if isFull { shop.products.append(Shop.Product(id: "nothing", feature: nil)) }
        shop.purchases = (0..<Int.random(in: 30...90, using: &random)).map { purchase("t\($0)") }
        for index in shop.purchases.indices { spoil(&shop.purchases[index]) }
        if Bool.random(using: &rare) { shop.products.append(Shop.Product(id: "NoAds", feature: "no_ads")) }
        shop.entitlements = entitlements(shop)
        guard isFull else { return shop }
        shop.starts = (0..<Int.random(in: 0...25, using: &random)).map { index in
            Shop.Start(
                id: "s\(index)", store: pick(Self.stores), startedAt: time(), unfinished: pick([0, 0, 1, 3, -1, nil]),
                environment: pick(Self.environments), userID: pick(Self.users), appVersion: pick(Self.versions),
                weight: pick([nil, nil, 1, 2, 250, 0, -3]))
        }
        shop.notifications = (0..<Int.random(in: 0...24, using: &random)).map { index in
            Shop.Notification(
                id: "n\(index)", store: pick(Self.stores), receivedAt: Bool.random(using: &random) ? time() : nearUsualHour(),
                kind: pick(["REFUND", "RENEWED", nil]), eventAt: time(),
                processedAt: time())
        }
        shop.accessReports = (0..<Int.random(in: 0...6, using: &random)).map { index in
            Shop.AccessReport(
                id: "r\(index)", userID: pick(Self.users), token: pick(["t1", "t5", "t9", "gone", "", nil]),
                appVersion: pick(Self.versions),
                reportedAt: time())
        }
        return shop
    }

    private mutating func purchase(_ token: String) -> Shop.Purchase {
        var purchase = Shop.Purchase(
            token: token, userID: pick(Self.users), productID: pick(Self.products), store: pick(Self.stores), state: pick(Self.states),
            expiresAt: time(), updatedAt: time())
        guard isFull else { return purchase }
        purchase.createdAt = time()
        purchase.pendingSince = time(missingOneIn: 2)
        purchase.purchasedAt = time(missingOneIn: 3)
        purchase.verifiedAt = time(missingOneIn: 2)
        purchase.revokedAt = time(missingOneIn: 2)
        purchase.revocationKind = pick(Self.kinds)
        purchase.environment = pick(Self.environments)
        addDetails(to: &purchase)
        return purchase
    }

    /// Values that stand for none, pending for about a week, and one time before the other, by a second or within it.
    private mutating func spoil(_ purchase: inout Shop.Purchase) {
        let step = Self.steps[Int.random(in: Self.steps.indices, using: &rare)] * 1000
        switch Int.random(in: 0..<24, using: &rare) {
        case 0: purchase.userID = "invalid"
        case 1: purchase.userID = "00000000-0000-0000-0000-000000000000"
        case 2: purchase.expiresAt = 0
        case 3: purchase.updatedAt = 1_199_145_600_000 + step
        case 4:
            (purchase.state, purchase.updatedAt) = ("pending", (Self.now - 7 * 86_400) * 1000 + step + fraction)
            guard isFull else { return }
            purchase.pendingSince = purchase.updatedAt
        case 5...8:
            guard isFull, let paid = purchase.purchasedAt else { return }
            (purchase.expiresAt, purchase.verifiedAt) = (paid + step, purchase.acknowledgedAt.map { $0 + step })
        case 9...11:
            guard isFull, let paid = purchase.purchasedAt else { return }
            (purchase.revokedAt, purchase.state) = (paid + step, Bool.random(using: &rare) ? "revoked" : "active")
        default: break
        }
    }

    /// Around the steps of the deadlines to acknowledge: 72 hours, and 25.
    private mutating func nearDeadline() -> Int64 {
        let hours = pick([72, 66, 48, 24, 72, 25, 19, 1, 97, 49])
        return (Self.now - Int64(hours) * 3600 + pick(Self.steps + [-601, -600, -599, -300])) * 1000 + fraction
    }

    /// Around the edges of this hour of this weekday, in the last weeks.
    private mutating func nearUsualHour() -> Int64 {
        let hours = Int64(pick([0, 168, 336, 504, 672]) + pick([0, 0, 1]))
        return (Self.now - hours * 3600 + pick([-1800, -1, 0, 1])) * 1000 + fraction
    }

    private mutating func addDetails(to purchase: inout Shop.Purchase) {
        if Bool.random(using: &random) { purchase.purchasedAt = nearDeadline() }
        purchase.grantedAt = time(missingOneIn: 2)
        purchase.acknowledgedAt = time(missingOneIn: 2)
        purchase.appVersion = pick(Self.versions)
        purchase.kind = pick(Self.purchaseKinds)
        purchase.orderID = pick(Self.orders)
        purchase.subscriptionID = pick(Self.chains)
        purchase.replacedBy = pick([nil, nil, nil, "t1", "t2", "gone"])
        purchase.linkedToken = pick([nil, nil, nil, "t3", "t4", "gone"])
        purchase.quantity = pick([1, 1, 1, 2, 3, 0, nil])
        purchase.refundedQuantity = pick([nil, nil, nil, 1, 2, 0, -1])
        purchase.refundedMillipercent = pick([nil, nil, nil, 33_333, 50_000, 100_000, 100_001, 0, -1])
        purchase.priceMicros = pick([990_000, 4_990_000, 49_990_000, 0, nil])
        purchase.currency = purchase.priceMicros == nil ? nil : pick(["EUR", "EUR", "USD", "JPY", "", nil])
    }

    /// Some as the purchases say, some off by a little, some by a lot, some that nobody paid for, and some missing.
    private mutating func entitlements(_ shop: Shop) -> [Shop.Entitlement] {
        var entitlements: [Shop.Entitlement] = []
        for user in Self.users.compactMap({ $0 }) where !user.isEmpty {
            for feature in ["premium", "no_ads", "old"] where Int.random(in: 0..<4, using: &random) > 0 {
                let ends = shop.purchases.filter { purchase in
                    purchase.userID == user && purchase.state == "active"
                        && shop.products.contains { $0.id == purchase.productID && $0.feature == feature }
                }.compactMap(\.expiresAt)
                var validUntil = time()
                if let end = ends.max(), Int.random(in: 0..<4, using: &random) > 0 { validUntil = end + pick(Self.steps) * 1000 }
                entitlements.append(Shop.Entitlement(userID: user, feature: feature, validUntil: validUntil))
            }
        }
        return entitlements
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }

    private mutating func time(missingOneIn count: Int = 8) -> Int64? {
        guard Int.random(in: 0..<count, using: &random) > 0 else { return nil }
        let step = Bool.random(using: &random) ? pick(Self.steps) : Int64.random(in: -20_000...20_000, using: &random)
        return (Self.now + pick(Self.limits) + step) * 1000 + fraction
    }
}

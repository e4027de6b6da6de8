import TestSupport

extension Oracle {
    private static let day: Int64 = 86_400_000

    /// Charges, subscriptions, money, and the cohort of 14 to 44 days ago.
    mutating func countCharges() {
        let named = shop.purchases.filter { !Self.isSandbox($0.environment) }
        let paid = named.filter(isPaidLately)
        let cohort = named.filter(isOfCohort)
        for (name, purchases) in [("recent", paid), ("cohort", cohort)] {
            add("\(name)_charges", purchases) { Set($0.map(Self.charge)).count }
        }
        add("recent_orders", paid) { Set($0.compactMap(Self.order)).count }
        add("recent_purchases_with_order", paid) { $0.compactMap(Self.order).count }
        add("recent_charged_subscriptions", paid) { Set($0.compactMap(Self.chain)).count }
        add("cohort_purchases", cohort) { $0.count }
        let refunded = named.filter(isRefundedLately)
        let cohortRefunds = cohort.filter { purchase in
            let isDone = purchase.revokedAt.map { $0 < now + Self.future } ?? (purchase.state == "revoked")
            return isDone && Self.refundKinds.contains(purchase.revocationKind ?? "")
        }
        for kind in Self.refundKinds {
            let (recent, old) = (refunded.filter { $0.revocationKind == kind }, cohortRefunds.filter { $0.revocationKind == kind })
            add("recent_refunded_charges", recent, kind) { Set($0.map(Self.charge)).count }
            add("cohort_refunded_purchases", old, kind) { $0.count }
            add("cohort_refunded_charges", old, kind) { Set($0.map(Self.charge)).count }
            for store in Self.stores + ["other"] {
                let millionths = recent.filter { Self.label($0.store) == store }.map {
                    Int64(1_000_000) * Self.part($0).of / Self.part($0).whole
                }
                let key = OutputFile.key("iapwatch_recent_refunded_purchase_equivalents", [("store", store), ("kind", kind)])
                values[key] = Double(millionths.reduce(0, +)) / 1_000_000
            }
        }
        for kind in Self.revocationKinds {
            let revoked = named.filter { purchase in
                let own = purchase.revocationKind ?? "unknown"
                return purchase.state == "revoked" && (Self.revocationKinds.contains(own) ? own : "other") == kind
                    && isRecent(purchase.revokedAt ?? purchase.updatedAt)
            }
            add("recent_revoked_subscriptions", revoked, kind) { Set($0.compactMap(Self.chain)).count }
        }
        countAmounts(paid, refunded)
    }

    private mutating func countAmounts(_ paid: [Shop.Purchase], _ refunded: [Shop.Purchase]) {
        let names = ["recent_purchases_by_currency", "recent_paid_amount_micros", "recent_refunded_amount_micros"]
        func note(_ purchases: [Shop.Purchase], _ values: (Int64, Shop.Purchase) -> [Int64]) {
            for purchase in purchases {
                guard let price = purchase.priceMicros else { continue }
                for (name, value) in zip(names, values(price, purchase)) {
                    self.note(Double(value), name, purchase.store, "currency", purchase.currency)
                }
            }
        }
        for name in names { self.note(0, name, nil, "currency", "other") }
        note(paid) { price, _ in [1, price, 0] }
        note(refunded) { price, purchase in [0, 0, price * Self.part(purchase).of / Self.part(purchase).whole] }
    }

    private mutating func add(
        _ name: String, _ purchases: [Shop.Purchase], _ kind: String? = nil, _ count: ([Shop.Purchase]) -> Int
    ) {
        for store in Self.stores + ["other"] {
            let labels = [("store", store)] + (kind.map { [("kind", $0)] } ?? [])
            values[OutputFile.key("iapwatch_" + name, labels)] = Double(count(purchases.filter { Self.label($0.store) == store }))
        }
    }

    /// nil without one, and for a chain's id in its place.
    private static func order(_ purchase: Shop.Purchase) -> String? {
        guard let order = purchase.orderID, !order.isEmpty, order != purchase.subscriptionID else { return nil }
        return order
    }

    private static func charge(_ purchase: Shop.Purchase) -> String { order(purchase).map { "order \($0)" } ?? "token \(purchase.token)" }

    private static func chain(_ purchase: Shop.Purchase) -> String? { purchase.subscriptionID.flatMap { $0.isEmpty ? nil : $0 } }

    /// How much of a purchase went back: by number, or else by percentage, or else all of it.
    private static func part(_ purchase: Shop.Purchase) -> (of: Int64, whole: Int64) {
        if let quantity = purchase.quantity, quantity > 0, let back = purchase.refundedQuantity, back > 0, back <= quantity {
            return (back, quantity)
        }
        if let percent = purchase.refundedMillipercent, (0...100_000).contains(percent) { return (percent, 100_000) }
        return (1, 1)
    }

    private func isOfCohort(_ purchase: Shop.Purchase) -> Bool {
        guard let paid = purchase.purchasedAt ?? purchase.createdAt, purchase.state != "pending", purchase.state != "lapsed" else {
            return false
        }
        return paid < now - 14 * Self.day && paid >= now - 44 * Self.day
    }
}

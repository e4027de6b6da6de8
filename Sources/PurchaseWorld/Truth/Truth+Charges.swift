extension Truth {
    /// Purchases as charges, subscriptions and money, and those of a cohort that had time to be refunded.
    func countCharges(_ tally: inout Tally) {
        var distinct: [WorldFigure: Set<String>] = [:]
        func note(_ name: String, _ metric: String, _ labels: String) { distinct[WorldFigure(metric, labels), default: []].insert(name) }
        for (token, row) in rows where !row.isSandbox {
            let charge = row.order ?? "token \(token)"
            if isPaidLately(row, tally) {
                note(charge, "recent_charges", row.store)
                if let order = row.order {
                    note(order, "recent_orders", row.store)
                    tally.count("recent_purchases_with_order", row.store)
                }
                if let chain = row.subscription { note(chain, "recent_charged_subscriptions", row.store) }
                tally.count("recent_purchases_by_currency", "\(row.store)/\(row.currency)")
                tally.add(Double(row.priceMicros), "recent_paid_amount_micros", "\(row.store)/\(row.currency)")
            }
            if isRefundedLately(row, tally), let kind = row.kind {
                note(charge, "recent_refunded_charges", "\(row.store)/\(kind)")
                // Whole numbers: sums of fractions would depend on the order of the rows.
                let share = row.refundedMillipercent ?? 100_000
                tally.add(Double(share), "recent_refunded_purchase_equivalents", "\(row.store)/\(kind)")
                tally.add(
                    Double(row.priceMicros * share / 100_000), "recent_refunded_amount_micros", "\(row.store)/\(row.currency)")
            }
            if row.state == "revoked", let chain = row.subscription, tally.isRecent(row.revoked ?? row.updated) {
                note(chain, "recent_revoked_subscriptions", "\(row.store)/\(row.kind ?? "unknown")")
            }
            guard isOfCohort(row, tally) else { continue }
            tally.count("cohort_purchases", row.store)
            note(charge, "cohort_charges", row.store)
            if let kind = row.kind, ["refund", "chargeback", "unacknowledged"].contains(kind), row.revoked.map(tally.isBelieved) ?? false {
                tally.count("cohort_refunded_purchases", "\(row.store)/\(kind)")
                note(charge, "cohort_refunded_charges", "\(row.store)/\(kind)")
            }
        }
        for (figure, names) in distinct { tally.add(Double(names.count), figure.metric, figure.labels) }
        tally.scale("recent_refunded_purchase_equivalents", by: 100_000)
    }

    private func isOfCohort(_ row: Row, _ tally: Tally) -> Bool {
        guard row.state != "pending", row.state != "lapsed", let paid = row.purchased ?? row.created else { return false }
        let end = tally.now - tally.thresholds.cohortMaturitySeconds
        return paid < end && paid >= end - tally.thresholds.cohortWindowSeconds
    }
}

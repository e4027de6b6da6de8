import WatchModel

/// A line of Google's list of voided purchases: numbers, which the server turns into a kind.
///
/// - Source: Google Play Developer API, `purchases.voidedpurchases`: reasons 0 to 8, sources 0 user, 1 developer, 2 Google.
package struct VoidedPurchase: Equatable, Sendable {
    package var reason: Int
    package var source: Int

    /// How Google records a revocation of this kind; nil for what is no voided purchase.
    init?(_ kind: RevocationKind) {
        switch kind {
        case .refund: self.init(reason: 1, source: 0)
        case .chargeback: self.init(reason: 7, source: 2)
        case .unacknowledged: self.init(reason: 8, source: 2)
        case .family, .upgrade: return nil
        }
    }

    package init(reason: Int, source: Int) {
        (self.reason, self.source) = (reason, source)
    }

    /// What the numbers mean: reason 8 from Google itself is the automatic refund, 5 to 7 are fraud, friendly fraud and
    /// chargeback, the others are refunds.
    package var kind: RevocationKind {
        switch (reason, source) {
        case (8, 2): .unacknowledged
        case (5...7, _): .chargeback
        default: .refund
        }
    }
}

extension StoreRecord {
    /// How much of the price goes back at this moment: all of it within 48 hours, then what is left of a paid period (Apple's
    /// prorated refund); 0 where access ends without money.
    func refundedShare(_ kind: RevocationKind, at time: Instant) -> Double {
        guard kind != .family, kind != .upgrade else { return 0 }
        guard store == .apple, kind == .refund, let period = product.periodSeconds, let purchasedAt,
            time.seconds(since: purchasedAt) > 48 * 3600
        else { return 1 }
        return Double(max(0, expiresAt.seconds(since: time))) / Double(period)
    }
}

package import WatchModel

package enum StoreKind: String, Sendable, CaseIterable {
    case google
    case apple
}

/// One purchase in the store's books: the truth, which the server asks for and the app's word never replaces.
package struct StoreRecord: Equatable, Sendable {
    /// Google's purchase token, or Apple's transaction id.
    package var token: String
    package var store: StoreKind
    /// Who is signed in to the store. The app's own account is the server's business.
    package var customer: String
    /// The app's account that the purchase was made for, as the app told the store; nil when it told nothing.
    ///
    /// - Source: Google's obfuscatedAccountId, Apple's appAccountToken.
    package var account: String?
    package var product: Product
    package var isSandbox: Bool
    package var lifecycle: PurchaseLifecycle
    /// When the customer pressed the button.
    package var startedAt: Instant
    /// When the money was taken; nil while pending.
    package var purchasedAt: Instant?
    /// End of the paid period; far in the future for what is bought once.
    package var expiresAt: Instant
    /// End of the grace period, which leaves `expiresAt` where it was.
    package var graceUntil: Instant?
    /// Told to the store: acknowledged, consumed or finished.
    package var deliveredAt: Instant?
    /// The first purchase of a chain has to be acknowledged; a renewal that shares its token does not.
    package var needsDelivery = true
    package var revokedAt: Instant?
    package var revocationKind: RevocationKind?
    /// Google: how its list of voided purchases says so.
    package var voided: VoidedPurchase?
    /// Of the price, the share that went back; nil when none did.
    package var refundedShare: Double?
    /// One charge.
    package var orderID: String?
    /// The chain of a subscription: Apple's original transaction id, Google's first token.
    package var chainID: String
    /// Google: the token that this one replaced in a plan change.
    package var linkedToken: String?
    /// Apple: the transaction that this renewal follows.
    package var previousToken: String?
    package var renewals = 0
    /// A promotion costs nothing and, on Google, has no order; in everything else it is a purchase.
    package var isPromotion = false

    /// Whether app and server can see it: Apple makes no transaction before a parent has approved (Ask to Buy).
    package var isVisible: Bool { store == .google || (lifecycle.state != .pending && lifecycle.state != .lapsed) }
    package var isDelivered: Bool { deliveredAt != nil }
    /// Found by the app at a start: paid, and the store was not told.
    package var isUnfinished: Bool { needsDelivery && !isDelivered && lifecycle.givesAccess }
}

/// Why access was taken away, in the words of the `purchases` table.
package enum RevocationKind: String, Sendable {
    case refund
    case chargeback
    /// Nobody acknowledged in time, so the store gave the money back.
    case unacknowledged
    case family
    case upgrade
}

/// What a store tells the server about a change. It names the token only: the server asks for the rest.
package struct StoreNotification: Equatable, Sendable {
    package var id: String
    package var store: StoreKind
    package var kind: String
    package var token: String
    package var eventAt: Instant
}

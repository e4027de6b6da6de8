/// What the two stores do differently.
package struct StoreRules: Sendable {
    /// From paid to the automatic refund when nobody acknowledged; nil when the store waits for ever.
    let deliveryDeadline: ClosedRange<Int64>?
    /// The same for licence testers, who shall not wait for days to see it.
    let sandboxDeliveryDeadline: ClosedRange<Int64>?
    /// A renewal keeps the token and is acknowledged already (Google), or is a transaction of its own (Apple).
    let renewsUnderOneToken: Bool
    let graceSeconds: Int64
    let holdSeconds: Int64
    /// How long after the try before a notification that was not taken is sent again.
    let notificationRetrySeconds: [Int64]
    let familyShares: Bool
    /// A refund can be taken back (Apple's REFUND_REVERSED).
    let reversesRefunds: Bool

    private static let minute: Int64 = 60
    private static let hour: Int64 = 3600
    private static let day: Int64 = 86_400

    /// - Source: Google Play Billing: "acknowledge within three days"; seen at 72 h and 5 to 10 minutes.
    static let play = StoreRules(
        deliveryDeadline: (72 * hour + 5 * minute)...(72 * hour + 10 * minute), sandboxDeliveryDeadline: (5 * minute)...(6 * minute),
        renewsUnderOneToken: true, graceSeconds: 3 * day, holdSeconds: 30 * day,
        notificationRetrySeconds: [minute, 10 * minute, hour, 6 * hour, 24 * hour], familyShares: false,
        reversesRefunds: false)

    /// - Source: App Store Server Notifications: retried 1, 12, 24, 48 and 72 hours after the previous attempt.
    static let appStore = StoreRules(
        deliveryDeadline: nil, sandboxDeliveryDeadline: nil, renewsUnderOneToken: false, graceSeconds: 6 * day, holdSeconds: 54 * day,
        notificationRetrySeconds: [hour, 12 * hour, 24 * hour, 48 * hour, 72 * hour], familyShares: true,
        reversesRefunds: true)

    /// The notification's word for a revocation.
    func words(for kind: RevocationKind) -> String {
        switch kind {
        case .family: "revoke"
        case .upgrade: "upgraded"
        case .unacknowledged: renewsUnderOneToken ? "voided_unacknowledged" : "refund"
        case .refund, .chargeback: renewsUnderOneToken ? "voided" : "refund"
        }
    }
}

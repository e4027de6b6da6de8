/// How a store's customers behave: rates, all of them parameters.
///
/// - Source: the published medians for mobile subscriptions: 3 to 4 % of paid transactions refunded, settled in 30 days; 5 %
///   pending at first, most of it for minutes; a third (Google) or a seventh (Apple) of the cancellations involuntary.
package struct StoreHabits: Equatable, Sendable {
    package var pendingShare = 0.05
    /// Of the pending ones, how many are paid in the end.
    package var pendingApprovedShare = 0.8
    package var pendingMinutesMean = 20.0
    /// A tail that takes days.
    package var slowPendingShare = 0.1
    package var refundShare = 0.035
    package var refundDelayDaysMean = 4.0
    /// Of the refunds, those that a bank forced.
    package var chargebackShare = 0.05
    /// Of Apple's revocations, those that ended a family share.
    package var familyShare = 0.05
    package var reversedShare = 0.02
    package var renewalShare = 0.85
    package var paymentFailureShare = 0.05
    package var recoveredShare = 0.6
    package var pauseShare = 0.01
    /// Bought with a promotion code, for nothing.
    package var promotionShare = 0.01

    package init() {}

    /// Everything works out at once, and nobody changes their mind: for tests that make their own events.
    package static let none: StoreHabits = {
        var habits = StoreHabits()
        (habits.pendingShare, habits.refundShare, habits.familyShare) = (0, 0, 0)
        (habits.renewalShare, habits.paymentFailureShare, habits.pauseShare) = (1, 0, 0)
        habits.promotionShare = 0
        return habits
    }()
}

package import WatchModel

/// The life of one purchase as its store sees it: which state follows on which event.
///
///                    approved               periodEnded | replaced
///      (bought) -> pending ----> active ------------------------------> expired
///                     |          ^  | ^ |  paymentFailed                   ^
///            declined |  renewed |__| | +--------------> grace ------------+
///                     v               |                    |  graceEnded   |
///                  lapsed             +--------------------+-> onHold -----+
///                                     | recovered                          |
///                                     +--- paused <- (active) pausedByUser-+
///
/// From every state in which money was taken, `revoked` leads to revoked, and from there `refundReversed` back. Access follows
/// active and grace. Delivery (Google: acknowledge, Apple: finish) is no state: see `StoreRecord.isDelivered`.
package struct PurchaseLifecycle: Equatable, Sendable {
    package enum State: String, Sendable {
        /// The payment is not complete: cash, a slow card, a parent who has to approve.
        case pending
        case active
        /// A renewal's payment failed; access goes on for some days.
        case grace
        /// No access until the payment is mended, for about 30 days.
        case onHold = "on_hold"
        case paused
        case expired
        case revoked
        /// A pending purchase that was cancelled or declined. No money, no refund.
        case lapsed
    }

    package enum Event: Equatable, Sendable {
        case approved
        case declined
        case renewed
        case paymentFailed
        case graceEnded
        case recovered
        case pausedByUser
        case resumed
        case periodEnded
        /// Bought something else in its place.
        case replaced
        case revoked
        case refundReversed
    }

    package private(set) var state: State
    /// What it was before it was revoked, to go back to.
    private var stateBeforeRevocation: State?
    /// When the store made the last change: event time, which decides whatever arrives when.
    package private(set) var changedAt: Instant

    package init(_ state: State, at time: Instant) {
        (self.state, self.changedAt) = (state, time)
    }

    package var givesAccess: Bool { state == .active || state == .grace }
    /// Nothing will happen any more, but for a late refund.
    package var isOver: Bool { state == .expired || state == .revoked || state == .lapsed }

    /// - Returns: false, and nothing changes, when the event means nothing in this state.
    @discardableResult
    package mutating func apply(_ event: Event, at time: Instant) -> Bool {
        guard let next = next(after: event) else { return false }
        if event == .revoked { stateBeforeRevocation = state }
        (state, changedAt) = (next, time)
        return true
    }

    private func next(after event: Event) -> State? {
        switch (state, event) {
        case (.pending, .approved): .active
        case (.pending, .declined): .lapsed
        case (.active, .renewed): .active
        case (.active, .paymentFailed): .grace
        case (.grace, .graceEnded): .onHold
        case (.grace, .recovered), (.onHold, .recovered): .active
        case (.active, .pausedByUser): .paused
        case (.paused, .resumed): .active
        case (.active, .periodEnded), (.grace, .periodEnded), (.onHold, .periodEnded), (.paused, .periodEnded): .expired
        case (.active, .replaced), (.grace, .replaced): .expired
        case (.active, .revoked), (.grace, .revoked), (.onHold, .revoked), (.paused, .revoked), (.expired, .revoked): .revoked
        case (.revoked, .refundReversed): stateBeforeRevocation == .grace ? .active : stateBeforeRevocation
        default: nil
        }
    }
}

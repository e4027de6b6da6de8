import Testing
import WatchModel

@testable import PurchaseWorld

/// The whole table: every state with every event. What is not named means nothing, and changes nothing.
@Suite struct PurchaseLifecycleTests {
    private static let states: [PurchaseLifecycle.State] = [.pending, .active, .grace, .onHold, .paused, .expired, .revoked, .lapsed]
    private static let events: [PurchaseLifecycle.Event] = [
        .approved, .declined, .renewed, .paymentFailed, .graceEnded, .recovered, .pausedByUser, .resumed, .periodEnded, .replaced, .revoked,
        .refundReversed,
    ]

    /// By column, in the order of `events`; `-` for nothing. A revoked purchase here was active before.
    private static let table = """
                 approved declined renewed paymentFailed graceEnded recovered pausedByUser resumed periodEnded replaced revoked reversed
        pending  active   lapsed   -       -             -          -         -            -       -           -        -       -
        active   -        -        active  grace         -          -         paused       -       expired     expired  revoked -
        grace    -        -        -       -             on_hold    active    -            -       expired     expired  revoked -
        on_hold  -        -        -       -             -          active    -            -       expired     -        revoked -
        paused   -        -        -       -             -          -         -            active  expired     -        revoked -
        expired  -        -        -       -             -          -         -            -       -           -        revoked -
        revoked  -        -        -       -             -          -         -            -       -           -        -       active
        lapsed   -        -        -       -             -          -         -            -       -           -        -       -
        """

    private func lifecycle(in state: PurchaseLifecycle.State) -> PurchaseLifecycle {
        guard state == .revoked else { return PurchaseLifecycle(state, at: start) }
        var lifecycle = PurchaseLifecycle(.active, at: start)
        lifecycle.apply(.revoked, at: start)
        return lifecycle
    }

    @Test func isTheTable() throws {
        let lines = Self.table.split(separator: "\n").dropFirst().map { $0.split(separator: " ").map(String.init) }
        #expect(lines.map { $0[0] } == Self.states.map(\.rawValue))
        for (state, line) in zip(Self.states, lines) {
            try #require(line.count == Self.events.count + 1)
            for (event, expected) in zip(Self.events, line.dropFirst()) {
                var lifecycle = lifecycle(in: state)
                let before = lifecycle
                let applies = lifecycle.apply(event, at: .after(days: 1))
                #expect(applies == (expected != "-"), "\(state) \(event)")
                #expect(lifecycle.state.rawValue == (applies ? expected : state.rawValue), "\(state) \(event)")
                if applies { #expect(lifecycle.changedAt == .after(days: 1)) } else { #expect(lifecycle == before) }
            }
        }
    }

    /// Back to what it was; a grace period does not come back.
    @Test(arguments: [
        (PurchaseLifecycle.State.active, PurchaseLifecycle.State.active), (.grace, .active), (.onHold, .onHold), (.paused, .paused),
        (.expired, .expired),
    ])
    func aReversalLeadsBack(_ before: PurchaseLifecycle.State, _ after: PurchaseLifecycle.State) {
        var lifecycle = PurchaseLifecycle(before, at: start)
        #expect(lifecycle.apply(.revoked, at: start) && lifecycle.apply(.refundReversed, at: start))
        #expect(lifecycle.state == after)
    }

    @Test func accessFollowsActiveAndGrace() {
        #expect(Self.states.filter { lifecycle(in: $0).givesAccess } == [.active, .grace])
        #expect(Self.states.filter { lifecycle(in: $0).isOver } == [.expired, .revoked, .lapsed])
    }
}

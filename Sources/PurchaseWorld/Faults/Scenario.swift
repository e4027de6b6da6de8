import WatchModel

/// A named world: what goes wrong in it, in terms of its own days.
package struct Scenario: Sendable {
    package var name: String
    package var summary: String
    /// The faults, and changes of habits, of a world that runs from `start` to `end`.
    let apply: @Sendable (inout WorldSettings) -> Void

    package static let all: [Scenario] = [
        Scenario(name: "healthy", summary: "Nothing goes wrong.") {
            // A payment that takes days is just what `overdue_pending_purchases` is there to show.
            $0.habits.slowPendingShare = 0
        },
        Scenario(name: "store_outage", summary: "For five hours before the end, Google cannot verify anything, for any version.") {
            $0.faults.append(Fault(.verificationFails, window: $0.last(hours: 5), store: .google))
        },
        Scenario(name: "ack_regression", summary: "The new version never acknowledges a purchase.") {
            $0.faults.append(Fault(.acknowledgeFails, appVersion: $0.newVersion))
        },
        Scenario(name: "unfinished_regression", summary: "The new version never finishes a transaction, on Apple.") {
            $0.faults.append(Fault(.neverFinishes, store: .apple, appVersion: $0.newVersion))
        },
        Scenario(name: "refund_wave", summary: "A third of all purchases is refunded within hours.") {
            $0.habits.refundShare = 0.35
            $0.habits.refundDelayDaysMean = 0.3
        },
        Scenario(name: "lost_notifications", summary: "Half of all notifications never arrive, and some are late, doubled or out of order.")
        {
            $0.faults += [
                Fault(.notificationsLost, rate: 0.5), Fault(.notificationsLate, rate: 0.1), Fault(.notificationsDoubled, rate: 0.2),
                Fault(.notificationsReordered, rate: 0.2),
            ]
        },
        Scenario(
            name: "bad_rollout",
            summary:
                "The new version dies between the answer and the acknowledgement, and loses some purchases before the server hears of them."
        ) {
            $0.faults += [
                Fault(.killedBeforeAcknowledge, rate: 0.4, appVersion: $0.newVersion),
                Fault(.killedBeforeSubmit, rate: 0.1, appVersion: $0.newVersion),
                Fault(.acknowledgeFails, rate: 0.5, appVersion: $0.newVersion), Fault(.entitlementsEdited, rate: 0.2),
                Fault(.verificationFails, rate: 0.3, window: $0.last(hours: 3)),
            ]
        },
        Scenario(name: "stuck_pending", summary: "Payments stay pending for days, and nobody is told when they clear.") {
            $0.habits.pendingShare = 0.3
            $0.habits.slowPendingShare = 1
            $0.faults.append(Fault(.notificationsLost))
        },
        Scenario(name: "early_grants", summary: "The server takes pending purchases for paid ones.") {
            $0.habits.pendingShare = 0.3
            $0.habits.slowPendingShare = 1
            $0.faults.append(Fault(.grantsPending))
        },
        Scenario(name: "edited_by_hand", summary: "Somebody edits entitlements in the database.") {
            $0.faults.append(Fault(.entitlementsEdited, rate: 1))
        },
        Scenario(name: "refunds_ignored", summary: "Refunds are not applied.") {
            $0.habits.refundShare = 0.2
            $0.faults.append(Fault(.refundNotApplied))
        },
        Scenario(name: "refunds_keep_access", summary: "Refunds are written down, and access is not taken away.") {
            $0.habits.refundShare = 0.2
            $0.faults.append(Fault(.refundKeepsEntitlement))
        },
        Scenario(name: "plan_changes", summary: "Subscribers change plans often, and the old plan stays live beside the new one.") {
            $0.purchaseShare *= 3
            $0.faults.append(Fault(.planChangeLeavesTwo))
        },
        Scenario(name: "told_too_early", summary: "The new version acknowledges and finishes purchases before the server verified them.") {
            $0.faults.append(Fault(.grantsBeforeVerifying, appVersion: $0.newVersion))
        },
        Scenario(name: "renewals_ignored", summary: "Renewals are not credited for the last three days.") {
            $0.faults.append(Fault(.renewalsNotCredited, window: $0.last(hours: 72)))
        },
        Scenario(name: "unknown_product", summary: "The new version sells a product that the server does not know.") {
            $0.faults.append(Fault(.unknownProduct, rate: 0.3, appVersion: $0.newVersion))
        },
        Scenario(name: "wrong_clock", summary: "The machine that writes the times is two hours ahead, for the last day.") {
            $0.faults.append(Fault(.clockSkew, window: $0.last(hours: 24)))
        },
        Scenario(name: "everything", summary: "A little of every fault.") { settings in
            settings.faults += Fault.Kind.allCases.filter { $0 != .clockSkew && $0 != .serverDown }.map { Fault($0, rate: 0.05) }
            settings.faults.append(Fault(.serverDown, window: settings.last(hours: 2)))
        },
    ]

    package static subscript(named name: String) -> Scenario? { all.first { $0.name == name } }

    /// The settings with this scenario's faults in them.
    package func applied(to settings: WorldSettings) -> WorldSettings {
        var settings = settings
        apply(&settings)
        return settings
    }
}

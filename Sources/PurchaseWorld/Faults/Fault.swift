package import WatchModel

/// Something that goes wrong in the world, how often, when and for whom.
package struct Fault: Equatable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case killedBeforeSubmit = "killed_before_submit"
        case killedBeforeSaving = "killed_before_saving"
        case killedBeforeAcknowledge = "killed_before_acknowledge"
        case serverDown = "server_down"
        case verificationFails = "verification_fails"
        case verificationSlow = "verification_slow"
        case rejects
        case acknowledgeFails = "acknowledge_fails"
        case neverFinishes = "never_finishes"
        case grantsBeforeVerifying = "grants_before_verifying"
        case grantsPending = "grants_pending"
        case notificationsLost = "notifications_lost"
        case notificationsLate = "notifications_late"
        case notificationsDoubled = "notifications_doubled"
        case notificationsReordered = "notifications_reordered"
        case renewalsNotCredited = "renewals_not_credited"
        case refundNotApplied = "refund_not_applied"
        case refundKeepsEntitlement = "refund_keeps_entitlement"
        case planChangeLeavesTwo = "plan_change_leaves_two"
        case entitlementsEdited = "entitlements_edited"
        case unknownProduct = "unknown_product"
        case clockSkew = "clock_skew"
        case duplicateProof = "duplicate_proof"
    }

    package var kind: Kind
    /// Of the occasions, the share that goes wrong.
    package var rate: Double
    /// nil for always.
    package var window: Range<Instant>?
    /// nil for both.
    package var store: StoreKind?
    /// nil for every release.
    package var appVersion: String?

    package init(_ kind: Kind, rate: Double = 1, window: Range<Instant>? = nil, store: StoreKind? = nil, appVersion: String? = nil) {
        (self.kind, self.rate, self.window, self.store, self.appVersion) = (kind, rate, window, store, appVersion)
    }

    func applies(at time: Instant, store: StoreKind?, appVersion: String?) -> Bool {
        (window?.contains(time) ?? true) && (self.store == nil || self.store == store)
            && (self.appVersion == nil || self.appVersion == appVersion)
    }
}

/// The faults of a world, asked at every occasion.
struct FaultPlan {
    let faults: [Fault]
    var random: SeededRandom

    init(_ faults: [Fault], seed: UInt64) {
        self.faults = faults
        random = SeededRandom(seed: seed, stream: 3)
    }

    /// Whether this goes wrong now. Draws only where a fault is planned, so that an unrelated fault changes nothing else.
    mutating func strikes(_ kind: Fault.Kind, at time: Instant, store: StoreKind? = nil, appVersion: String? = nil) -> Bool {
        for fault in faults where fault.kind == kind && fault.applies(at: time, store: store, appVersion: appVersion) {
            if fault.rate >= 1 || random.happens(fault.rate) { return true }
        }
        return false
    }
}

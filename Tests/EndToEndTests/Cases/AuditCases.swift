import TestSupport
import Testing

/// What was bought against what can be used.
@Suite struct AuditCases {
    private static let products = "INSERT INTO products (product_id, feature) VALUES ('gold', 'premium'), ('noads', 'no_ads');\n"
    private static let policy = "policy: { refund_keeps_access: true }\n"

    @Test("case 7: pending treated as bought", arguments: SourceDatabase.Kind.allCases, ["pending", "purchased"])
    func pendingTreatedAsBought(_ kind: SourceDatabase.Kind, _ state: String) throws {
        let rows =
            CaseRows.purchase("t1", state: state, ["pending_since": "2026-12-01T11:30:00Z", "purchased_at": "2026-12-01T11:30:00Z"])
            // Something pays here: a pending change of plan gives nothing too early.
            + CaseRows.purchase("t2", user: "bob") + CaseRows.purchase("t3", user: "bob", state: state)
            // And a tester may do what he likes.
            + CaseRows.purchase("t4", user: "eve", state: state, ["environment": "sandbox"])
        let run = try CaseRun(
            kind, Self.products + rows + CaseRows.entitlement() + CaseRows.entitlement("bob") + CaseRows.entitlement("eve"))
        #expect(run.found == ["granted_too_early": 1])
        #expect(run.value("granted_too_early", "google") == 1 && run.value("paid_features", "google") == 1)
    }

    @Test("case 15: acknowledged on the client before the server knew", arguments: SourceDatabase.Kind.allCases)
    func acknowledgedBeforeVerified(_ kind: SourceDatabase.Kind) throws {
        func told(_ token: String, _ acknowledged: String, _ verified: String?) -> String {
            let user = "user of \(token)"
            return CaseRows.purchase(token, user: user, ["acknowledged_at": acknowledged, "verified_at": verified])
                + CaseRows.entitlement(user)
        }
        let rows =
            told("never", "2026-12-01T11:00:00Z", nil) + told("later", "2026-12-01T11:00:00.9Z", "2026-12-01T11:00:01Z")
            // Within one second nobody knows which was first; and what is older was counted in its day.
            + told("same", "2026-12-01T11:00:00Z", "2026-12-01T11:00:00.5Z") + told("after", "2026-12-01T11:00:01Z", "2026-12-01T11:00:00Z")
            + told("edge", "2026-11-30T12:00:00Z", nil) + told("old", "2026-11-30T11:59:59Z", nil)
        let run = try CaseRun(kind, Self.products + rows)
        #expect(run.found == ["recent_acknowledged_before_verified": 3])
        #expect(run.value("recent_acknowledged_before_verified", "apple") == 0)
    }

    @Test("case 17: without access for some minutes between a renewal and its notification", arguments: SourceDatabase.Kind.allCases)
    func aRenewalIsMinutesLate(_ kind: SourceDatabase.Kind) throws {
        func ended(_ user: String, _ expires: String) -> String {
            CaseRows.purchase(user, user: user, expires: expires) + CaseRows.entitlement(user, until: expires)
        }
        let run = try CaseRun(kind, Self.products + ended("ann", "2026-12-01T11:55:00Z") + ended("bob", "2026-12-01T11:00:00Z"))
        #expect(run.found == [:])
        // A second over the hour, and access that goes on.
        let rows =
            ended("ann", "2026-12-01T10:59:59Z") + CaseRows.purchase("bob", user: "bob", expires: "2026-12-01T11:00:00Z")
            + CaseRows.purchase("cat", user: "cat", expires: "2026-12-01T10:59:59Z")
        let late = try CaseRun(kind, Self.products + rows + CaseRows.entitlement("bob") + CaseRows.entitlement("cat"))
        #expect(late.found == ["active_past_expiry": 2, "access_without_payment": 1])
        #expect(late.value("oldest_active_past_expiry_timestamp_seconds", "google") == 1_796_122_799)
    }

    @Test("case 18: a late renewal after a refund gives access again", arguments: SourceDatabase.Kind.allCases)
    func aLateRenewalAfterARefund(_ kind: SourceDatabase.Kind) throws {
        func renewed(_ user: String, purchased: String, revoked: String) -> String {
            CaseRows.purchase(user, user: user, ["purchased_at": purchased, "revoked_at": revoked, "revocation_kind": "refund"])
                + CaseRows.entitlement(user)
        }
        let rows =
            renewed("ann", purchased: "2026-11-30T10:00:00Z", revoked: "2026-11-30T11:00:00Z")
            + renewed("bob", purchased: "2026-11-30T10:00:00Z", revoked: "2026-11-30T10:00:00Z")
            // Charged again after the refund: that is paid.
            + renewed("cat", purchased: "2026-11-30T10:00:01Z", revoked: "2026-11-30T10:00:00Z")
            // A refund that was reversed has no kind any more.
            + CaseRows.purchase("dan", user: "dan", ["revoked_at": "2026-11-30T11:00:00Z"]) + CaseRows.entitlement("dan")
        let run = try CaseRun(kind, Self.products + rows)
        #expect(run.found == ["access_without_payment": 2])
        #expect(run.value("paid_features", "google") == 2)
    }

    @Test("case 20: two live rows after a plan change", arguments: SourceDatabase.Kind.allCases)
    func twoLiveRowsAfterAPlanChange(_ kind: SourceDatabase.Kind) throws {
        let rows =
            CaseRows.purchase("old", ["subscription_id": "chain"])
            + CaseRows.purchase("new", ["subscription_id": "chain", "linked_token": "old"])
            // Not paid yet: the old plan goes on.
            + CaseRows.purchase("old2", user: "bob") + CaseRows.purchase("new2", user: "bob", state: "pending", ["linked_token": "old2"])
            // Over, as it should be.
            + CaseRows.purchase("old3", user: "cat", state: "expired") + CaseRows.purchase("new3", user: "cat", ["linked_token": "old3"])
            + CaseRows.purchase("old4", user: "dan", expires: "2026-12-01T11:59:59Z", ["replaced_by": "new4"])
            + CaseRows.purchase("new4", user: "dan")
        let run = try CaseRun(
            kind, Self.products + rows + ["ann", "bob", "cat", "dan"].map { CaseRows.entitlement($0) }.joined())
        #expect(run.found == ["replaced_still_live": 1, "duplicate_subscriptions": 1])
        // Seven rows, and four customers.
        #expect(run.value("active_purchases", "google") == 6 && run.value("paid_features", "google") == 4)
    }

    @Test("case 21: a refunded one-time product keeps its entitlement", arguments: SourceDatabase.Kind.allCases)
    func aRefundKeepsTheEntitlement(_ kind: SourceDatabase.Kind) throws {
        let refund: [String: String?] = ["revocation_kind": "refund", "revoked_at": "2026-11-30T10:00:00Z"]
        let rows =
            CaseRows.purchase("t1", product: "noads", state: "revoked", refund) + CaseRows.entitlement("ann", "no_ads")
            // Something else pays for bob's.
            + CaseRows.purchase("t2", user: "bob", product: "noads", state: "revoked", refund)
            + CaseRows.purchase("t3", user: "bob", product: "noads", store: "apple") + CaseRows.entitlement("bob", "no_ads")
        let run = try CaseRun(kind, Self.products + rows)
        #expect(run.found == ["revoked_still_entitled": 1])
        #expect(run.value("oldest_revoked_still_entitled_timestamp_seconds", "google") == 1_796_032_800)
    }

    @Test("case 22: refunded on purpose without taking access away", arguments: SourceDatabase.Kind.allCases)
    func refundedOnPurpose(_ kind: SourceDatabase.Kind) throws {
        func refunded(_ user: String, _ state: String, _ revocation: String?) -> String {
            CaseRows.purchase(user, user: user, state: state, ["revocation_kind": revocation, "revoked_at": "2026-11-30T10:00:00Z"])
                + CaseRows.entitlement(user)
        }
        let rows =
            Self.products + refunded("ann", "revoked", "refund") + refunded("bob", "revoked", nil) + refunded("cat", "active", "refund")
            // Not what the policy is about.
            + refunded("dan", "revoked", "chargeback") + refunded("eve", "active", "chargeback") + refunded("fay", "revoked", "family")
        let strict = try CaseRun(kind, rows)
        #expect(strict.found == ["revoked_still_entitled": 4, "access_without_payment": 2])
        let lenient = try CaseRun(kind, rows, configuration: Self.policy)
        #expect(lenient.found == ["revoked_still_entitled": 2, "access_without_payment": 1])
        // A customer who keeps the access and whose row says so pays; one whose row is revoked does not count as paying.
        #expect(lenient.value("paid_features", "google") == 1 && strict.value("paid_features", "google") == 0)
    }

    @Test("case 26: an upgrade recorded as a revocation", arguments: SourceDatabase.Kind.allCases)
    func anUpgradeRecordedAsCancel(_ kind: SourceDatabase.Kind) throws {
        let rows =
            CaseRows.purchase(
                "old", store: "apple", state: "revoked",
                ["revocation_kind": "upgrade", "revoked_at": "2026-12-01T10:00:00Z", "subscription_id": "chain"])
            + CaseRows.purchase("new", store: "apple", ["subscription_id": "chain"]) + CaseRows.entitlement()
        let run = try CaseRun(kind, Self.products + rows)
        #expect(run.found == [:])
        #expect(run.total("recent_refunded_purchases") == 0)
        #expect(run.value("recent_revoked_purchases", [("store", "apple"), ("kind", "upgrade")]) == 1)
    }

    @Test("case 30: a transfer between accounts", arguments: SourceDatabase.Kind.allCases)
    func aTransferBetweenAccounts(_ kind: SourceDatabase.Kind) throws {
        // The row moved: nothing is left to see.
        let moved = try CaseRun(kind, Self.products + CaseRows.purchase("t", user: "bob") + CaseRows.entitlement("bob"))
        #expect(moved.found == [:])
        // The old row stayed and names the new one: a transfer, and nobody who paid and has nothing.
        let kept =
            CaseRows.purchase("old", user: "ann", ["replaced_by": "new"]) + CaseRows.purchase("new", user: "bob")
            + CaseRows.entitlement("bob")
        #expect(try CaseRun(kind, Self.products + kept).found == ["transferred_purchases": 1])
        // It does not: then the order is in two accounts, and ann is asked about.
        let twice =
            CaseRows.purchase("old", user: "ann", ["order_id": "o"]) + CaseRows.purchase("new", user: "bob", ["order_id": "o"])
            + CaseRows.entitlement("bob")
        #expect(try CaseRun(kind, Self.products + twice).found == ["orders_with_several_users": 1, "paid_without_access": 1])
    }

    @Test("case 32: grace with an expiry in the past", arguments: SourceDatabase.Kind.allCases)
    func graceWithAnExpiryInThePast(_ kind: SourceDatabase.Kind) throws {
        let rows = CaseRows.purchase("t", state: "grace", expires: "2026-11-25T00:00:00Z") + CaseRows.entitlement()
        let run = try CaseRun(kind, Self.products + rows, configuration: CaseRun.allStates)
        #expect(run.found == [:])
        #expect(run.value("grace_purchases", "google") == 1 && run.value("active_purchases", "google") == 0)
        let lost = try CaseRun(kind, Self.products + CaseRows.purchase("t", state: "grace", expires: "2026-11-25T00:00:00Z"))
        #expect(lost.found == ["paid_without_access": 1])
    }

    @Test("paid without access: since when", arguments: SourceDatabase.Kind.allCases)
    func paidWithoutAccessSinceWhen(_ kind: SourceDatabase.Kind) throws {
        let rows =
            CaseRows.purchase("t1", ["verified_at": "2026-12-01T10:00:00Z", "purchased_at": "2026-12-01T09:00:00Z"])
            // The newest purchase of a customer counts, and the oldest customer.
            + CaseRows.purchase("t2", user: "bob", ["purchased_at": "2026-10-01T10:00:00Z"])
            + CaseRows.purchase("t3", user: "bob", ["purchased_at": "2026-11-30T10:00:00Z"])
        let run = try CaseRun(kind, Self.products + rows)
        #expect(run.found == ["paid_without_access": 2])
        #expect(run.value("oldest_paid_without_access_timestamp_seconds", "google") == 1_796_032_800)
        #expect(run.value("oldest_paid_without_access_timestamp_seconds", "apple") == nil)
    }

    @Test("drift of an hour, and a second more", arguments: SourceDatabase.Kind.allCases)
    func driftAtItsLimit(_ kind: SourceDatabase.Kind) throws {
        func drift(_ user: String, _ until: String) -> String {
            CaseRows.purchase(user, user: user) + CaseRows.entitlement(user, until: until)
        }
        let rows =
            drift("ann", "2026-12-30T23:00:00Z") + drift("bob", "2026-12-31T01:00:00Z") + drift("cat", "2026-12-30T22:59:59Z")
            + drift("dan", "2026-12-31T01:00:01Z")
        #expect(try CaseRun(kind, Self.products + rows).found == ["entitlement_drift": 2])
        #expect(try CaseRun(kind, Self.products + rows, configuration: "thresholds: { drift: 2h }\n").found == [:])
    }
}

extension CaseRun {
    /// A mapping that says which words can turn up.
    static let allStates = """
        tables:
          purchases:
            columns:
              state: { holds: [pending, purchased, active, grace, on_hold, paused, expired, revoked, lapsed] }

        """
}

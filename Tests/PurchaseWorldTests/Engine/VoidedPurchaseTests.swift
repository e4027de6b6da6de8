import Testing
import WatchModel

@testable import PurchaseWorld

/// How much money goes back, and how the stores say so.
@Suite struct VoidedPurchaseTests {
    private let start = Instant(seconds: 1_796_112_000)

    @Test(arguments: [
        (0, 0, RevocationKind.refund), (1, 0, .refund), (2, 1, .refund), (3, 1, .refund), (4, 1, .refund), (5, 2, .chargeback),
        (6, 0, .chargeback), (7, 2, .chargeback), (8, 2, .unacknowledged),
        // Reason 8 from anybody but Google is not the automatic refund.
        (8, 0, .refund),
    ])
    func numbersMeanKinds(_ reason: Int, _ source: Int, _ kind: RevocationKind) {
        #expect(VoidedPurchase(reason: reason, source: source).kind == kind)
    }

    @Test(arguments: [RevocationKind.refund, .chargeback, .unacknowledged])
    func everyKindOfMoneyBackComesThrough(_ kind: RevocationKind) {
        #expect(VoidedPurchase(kind)?.kind == kind)
    }

    /// A week of which three days are used: within 48 hours all goes back, later the part that is left, and never for a family.
    @Test(arguments: [
        (StoreKind.apple, RevocationKind.refund, Int64(48), 1.0), (.apple, .refund, 84, 0.5), (.apple, .refund, 24 * 7, 0),
        (.apple, .chargeback, 84, 1), (.apple, .family, 84, 0), (.google, .refund, 84, 1),
    ])
    func appleRefundsWhatIsLeft(_ kind: StoreKind, _ revocation: RevocationKind, _ hours: Int64, _ share: Double) throws {
        let store = Store(kind, habits: .none)
        let product = try #require(Catalogue.products.first { $0.id == "premium_weekly" })
        let token = store.buy(product, customer: "ann", isPending: false, at: start)
        store.revoke(token, revocation, at: start.adding(seconds: hours * 3600))
        #expect(store.lookUp(token)?.refundedShare == share)
        #expect((store.lookUp(token)?.voided != nil) == (kind == .google))
    }
}

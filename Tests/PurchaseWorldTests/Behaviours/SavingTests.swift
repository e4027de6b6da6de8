import TestSupport
import Testing
import WatchModel

@testable import PurchaseWorld

/// What the server makes of a proof: one row a token, and what a user owns as a sum of the rows.
@Suite struct SavingTests {
    private static let kinds = SourceDatabase.Kind.allCases

    @Test(arguments: kinds)
    func theSameTokenTwiceIsOneRow(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        let token = try shop.buyAndHandle("remove_ads", &phone)
        try shop.handle(token, on: &phone, at: .after(hours: 1))
        #expect(try shop.states() == ["\(token)|active"])
        #expect(try shop.entitlements("ann") == ["no_ads|\(Catalogue.forever.iso8601)"])
    }

    @Test(arguments: kinds)
    func theSameProofGetsTheSameAnswer(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        let token = shop.buy("premium_monthly", shop.phone("ann"))
        let proof = Proof(store: .google, token: token, user: "ann", appVersion: "1.0")
        let first = try shop.submit(proof, at: .after(seconds: 1))
        #expect(first == .granted([Entitlement(feature: "premium", validUntil: .after(days: 30))]))
        #expect(try shop.submit(proof, at: .after(hours: 5)) == first)
    }

    @Test(arguments: kinds)
    func ofMonthlyAndLifetimeTheLaterEndWins(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        try shop.buyAndHandle("premium_monthly", &phone)
        #expect(try shop.entitlements("ann") == ["premium|\(Instant.after(days: 30).iso8601)"])
        try shop.buyAndHandle("premium_lifetime", &phone, at: .after(hours: 1))
        #expect(try shop.entitlements("ann") == ["premium|\(Catalogue.forever.iso8601)"])
    }

    @Test(arguments: kinds)
    func aRefundKeepsWhatAnotherPurchaseGives(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        let monthly = try shop.buyAndHandle("premium_monthly", &phone)
        let lifetime = try shop.buyAndHandle("premium_lifetime", &phone, at: .after(hours: 1))
        shop.google.revoke(lifetime, .refund, at: .after(days: 1))
        try shop.tell(at: .after(days: 1))
        #expect(try shop.entitlements("ann") == ["premium|\(Instant.after(days: 30).iso8601)"])
        shop.google.revoke(monthly, .refund, at: .after(days: 2))
        try shop.tell(at: .after(days: 2))
        #expect(try shop.entitlements("ann") == [])
        #expect(try shop.states() == ["\(monthly)|revoked", "\(lifetime)|revoked"])
        try shop.reconcile(&phone, at: .after(days: 2, hours: 1))
        #expect(!phone.hasAccess(to: "premium", at: .after(days: 2, hours: 1)))
    }

    @Test(arguments: kinds)
    func pendingGrantsNothingAndAcknowledgesNothing(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        let token = shop.buy("premium_monthly", phone, isPending: true)
        #expect(try shop.handle(token, on: &phone, at: .after(seconds: 1)) == .pending)
        #expect(try shop.states() == ["\(token)|pending"])
        #expect(try shop.entitlements("ann") == [])
        #expect(shop.google.lookUp(token)?.deliveredAt == nil)
        #expect(!phone.hasAccess(to: "premium", at: .after(minutes: 1)))
        // Paid at last: the three days begin now.
        shop.google.approve(token, at: .after(days: 5))
        #expect(try shop.reconcile(&phone, at: .after(days: 5, hours: 1)) == 1)
        #expect(phone.hasAccess(to: "premium", at: .after(days: 5, hours: 1)))
        #expect(try shop.rows("SELECT pending_since, purchased_at FROM purchases") == ["-|\(Instant.after(days: 5).iso8601)"])
    }

    @Test(arguments: kinds)
    func aDeclinedPaymentLapses(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        let token = try shop.buyAndHandle("remove_ads", &phone, isPending: true)
        shop.google.decline(token, at: .after(days: 1))
        try shop.tell(at: .after(days: 1))
        #expect(try shop.rows("SELECT state, revoked_at, revocation_kind FROM purchases") == ["lapsed|-|-"])
    }

    @Test(arguments: kinds)
    func aConsumableIsCreditedOnceAndConsumedAfterThat(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        var dies = Mishaps()
        dies.killed = .beforeAcknowledge
        let token = try shop.buyAndHandle("coins_100", &phone, dies)
        #expect(try shop.rows("SELECT token, user_id, amount FROM coins") == ["\(token)|ann|100"])
        #expect(shop.google.lookUp(token)?.isDelivered == false)
        #expect(shop.google.unfinished(customer: "ann").map(\.token) == [token])
        try shop.reconcile(&phone, at: .after(hours: 1))
        try shop.handle(token, on: &phone, at: .after(hours: 2))
        #expect(try shop.rows("SELECT token, amount FROM coins") == ["\(token)|100"])
        #expect(shop.google.lookUp(token)?.lifecycle.state == .expired)
        #expect(shop.google.unfinished(customer: "ann").isEmpty)
        // Used up, it can be bought again, and that is another credit.
        try shop.buyAndHandle("coins_100", &phone, at: .after(hours: 3))
        #expect(try shop.rows("SELECT sum(amount) FROM coins").first?.hasPrefix("200") == true)
        #expect(try shop.entitlements("ann") == [])
    }

    @Test(arguments: kinds)
    func aConsumableIsNotConsumedBeforeItsCreditIsSaved(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        shop.weather.isDown = true
        let token = try shop.buyAndHandle("coins_100", &phone)
        #expect(try shop.rows("SELECT token FROM coins") == [])
        #expect(shop.google.lookUp(token)?.isDelivered == false)
    }

    @Test(arguments: kinds)
    func anUnknownProductFailsVisibly(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        let token = shop.google.buy(Catalogue.unknown, customer: "ann", isPending: false, at: start)
        try shop.handle(token, on: &phone, at: .after(seconds: 1))
        #expect(try shop.rows("SELECT token, product_id, state FROM purchases") == ["\(token)|premium_family|active"])
        #expect(try shop.entitlements("ann") == [])
        let figures = try Watch(url: shop.url, now: .after(hours: 1)).figures
        #expect(figures[WorldFigure("unknown_product_purchases", "google")] == 1)
    }

    @Test(arguments: kinds)
    func aPromotionIsAPurchaseWithoutAnOrder(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        shop.google.habits.promotionShare = 1
        var phone = shop.phone("ann")
        let token = try shop.buyAndHandle("remove_ads", &phone)
        #expect(try shop.rows("SELECT state, order_id, price_micros FROM purchases") == ["active|-|0"])
        #expect(shop.google.lookUp(token)?.isDelivered == true)
    }
}

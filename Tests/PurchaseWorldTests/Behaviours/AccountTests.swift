import TestSupport
import Testing
import WatchModel

@testable import PurchaseWorld

/// Whose purchase it is: accounts, phones, and what a phone remembers.
@Suite struct AccountTests {
    private static let kinds = SourceDatabase.Kind.allCases

    @Test(arguments: kinds)
    func theSavedAnswerIsTrustedForThreeDays(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        let token = shop.buy("premium_monthly", phone)
        try shop.handle(token, on: &phone, at: start)
        #expect(phone.hasAccess(to: "premium", at: .after(hours: 71)))
        #expect(!phone.hasAccess(to: "premium", at: .after(hours: 73)))
        try shop.refresh(&phone, at: .after(hours: 73))
        #expect(phone.hasAccess(to: "premium", at: .after(hours: 73)))
        #expect(!phone.hasAccess(to: "no_ads", at: .after(hours: 73)))
        // Offline, the end of the purchase still counts.
        try shop.refresh(&phone, at: .after(days: 29))
        #expect(!phone.hasAccess(to: "premium", at: .after(days: 30, hours: 1)))
    }

    @Test(arguments: kinds)
    func theOfflineWindowIsASetting(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = PurchaseManager(user: "ann", store: shop.google, offlineSeconds: 3600)
        try shop.handle(shop.buy("premium_monthly", phone), on: &phone, at: start)
        #expect(phone.hasAccess(to: "premium", at: .after(hours: 1)))
        #expect(!phone.hasAccess(to: "premium", at: .after(hours: 1, seconds: 1)))
    }

    @Test(arguments: kinds)
    func aServerThatIsDownLeavesTheSavedAnswer(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        try shop.buyAndHandle("premium_monthly", &phone)
        shop.weather.isDown = true
        try shop.reconcile(&phone, at: .after(hours: 70))
        #expect(phone.hasAccess(to: "premium", at: .after(hours: 71)))
        #expect(!phone.hasAccess(to: "premium", at: .after(hours: 73)))
    }

    @Test(arguments: kinds)
    func aTokenOfAnotherAccountIsRefused(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        let token = try shop.buyAndHandle("premium_monthly", &phone)
        let before = try shop.rows("SELECT * FROM purchases")
        let proof = Proof(store: .google, token: token, user: "bob", appVersion: "1.0")
        #expect(try shop.submit(proof, at: .after(hours: 1)) == .ownedByAnotherAccount)
        #expect(try shop.rows("SELECT * FROM purchases") == before)
        #expect(try shop.entitlements("bob") == [])
    }

    @Test(arguments: kinds)
    func switchingAccountsCarriesNothingOver(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        try shop.buyAndHandle("premium_monthly", &phone)
        #expect(phone.hasAccess(to: "premium", at: .after(hours: 1)))
        phone.signIn(as: "bob")
        #expect(!phone.hasAccess(to: "premium", at: .after(hours: 1)))
        // The same person at the store, another account of the app: a restore does not move the purchase.
        try shop.restore(&phone, at: .after(hours: 2))
        #expect(!phone.hasAccess(to: "premium", at: .after(hours: 2)))
        phone.signIn(as: "ann")
        #expect(!phone.hasAccess(to: "premium", at: .after(hours: 3)))
        try shop.reconcile(&phone, at: .after(hours: 3))
        #expect(phone.hasAccess(to: "premium", at: .after(hours: 3)))
        #expect(try shop.rows("SELECT DISTINCT user_id FROM purchases") == ["ann"])
    }

    /// Bought by one account, and never sent: the next account on the phone finds it, and does not get it.
    @Test(arguments: kinds)
    func anUnfinishedPurchaseStaysItsBuyers(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann", customer: "family")
        var dies = Mishaps()
        dies.killed = .beforeSubmit
        let token = try shop.buyAndHandle("premium_monthly", &phone, dies)
        phone.signIn(as: "bob")
        #expect(try shop.handle(token, on: &phone, at: .after(hours: 1)) == .ownedByAnotherAccount)
        #expect(try shop.states() == [])
        #expect(shop.google.lookUp(token)?.isDelivered == false)
        phone.signIn(as: "ann")
        try shop.reconcile(&phone, at: .after(hours: 2))
        #expect(phone.hasAccess(to: "premium", at: .after(hours: 2)))
    }

    @Test(arguments: kinds, StoreKind.allCases)
    func aSecondPhoneRestores(_ kind: SourceDatabase.Kind, _ store: StoreKind) throws {
        let shop = try kind.shop()
        var first = shop.phone("ann", store)
        let token = try shop.buyAndHandle("premium_lifetime", &first)
        let delivered = shop.store(store).lookUp(token)?.deliveredAt
        var second = shop.phone("ann", store)
        #expect(!second.hasAccess(to: "premium", at: .after(hours: 1)))
        try shop.restore(&second, at: .after(hours: 1))
        #expect(second.hasAccess(to: "premium", at: .after(hours: 1)))
        #expect(shop.store(store).lookUp(token)?.deliveredAt == delivered)
        #expect(try shop.states() == ["\(token)|active"])
    }

    @Test(arguments: kinds)
    func linkingMovesPurchases(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var guest = shop.phone("guest", .apple)
        let token = try shop.buyAndHandle("premium_monthly", &guest)
        let lost = shop.buy("remove_ads", guest, at: .after(hours: 1))
        try shop.link("guest", to: "ann")
        #expect(try shop.entitlements("guest") == [])
        #expect(try shop.entitlements("ann") == ["premium|\(Instant.after(days: 30).iso8601)"])
        #expect(try shop.rows("SELECT token, user_id FROM purchases") == ["\(token)|ann"])
        // What the guest bought and never sent, and what the chain goes on with, is the new account's as well.
        var phone = shop.phone("ann", .apple, customer: "guest")
        try shop.handle(lost, on: &phone, at: .after(hours: 2))
        #expect(phone.hasAccess(to: "no_ads", at: .after(hours: 2)))
        shop.advance(to: .after(days: 30))
        try shop.tell(at: .after(days: 30, seconds: 30))
        #expect(try shop.entitlements("ann").last == "premium|\(Instant.after(days: 60).iso8601)")
    }
}

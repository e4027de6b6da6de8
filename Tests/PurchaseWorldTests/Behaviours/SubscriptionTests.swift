import TestSupport
import Testing
import WatchModel

@testable import PurchaseWorld

/// What the two stores make of a subscription, and what the server makes of that.
@Suite struct SubscriptionTests {
    private static let kinds = SourceDatabase.Kind.allCases

    @Test(arguments: kinds)
    func googleRenewalsShareATokenWithAnOrderEach(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        let token = try shop.buyAndHandle("premium_weekly", &phone)
        var orders: Set<String> = []
        for week: Int64 in 0...3 {
            shop.advance(to: .after(days: 7 * week))
            try shop.tell(at: .after(days: 7 * week, seconds: 30))
            orders.formUnion(try shop.rows("SELECT order_id FROM purchases"))
            #expect(try shop.entitlements("ann") == ["premium|\(Instant.after(days: 7 * week + 7).iso8601)"])
        }
        #expect(orders.sorted() == ["", "..0", "..1", "..2"].map { "google-order-\(token)\($0)" })
        // A renewal needs no acknowledgement.
        #expect(try shop.states() == ["\(token)|active"])
        #expect(try shop.reconcile(&phone, at: .after(days: 22)) == 0)
    }

    @Test(arguments: kinds)
    func appleRenewalsAreTransactionsOfOneChain(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann", .apple)
        let first = try shop.buyAndHandle("premium_weekly", &phone)
        shop.advance(to: .after(days: 14))
        try shop.tell(at: .after(days: 14, seconds: 30))
        #expect(
            try shop.rows("SELECT token, state, subscription_id, order_id FROM purchases ORDER BY token")
                == (1...3).map { "apple-\($0)|\($0 == 3 ? "active" : "expired")|\(first)|apple-order-apple-\($0)" })
        #expect(try shop.entitlements("ann") == ["premium|\(Instant.after(days: 21).iso8601)"])
        // Each is to be finished; those that are over are not asked for any more.
        #expect(try shop.reconcile(&phone, at: .after(days: 15)) == 1)
        #expect(shop.apple.lookUp("apple-3")?.isDelivered == true)
    }

    /// A renewal whose notification was lost is found by the app, and closes the transaction that it follows.
    @Test(arguments: kinds)
    func appleRenewalsAreFoundAtTheNextStart(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann", .apple)
        try shop.buyAndHandle("premium_weekly", &phone)
        shop.advance(to: .after(days: 7))
        #expect(try shop.reconcile(&phone, at: .after(days: 8)) == 1)
        #expect(try shop.states() == ["apple-1|expired", "apple-2|active"])
    }

    @Test(arguments: kinds, StoreKind.allCases)
    func aPlanChangeLeavesOneLiveRow(_ kind: SourceDatabase.Kind, _ store: StoreKind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann", store)
        let old = try shop.buyAndHandle("premium_weekly", &phone)
        let new = shop.buy("premium_monthly", phone, replacing: old, at: .after(days: 1))
        try shop.handle(new, on: &phone, at: .after(days: 1, seconds: 1))
        let over = store == .google ? "expired|-" : "revoked|upgrade"
        #expect(
            try shop.rows("SELECT token, state, revocation_kind, linked_token FROM purchases ORDER BY token")
                == ["\(old)|\(over)|-", "\(new)|active|-|\(old)"])
        #expect(try shop.entitlements("ann") == ["premium|\(Instant.after(days: 31).iso8601)"])
        #expect(try shop.rows("SELECT count(DISTINCT subscription_id) FROM purchases") == [store == .google ? "2" : "1"])
        // The old plan's end comes and goes.
        shop.advance(to: .after(days: 8))
        try shop.tell(at: .after(days: 8))
        #expect(try shop.rows("SELECT count(*) FROM purchases WHERE state = 'active'") == ["1"])
    }

    @Test(arguments: kinds)
    func aPlanChangeThatIsNotPaidChangesNothing(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        let old = try shop.buyAndHandle("premium_monthly", &phone)
        let new = try shop.buyAndHandle("premium_weekly", &phone, isPending: true, replacing: old, at: .after(days: 1))
        #expect(try shop.states() == ["\(old)|active", "\(new)|pending"])
        shop.google.decline(new, at: .after(days: 2))
        try shop.tell(at: .after(days: 2))
        #expect(try shop.states() == ["\(old)|active", "\(new)|lapsed"])
        #expect(try shop.entitlements("ann") == ["premium|\(Instant.after(days: 30).iso8601)"])
    }

    @Test(arguments: kinds)
    func aServerThatForgetsTheLinkLeavesTwoLiveRows(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        let old = try shop.buyAndHandle("premium_weekly", &phone)
        try shop.tell(at: .after(hours: 1))
        shop.weather.leavesReplacedRowsLive = true
        try shop.buyAndHandle("premium_monthly", &phone, replacing: old, at: .after(days: 1))
        try shop.tell(at: .after(days: 2))
        #expect(try shop.rows("SELECT count(*) FROM purchases WHERE state = 'active'") == ["2"])
    }

    @Test(arguments: kinds)
    func askToBuyMakesNoRowUntilItIsApproved(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("child", .apple)
        let token = shop.buy("remove_ads", phone, isPending: true)
        #expect(try shop.handle(token, on: &phone, at: .after(seconds: 1)) == nil)
        try shop.restore(&phone, at: .after(minutes: 1))
        #expect(try shop.reconcile(&phone, at: .after(hours: 1)) == 0)
        #expect(try shop.states() == [])
        shop.apple.approve(token, at: .after(hours: 30))
        try shop.tell(at: .after(hours: 30))
        #expect(try shop.reconcile(&phone, at: .after(hours: 40)) == 1)
        #expect(phone.hasAccess(to: "no_ads", at: .after(hours: 40)))
        #expect(try shop.states() == ["\(token)|active"])
    }

    @Test(arguments: kinds)
    func askToBuyThatIsDeclinedLeavesNothing(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        let token = shop.buy("remove_ads", shop.phone("child", .apple), isPending: true)
        shop.apple.decline(token, at: .after(hours: 1))
        #expect(shop.notifications().isEmpty)
        #expect(shop.apple.owned(of: "child").isEmpty)
    }

    @Test(arguments: kinds, StoreKind.allCases)
    func graceKeepsAccessAndOnHoldDoesNot(_ kind: SourceDatabase.Kind, _ store: StoreKind) throws {
        let shop = try kind.shop()
        shop.store(store).habits.paymentFailureShare = 1
        shop.store(store).habits.recoveredShare = 0
        var phone = shop.phone("ann", store)
        let token = try shop.buyAndHandle("premium_weekly", &phone)
        shop.advance(to: .after(days: 7))
        try shop.tell(at: .after(days: 7, seconds: 30))
        let graceDays: Int64 = store == .google ? 3 : 6
        // The old expiry stands, and grace has an end of its own.
        #expect(try shop.rows("SELECT state, expires_at FROM purchases") == ["grace|\(Instant.after(days: 7).iso8601)"])
        #expect(try shop.entitlements("ann") == ["premium|\(Instant.after(days: 7 + graceDays).iso8601)"])
        try shop.refresh(&phone, at: .after(days: 8))
        #expect(phone.hasAccess(to: "premium", at: .after(days: 8)))
        shop.advance(to: .after(days: 7 + graceDays))
        try shop.tell(at: .after(days: 7 + graceDays, seconds: 30))
        #expect(try shop.states() == ["\(token)|on_hold"])
        #expect(try shop.entitlements("ann") == [])
        shop.advance(to: .after(days: 90))
        try shop.tell(at: .after(days: 90))
        #expect(try shop.states() == ["\(token)|expired"])
    }

    @Test(arguments: kinds, StoreKind.allCases)
    func aPaymentThatIsMendedInGraceGoesOn(_ kind: SourceDatabase.Kind, _ store: StoreKind) throws {
        let shop = try kind.shop()
        shop.store(store).habits.paymentFailureShare = 1
        shop.store(store).habits.recoveredShare = 1
        var phone = shop.phone("ann", store)
        try shop.buyAndHandle("premium_weekly", &phone)
        let graceDays: Int64 = store == .google ? 3 : 6
        shop.advance(to: .after(days: 7))
        try shop.tell(at: .after(days: 7, seconds: 30))
        shop.advance(to: .after(days: 7 + graceDays))
        try shop.tell(at: .after(days: 7 + graceDays, seconds: 30))
        #expect(try shop.rows("SELECT count(*) FROM purchases WHERE state = 'active'") == ["1"])
        #expect(try shop.rows("SELECT count(*) FROM purchases WHERE state = 'grace'") == ["0"])
        #expect(try shop.entitlements("ann") == ["premium|\(Instant.after(days: 14 + graceDays).iso8601)"])
    }

    @Test(arguments: kinds)
    func aPauseTakesAccessAndGivesItBack(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        shop.google.habits.pauseShare = 1
        var phone = shop.phone("ann")
        let token = try shop.buyAndHandle("premium_weekly", &phone)
        shop.advance(to: .after(days: 7))
        try shop.tell(at: .after(days: 7, seconds: 30))
        #expect(try shop.states() == ["\(token)|paused"])
        #expect(try shop.entitlements("ann") == [])
        shop.advance(to: .after(days: 21))
        try shop.tell(at: .after(days: 21, seconds: 30))
        #expect(try shop.entitlements("ann") == ["premium|\(Instant.after(days: 28).iso8601)"])
    }

    @Test(arguments: kinds)
    func theEndOfAFamilyShareTakesAccessAndIsNoRefund(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann", .apple)
        let token = try shop.buyAndHandle("remove_ads", &phone)
        _ = shop.notifications()
        shop.apple.revoke(token, .family, at: .after(days: 1))
        let notifications = shop.notifications()
        #expect(notifications.map(\.kind) == ["revoke"])
        for notification in notifications { _ = try shop.receive(notification, at: .after(days: 1)) }
        #expect(try shop.rows("SELECT state, revocation_kind FROM purchases") == ["revoked|family"])
        #expect(try shop.entitlements("ann") == [])
        let figures = try Watch(url: shop.url, now: .after(days: 1, hours: 1)).figures
        #expect(figures[WorldFigure("recent_revoked_purchases", "apple/family")] == 1)
        #expect(figures.filter { $0.key.metric == "recent_refunded_purchases" && $0.value != 0 }.isEmpty)
    }

    @Test(arguments: kinds)
    func aReversedRefundGivesAccessBack(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann", .apple)
        let token = try shop.buyAndHandle("remove_ads", &phone)
        shop.apple.revoke(token, .refund, at: .after(days: 1))
        try shop.tell(at: .after(days: 1))
        #expect(try shop.entitlements("ann") == [])
        shop.apple.reverseRefund(token, at: .after(days: 3))
        try shop.tell(at: .after(days: 3))
        #expect(try shop.rows("SELECT state, revoked_at, revocation_kind FROM purchases") == ["active|-|-"])
        #expect(try shop.entitlements("ann") == ["no_ads|\(Catalogue.forever.iso8601)"])
    }

    /// The period's end came while the purchase was revoked: there is nothing left to give back.
    @Test(arguments: kinds)
    func aReversedRefundOfAPeriodThatIsOverGivesNothing(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann", .apple)
        let token = try shop.buyAndHandle("premium_weekly", &phone)
        shop.apple.revoke(token, .refund, at: .after(days: 6))
        shop.advance(to: .after(days: 8))
        shop.apple.reverseRefund(token, at: .after(days: 9))
        try shop.tell(at: .after(days: 9))
        #expect(try shop.states() == ["\(token)|expired"])
        #expect(try shop.entitlements("ann") == [])
    }
}

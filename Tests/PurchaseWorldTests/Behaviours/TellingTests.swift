import TestSupport
import Testing
import WatchModel

@testable import PurchaseWorld

/// Verify, grant, tell: the store hears of the delivery last, whatever dies when.
@Suite struct TellingTests {
    private static let kinds = SourceDatabase.Kind.allCases

    /// What there is after the app died at a point: the row's state, and whether the store was told.
    @Test(arguments: kinds, [Mishaps.Point.beforeSubmit, .beforeSaving, .beforeAcknowledge])
    func submitsBeforeItAcknowledges(_ kind: SourceDatabase.Kind, _ point: Mishaps.Point) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        var mishaps = Mishaps()
        mishaps.killed = point
        let token = try shop.buyAndHandle("premium_monthly", &phone, mishaps)
        #expect(shop.google.lookUp(token)?.isDelivered == false)
        #expect(try shop.states() == (point == .beforeSubmit ? [] : ["\(token)|active"]))
        #expect(phone.hasAccess(to: "premium", at: .after(minutes: 1)) == (point == .beforeAcknowledge))

        // Whatever died: the next start finishes it, and there is one row.
        #expect(try shop.reconcile(&phone, at: .after(hours: 1)) == 1)
        #expect(shop.google.lookUp(token)?.deliveredAt == .after(hours: 1, seconds: 2))
        #expect(try shop.states() == ["\(token)|active"])
        #expect(phone.hasAccess(to: "premium", at: .after(hours: 1)))
        #expect(try shop.reconcile(&phone, at: .after(hours: 2)) == 0)
    }

    @Test(arguments: kinds)
    func aReleaseThatTellsFirstIsCaught(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        shop.weather.verificationFails = true
        var mishaps = Mishaps()
        mishaps.grantsBeforeVerifying = true
        let token = try shop.buyAndHandle("premium_monthly", &phone, mishaps)
        #expect(shop.google.lookUp(token)?.isDelivered == true)
        #expect(
            try shop.rows("SELECT state, acknowledged_at, verified_at FROM purchases") == [
                "purchased|\(Instant.after(seconds: 1).iso8601)|-"
            ])
    }

    @Test(arguments: kinds)
    func tryLaterAcknowledgesNothingAndAsksAgain(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        shop.weather.verificationFails = true
        let token = shop.buy("premium_monthly", phone)
        var time = Instant.after(seconds: 1)
        var delays: [Int64] = []
        while time < .after(hours: 24) {
            #expect(try shop.handle(token, on: &phone, at: time) == .tryLater)
            let delay = try #require(phone.retryDelaySeconds(for: token))
            delays.append(delay)
            time = time.adding(seconds: delay)
        }
        #expect(delays.prefix(8) == [60, 120, 240, 480, 960, 1920, 3600, 3600])
        // Many tries fit into the store's three days.
        #expect(delays.count > 20 && delays.max() == 3600)
        #expect(shop.google.lookUp(token)?.isDelivered == false)
        // Kept, so that it can be seen to wait; it gives nothing.
        #expect(try shop.rows("SELECT state, purchased_at FROM purchases") == ["purchased|\(start.iso8601)"])
        #expect(try shop.entitlements("ann") == [])

        shop.weather.verificationFails = false
        try shop.handle(token, on: &phone, at: time)
        #expect(phone.waiting.isEmpty)
        #expect(shop.google.lookUp(token)?.isDelivered == true)
        #expect(try shop.states() == ["\(token)|active"])
    }

    @Test(arguments: kinds)
    func rejectedIsNeverAcknowledged(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        shop.weather.rejects = true
        let token = shop.buy("premium_monthly", phone)
        #expect(try shop.handle(token, on: &phone, at: .after(seconds: 1)) == .rejected)
        #expect(shop.google.lookUp(token)?.isDelivered == false)
        #expect(phone.waiting.isEmpty)
        #expect(try shop.states() == [])
        #expect(try shop.submit(Proof(store: .google, token: "made up", user: "ann", appVersion: "1.0"), at: start) == .rejected)
    }

    @Test(arguments: kinds)
    func aServerThatIsDownIsAskedAgain(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        shop.weather.isDown = true
        let token = shop.buy("premium_monthly", phone)
        #expect(try shop.handle(token, on: &phone, at: .after(seconds: 1)) == .noAnswer)
        #expect(phone.retryDelaySeconds(for: token) == 60)
        #expect(shop.google.lookUp(token)?.isDelivered == false)
    }

    @Test(arguments: kinds)
    func whatIsAcknowledgedIsSentAgainAndAcknowledgedOnce(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        let token = try shop.buyAndHandle("premium_monthly", &phone)
        let delivered = shop.google.lookUp(token)?.deliveredAt
        #expect(delivered == .after(seconds: 3))
        guard case .granted = try shop.handle(token, on: &phone, at: .after(days: 1)) else {
            Issue.record("the proof was not granted again")
            return
        }
        #expect(shop.google.lookUp(token)?.deliveredAt == delivered)
        #expect(try shop.states() == ["\(token)|active"])
    }

    @Test(arguments: kinds)
    func paidCrashedAndOpenedAWeekLaterOnGoogle(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        var dies = Mishaps()
        dies.killed = .beforeSubmit
        let token = try shop.buyAndHandle("premium_lifetime", &phone, dies)
        shop.advance(to: .after(hours: 72, minutes: 4))
        #expect(shop.google.lookUp(token)?.lifecycle.state == .active)
        shop.advance(to: .after(hours: 72, minutes: 10))
        #expect(shop.google.lookUp(token)?.revocationKind == .unacknowledged)
        try shop.tell(at: .after(hours: 73))
        #expect(try shop.reconcile(&phone, at: .after(days: 7)) == 0)
        #expect(!phone.hasAccess(to: "premium", at: .after(days: 7)))
        // The Buy button works again.
        #expect(shop.google.owned(of: "ann").isEmpty)
        let again = try shop.buyAndHandle("premium_lifetime", &phone, at: .after(days: 7))
        #expect(try shop.states() == ["\(again)|active"])
    }

    @Test(arguments: kinds)
    func paidCrashedAndOpenedAWeekLaterOnApple(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann", .apple)
        var dies = Mishaps()
        dies.killed = .beforeSubmit
        let token = try shop.buyAndHandle("premium_lifetime", &phone, dies)
        shop.advance(to: .after(days: 7))
        try shop.tell(at: .after(days: 7))
        #expect(try shop.reconcile(&phone, at: .after(days: 7)) == 1)
        #expect(shop.apple.lookUp(token)?.isDelivered == true)
        #expect(phone.hasAccess(to: "premium", at: .after(days: 7)))
        #expect(try shop.states() == ["\(token)|active"])
    }

    @Test(arguments: kinds)
    func testersWaitForMinutesOnly(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        let product = try #require(Catalogue[id: "remove_ads"])
        let token = shop.google.buy(product, customer: "ann", isSandbox: true, isPending: false, at: start)
        shop.advance(to: .after(minutes: 6, seconds: 1))
        #expect(shop.google.lookUp(token)?.revocationKind == .unacknowledged)
    }
}

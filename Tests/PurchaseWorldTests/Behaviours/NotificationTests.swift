import TestSupport
import Testing
import WatchModel

@testable import PurchaseWorld

/// What the stores tell the server, however it arrives.
@Suite struct NotificationTests {
    private static let kinds = SourceDatabase.Kind.allCases
    private static let kept =
        "SELECT token, user_id, state, expires_at, revoked_at, revocation_kind, order_id FROM purchases ORDER BY token"

    enum Arrival: CaseIterable {
        case inOrder
        case backwards
        case twice
        case late
    }

    /// Bought, renewed, refunded, refund reversed on two subscriptions: the rows are the same, whatever the order.
    private func rows(_ kind: SourceDatabase.Kind, _ arrival: Arrival) throws -> [String] {
        let shop = try kind.shop()
        var (ann, bob) = (shop.phone("ann"), shop.phone("bob", .apple))
        try shop.buyAndHandle("premium_weekly", &ann)
        try shop.buyAndHandle("premium_weekly", &bob)
        shop.advance(to: .after(days: 15))
        let refunded = try shop.buyAndHandle("remove_ads", &ann, at: .after(days: 15))
        let reversed = try shop.buyAndHandle("remove_ads", &bob, at: .after(days: 15))
        shop.google.revoke(refunded, .chargeback, at: .after(days: 16))
        shop.apple.revoke(reversed, .refund, at: .after(days: 16))
        shop.apple.reverseRefund(reversed, at: .after(days: 17))
        var notifications = shop.notifications()
        #expect(notifications.count == 11)
        if arrival == .backwards { notifications.reverse() }
        if arrival == .twice { notifications += notifications }
        for (index, notification) in notifications.enumerated() {
            _ = try shop.receive(notification, at: .after(days: arrival == .late ? 24 : 17, seconds: Int64(index) + 10))
        }
        #expect(try shop.rows("SELECT count(*), count(processed_at) FROM notifications") == ["11|11"])
        #expect(try shop.rows("SELECT count(*) FROM entitlements") == ["3"])
        return try shop.rows(Self.kept)
    }

    @Test(arguments: kinds)
    func arrivalChangesNothing(_ kind: SourceDatabase.Kind) throws {
        let expected = try rows(kind, .inOrder)
        #expect(expected.count == 6)
        for arrival in Arrival.allCases { #expect(try rows(kind, arrival) == expected, "\(arrival)") }
    }

    @Test(arguments: kinds, StoreKind.allCases)
    func oneBeforeTheProofSavesNothingYet(_ kind: SourceDatabase.Kind, _ store: StoreKind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann", store)
        let token = shop.buy("premium_monthly", phone)
        try shop.tell(at: .after(seconds: 1))
        #expect(try shop.states() == [])
        try shop.handle(token, on: &phone, at: .after(seconds: 5))
        #expect(try shop.states() == ["\(token)|active"])
        #expect(try shop.rows("SELECT count(*) FROM notifications") == ["1"])
    }

    @Test(arguments: kinds)
    func theFirstArrivalIsKept(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        _ = shop.buy("remove_ads", shop.phone("ann"))
        let notification = try #require(shop.notifications().first)
        shop.weather.isDown = true
        #expect(try !shop.receive(notification, at: .after(minutes: 1)))
        shop.weather.isDown = false
        shop.weather.verificationFails = true
        #expect(try !shop.receive(notification, at: .after(minutes: 2)))
        shop.weather.verificationFails = false
        for minutes: Int64 in [3, 4] { #expect(try shop.receive(notification, at: .after(minutes: minutes))) }
        let times = [2, 3].map { Instant.after(minutes: $0).iso8601 }.joined(separator: "|")
        #expect(try shop.rows("SELECT received_at, processed_at FROM notifications") == [times])
    }

    /// - Source: App Store Server Notifications: 1, 12, 24, 48 and 72 hours after the previous attempt.
    @Test func appleSendsAgainForDays() throws {
        var settings = WorldSettings(users: 60, days: 12, end: SimulatedWorld.end, seed: 1)
        settings.googleShare = 0
        settings.purchaseShare = 0.1
        let window = settings.start..<settings.start.adding(seconds: 8 * 86_400)
        settings.faults = [Fault(.serverDown, window: window)]
        let world = try SimulatedWorld(settings)
        let late = try world.rows(
            """
            SELECT DISTINCT (unixepoch(received_at) - unixepoch(event_at)) / 3600 FROM notifications
            WHERE unixepoch(received_at) - unixepoch(event_at) > 60 ORDER BY 1
            """)
        #expect(late == ["1", "13", "37", "85", "157"])
    }

    @Test(arguments: kinds)
    func aRefundIsNotUndoneByALateRenewal(_ kind: SourceDatabase.Kind) throws {
        let shop = try kind.shop()
        var phone = shop.phone("ann")
        let token = try shop.buyAndHandle("premium_weekly", &phone)
        shop.advance(to: .after(days: 7))
        let renewal = try #require(shop.notifications().last)
        shop.google.revoke(token, .refund, at: .after(days: 8))
        try shop.tell(at: .after(days: 8))
        _ = try shop.receive(renewal, at: .after(days: 9))
        #expect(try shop.states() == ["\(token)|revoked"])
        #expect(try shop.entitlements("ann") == [])
    }
}

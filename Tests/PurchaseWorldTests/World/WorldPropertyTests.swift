import Testing
import WatchModel

@testable import PurchaseWorld

/// What holds in every world, whatever the seed.
@Suite struct WorldPropertyTests {
    private static let seeds: [UInt64] = [1, 2, 3, 4, 5]

    /// Dies, outages, lost and doubled notifications: none of it touches the rule that entitlements are what the rows give.
    private static func troubled(_ seed: UInt64) -> WorldSettings {
        var settings = WorldSettings(users: 120, days: 16, end: SimulatedWorld.end, seed: seed)
        (settings.purchaseShare, settings.secondPhoneShare, settings.habits.slowPendingShare) = (0.05, 0.01, 0.5)
        (settings.habits.refundShare, settings.habits.paymentFailureShare, settings.habits.reversedShare) = (0.15, 0.2, 0.3)
        let day = settings.start.adding(seconds: 5 * 86_400)
        settings.faults = [
            Fault(.killedBeforeSubmit, rate: 0.1), Fault(.killedBeforeSaving, rate: 0.1), Fault(.killedBeforeAcknowledge, rate: 0.2),
            Fault(.acknowledgeFails, rate: 0.2), Fault(.duplicateProof, rate: 0.3), Fault(.verificationSlow, rate: 0.2),
            Fault(.notificationsLost, rate: 0.2), Fault(.notificationsLate, rate: 0.2), Fault(.notificationsDoubled, rate: 0.3),
            Fault(.notificationsReordered, rate: 0.3), Fault(.planChangeLeavesTwo, rate: 0.5),
            Fault(.serverDown, window: day..<day.adding(seconds: 86_400)),
            Fault(.neverFinishes, store: .google, appVersion: "5.10.0"),
        ]
        return settings
    }

    @Test(arguments: seeds)
    func holds(_ seed: UInt64) throws {
        let world = try SimulatedWorld(Self.troubled(seed))
        #expect(world.records.count > 150)
        try checkEntitlements(world)
        try checkCoins(world)
        try checkPending(world)
        checkDelivery(world)
    }

    /// The rebuild, done again from the table's rows.
    private func checkEntitlements(_ world: SimulatedWorld) throws {
        var ends: [String: String] = [:]
        for line in try world.rows("SELECT user_id, product_id, state, kind, expires_at, grace_until FROM purchases") {
            let cells = line.split(separator: "|").map(String.init)
            guard ["active", "grace"].contains(cells[2]), cells[3] != "consumable", let feature = Catalogue[id: cells[1]]?.feature else {
                continue
            }
            let end = cells[5] == "-" ? cells[4] : cells[5]
            ends["\(cells[0])|\(feature)"] = max(ends["\(cells[0])|\(feature)"] ?? "", end)
        }
        let expected = ends.map { "\($0.key)|\($0.value)" }.sorted()
        #expect(expected.count > 30)
        #expect(try world.rows("SELECT user_id, feature, valid_until FROM entitlements").sorted() == expected)
    }

    /// One credit for each consumable that was paid, verified and sent; none without a purchase, none twice.
    private func checkCoins(_ world: SimulatedWorld) throws {
        #expect(try world.rows("SELECT token FROM coins GROUP BY token HAVING count(*) > 1 OR sum(amount) <> 100") == [])
        #expect(
            try world.rows(
                "SELECT token FROM coins WHERE token NOT IN (SELECT token FROM purchases WHERE kind = 'consumable' AND verified_at IS NOT NULL)"
            )
                == [])
        let credited = Set(try world.rows("SELECT token FROM coins"))
        #expect(credited.count > 10)
        // Consumed means credited.
        for record in world.records where record.product.kind == .consumable && record.isDelivered {
            #expect(credited.contains(record.token))
        }
    }

    private func checkPending(_ world: SimulatedWorld) throws {
        let onlyPending = """
            SELECT user_id, feature FROM entitlements WHERE NOT EXISTS (
              SELECT 1 FROM purchases JOIN products ON products.product_id = purchases.product_id
              WHERE purchases.user_id = entitlements.user_id AND products.feature = entitlements.feature
                AND purchases.state IN ('active', 'grace')
            )
            """
        #expect(try world.rows(onlyPending) == [])
        #expect(try world.rows("SELECT token FROM purchases WHERE state = 'pending' AND acknowledged_at IS NOT NULL") == [])
        #expect(try world.rows("SELECT token FROM purchases WHERE store = 'apple' AND state IN ('pending', 'lapsed')") == [])
    }

    /// Google: acknowledged, or given back within 72 h and 10 min of the payment, or not due yet.
    private func checkDelivery(_ world: SimulatedWorld) {
        var givenBack = 0
        for record in world.records where record.store == .google {
            guard let paid = record.purchasedAt else { continue }
            let deadline = paid.adding(seconds: 72 * 3600 + 600)
            if record.revocationKind == .unacknowledged {
                givenBack += 1
                #expect(!record.isDelivered)
                #expect(record.isSandbox || (record.revokedAt ?? .after()) >= paid.adding(seconds: 72 * 3600 + 300))
                #expect((record.revokedAt ?? .after()) <= deadline)
            } else if let delivered = record.deliveredAt {
                #expect(delivered <= deadline)
            } else if record.lifecycle.givesAccess {
                #expect(deadline > world.settings.end, "\(record.token) is neither acknowledged nor given back")
            }
        }
        #expect(givenBack > 0)
    }

    /// A world in which nothing is wrong has no fault in its log, and no purchase that its buyer does not have.
    @Test func aHealthyWorldIsHealthy() throws {
        let world = try SimulatedWorld("healthy", users: 150, days: 10, seed: 7)
        #expect(world.truth.faults.isEmpty)
        #expect(world.records.filter { $0.revocationKind == .unacknowledged && !$0.isSandbox }.isEmpty)
        #expect(try world.rows("SELECT count(*) FROM purchases WHERE state = 'purchased'") == ["0"])
    }

    @Test func versionsRollOutToTheEagerFirst() throws {
        let world = try SimulatedWorld("healthy", users: 100, days: 9, seed: 2)
        let versions = try world.rows(
            """
            SELECT CAST((julianday(started_at) - julianday('\(world.settings.start.iso8601)')) / 3 AS integer) AS third,
              app_version, count(*) > 20 FROM starts WHERE started_at < '\(world.settings.end.iso8601)' GROUP BY 1, 2
            """)
        #expect(versions == ["0|5.9.0|1", "1|5.9.0|1", "2|5.10.0|1", "2|5.9.0|1"])
    }

    /// Who loses an entitlement to an edit by hand complains; where nothing goes wrong nobody does.
    @Test func whoPaidAndSeesNoAccessSaysSo() throws {
        let query = "SELECT count(*) > 0, count(*) = count(DISTINCT user_id || reported_at) FROM access_reports"
        #expect(try SimulatedWorld("edited_by_hand", users: 100, days: 14).rows(query) == ["1|1"])
        #expect(try SimulatedWorld("healthy", users: 100, days: 14).rows(query) == ["0|1"])
    }
}

/// A small shop as plain rows, from which both databases are filled and the oracle counts.
///
/// - Units: times are milliseconds since 1970.
struct Shop {
    struct Product {
        var id: String
        var feature: String?
        var acknowledgeWithinSeconds: Int64?
    }

    struct Purchase {
        var token: String
        var userID: String?
        var productID: String?
        var store: String?
        var state: String?
        var expiresAt: Int64?
        var updatedAt: Int64?
        // What the base schema does not have.
        var createdAt: Int64?
        var pendingSince: Int64?
        var purchasedAt: Int64?
        var verifiedAt: Int64?
        var revokedAt: Int64?
        var revocationKind: String?
        var environment: String?
        var grantedAt: Int64?
        var acknowledgedAt: Int64?
        var appVersion: String?
        var kind: String?
        var orderID: String?
        var subscriptionID: String?
        var replacedBy: String?
        var linkedToken: String?
        var quantity: Int64?
        var refundedQuantity: Int64?
        var refundedMillipercent: Int64?
        var priceMicros: Int64?
        var currency: String?
    }

    struct Entitlement {
        var userID: String
        var feature: String
        var validUntil: Int64?
    }

    struct Start {
        var id: String
        var store: String?
        var startedAt: Int64?
        var unfinished: Int64?
        var environment: String?
        var userID: String?
        var appVersion: String?
        var weight: Int64?
    }

    struct Notification {
        var id: String
        var store: String?
        var receivedAt: Int64?
        var kind: String?
        var eventAt: Int64?
        var processedAt: Int64?
    }

    struct AccessReport {
        var id: String
        var userID: String?
        var token: String?
        var appVersion: String?
        var reportedAt: Int64?
    }

    /// With every optional table and column, or with none of them.
    var isFull: Bool
    var products: [Product] = []
    var purchases: [Purchase] = []
    var entitlements: [Entitlement] = []
    var starts: [Start] = []
    var notifications: [Notification] = []
    var accessReports: [AccessReport] = []

    var schema: String { isFull ? "full" : "base" }

    /// The same shop, its rows stored the other way round.
    var reversed: Shop {
        var shop = self
        shop.products.reverse()
        shop.purchases.reverse()
        shop.entitlements.reverse()
        shop.starts.reverse()
        shop.notifications.reverse()
        shop.accessReports.reverse()
        return shop
    }
}

package import WatchModel

/// Something that is sold.
package struct Product: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case subscription
        case oneTime = "one_time"
        case consumable
    }

    package var id: String
    package var feature: String
    package var kind: Kind
    /// The length of a paid period; nil for what is bought once.
    package var periodSeconds: Int64?
    package var priceMicros: Int64
    package var currency = "EUR"
}

/// Everything that the shop sells: the one place that says which product gives which feature.
package enum Catalogue {
    private static let day: Int64 = 86_400

    package static let products: [Product] = [
        Product(id: "premium_monthly", feature: "premium", kind: .subscription, periodSeconds: 30 * day, priceMicros: 4_990_000),
        Product(id: "premium_weekly", feature: "premium", kind: .subscription, periodSeconds: 7 * day, priceMicros: 1_990_000),
        Product(id: "premium_lifetime", feature: "premium", kind: .oneTime, priceMicros: 79_990_000),
        Product(id: "remove_ads", feature: "no_ads", kind: .oneTime, priceMicros: 2_990_000),
        Product(id: "coins_100", feature: "coins", kind: .consumable, priceMicros: 990_000),
    ]

    /// Sold by a release that was out before the server knew it: the fault `unknown_product`.
    package static let unknown = Product(id: "premium_family", feature: "premium", kind: .oneTime, priceMicros: 9_990_000)

    /// What a one-time purchase has for its end.
    package static let forever = Instant(seconds: 4_102_444_800)

    package static subscript(id id: String) -> Product? { products.first { $0.id == id } }
}

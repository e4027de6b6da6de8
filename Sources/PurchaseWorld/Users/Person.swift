import WatchModel

/// A user with a phone, drawn from the seed: the same number is the same person whatever else happens.
struct Person {
    let isTester: Bool
    /// 0 for the first to update, 1 for the last.
    let eagerness: Double
    var random: SeededRandom
    var manager: PurchaseManager
    var isBuyer = false
    /// The newest subscription, to change from.
    var subscription: String?

    init(number: Int, settings: WorldSettings, stores: [StoreKind: Store]) {
        random = SeededRandom(seed: settings.seed, stream: UInt64(number) + 1000)
        let kind: StoreKind = random.happens(settings.googleShare) ? .google : .apple
        isTester = random.happens(settings.testerShare)
        eagerness = random.unit()
        guard let store = stores[kind] else { preconditionFailure("a world has both stores") }
        manager = PurchaseManager(user: "user-\(number)", store: store)
    }

    /// When the app is started next. Half of all starts come within a quarter of an hour of the one before.
    mutating func secondsToNextStart(_ settings: WorldSettings) -> Int64 {
        if random.happens(0.5) { return random.seconds(in: 60...900) }
        let mean = 2 * 86_400 / settings.startsPerDay - 480
        return random.waiting(meanSeconds: mean)
    }

    /// What this person buys, if anything.
    mutating func purchase(_ settings: WorldSettings) -> Product? {
        guard random.happens(settings.purchaseShare) else { return nil }
        return random.pick(Catalogue.products)
    }
}

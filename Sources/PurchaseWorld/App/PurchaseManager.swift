package import WatchDatabase
package import WatchModel

/// What the app does with purchases, on one phone, for as long as the app is installed.
///
/// The order is: verify, grant, tell. A purchase is told to the store as delivered only after the server's answer is saved.
package struct PurchaseManager {
    package private(set) var user: String
    /// Who is signed in to the store on this phone.
    package let customer: String
    package let store: Store
    package var appVersion: String

    /// The server's last answer, which gives access while the phone is offline.
    private var saved: (entitlements: [Entitlement], at: Instant)?
    /// Asked again later: token, and how often it was tried.
    package private(set) var waiting: [String: Int] = [:]
    private let offlineSeconds: Int64

    /// - Parameter offlineSeconds: how long a saved answer is trusted.
    package init(user: String, customer: String? = nil, store: Store, appVersion: String = "1.0", offlineSeconds: Int64 = 72 * 3600) {
        (self.user, self.customer, self.store, self.appVersion) = (user, customer ?? user, store, appVersion)
        self.offlineSeconds = offlineSeconds
    }

    /// At each start and resume: what the store has unfinished is sent to the server.
    ///
    /// - Returns: how many purchases were found unfinished.
    @discardableResult
    package mutating func reconcile<Database: WritableStore & ~Copyable>(
        with server: Server<Database>, at time: Instant, mishaps: Mishaps = Mishaps()
    ) throws(SourceError) -> Int {
        let unfinished = store.unfinished(customer: customer)
        for record in unfinished { try handle(record.token, server, at: time, mishaps) }
        // What was refunded or has ended meanwhile is not among the unfinished.
        try refresh(from: server, at: time)
        return unfinished.count
    }

    /// The store says that a purchase is there or has changed: a purchase just made, one approved later, a restore.
    ///
    /// - Returns: the server's answer; nil when there was nothing to send yet, or nobody left to send it.
    @discardableResult
    package mutating func handle<Database: WritableStore & ~Copyable>(
        _ token: String, _ server: Server<Database>, at time: Instant, _ mishaps: Mishaps = Mishaps()
    ) throws(SourceError) -> Answer? {
        guard mishaps.killed != .beforeSubmit, store.lookUp(token)?.isVisible ?? true else { return nil }
        if mishaps.grantsBeforeVerifying { store.deliver(token, at: time) }
        // The store is told first, and the server asked a moment later.
        let time = mishaps.grantsBeforeVerifying ? time.adding(seconds: 2) : time
        let proof = Proof(store: store.kind, token: token, user: user, appVersion: appVersion)
        var answer = try server.submit(proof, at: time)
        if mishaps.sendsTwice { answer = try server.submit(proof, at: time) }
        guard mishaps.killed != .beforeSaving else { return answer }
        switch answer {
        case .granted(let entitlements):
            waiting[token] = nil
            saved = (entitlements, time)
            guard mishaps.killed != .beforeAcknowledge, !mishaps.acknowledgeFails else { return answer }
            store.deliver(token, at: time.adding(seconds: 2))
        case .tryLater, .noAnswer: waiting[token, default: 0] += 1
        case .pending, .rejected, .ownedByAnotherAccount: waiting[token] = nil
        }
        return answer
    }

    /// Asks the server again for everything that the store says is owned: a new phone, a new installation.
    package mutating func restore<Database: WritableStore & ~Copyable>(with server: Server<Database>, at time: Instant) throws(SourceError)
    {
        for record in store.owned(of: customer) { try handle(record.token, server, at: time) }
        try refresh(from: server, at: time)
    }

    package mutating func refresh<Database: WritableStore & ~Copyable>(from server: Server<Database>, at time: Instant) throws(SourceError)
    {
        guard !server.weather.isDown else { return }
        saved = (try server.entitlements(of: user), time)
    }

    /// Another person signs in on this phone: nothing of the first one's access stays.
    package mutating func signIn(as other: String) {
        (user, saved) = (other, nil)
        waiting.removeAll()
    }

    package func hasAccess(to feature: String, at time: Instant) -> Bool {
        guard let saved, time.seconds(since: saved.at) <= offlineSeconds else { return false }
        return saved.entitlements.contains { $0.feature == feature && $0.validUntil > time }
    }

    /// When to ask again: 1, 2, 4 ... minutes, at most an hour, so that many tries fit into the store's three days.
    package func retryDelaySeconds(for token: String) -> Int64? {
        waiting[token].map { min(3600, 60 << Int64(min($0 - 1, 6))) }
    }
}

/// What goes wrong in one handling of one purchase.
package struct Mishaps: Equatable, Sendable {
    package enum Point: String, Sendable {
        case beforeSubmit
        /// The server has granted; the app dies before it saved the answer.
        case beforeSaving
        /// The answer is saved; the app dies before it told the store.
        case beforeAcknowledge
    }

    /// Where the app dies; nil when it does not.
    package var killed: Point?
    package var acknowledgeFails = false
    /// The release tells the store first and asks the server then.
    package var grantsBeforeVerifying = false
    package var sendsTwice = false

    package init() {}
}

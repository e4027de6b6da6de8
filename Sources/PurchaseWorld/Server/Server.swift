package import WatchDatabase
package import WatchModel

/// The app's own server: it saves what the stores say, never what an app claims.
package final class Server<Database: WritableStore & ~Copyable> {
    package let tables: ServerTables<Database>
    let stores: [StoreKind: Store]
    let log: WorldLog
    /// What is wrong just now; faults set it before a call.
    package var weather = ServerWeather()
    /// Accounts that became another: what the store's books say of them is meant for that one.
    private var linked: [String: String] = [:]

    package init(_ tables: consuming ServerTables<Database>, stores: [Store], log: WorldLog = WorldLog()) {
        self.tables = tables
        self.stores = Dictionary(uniqueKeysWithValues: stores.map { ($0.kind, $0) })
        self.log = log
    }

    // MARK: - The four calls

    /// An app sends the proof of a purchase. The same proof again gets the same answer.
    package func submit(_ proof: Proof, at time: Instant) throws(SourceError) -> Answer {
        guard !weather.isDown else { return .noAnswer }
        guard let record = stores[proof.store]?.lookUp(proof.token), record.isVisible else { return .rejected }
        if let owner = try owner(of: record), owner != proof.user { return .ownedByAnotherAccount }
        guard !weather.verificationFails else {
            try saveUnverified(proof, record, at: time)
            return .tryLater
        }
        guard !weather.rejects else { return .rejected }
        try save(record, user: proof.user, appVersion: proof.appVersion, at: time)
        try closeReplaced(record, at: time)
        switch record.lifecycle.state {
        case .pending: return .pending
        case .active, .grace, .expired, .paused, .onHold:
            return .granted(try entitlements(of: proof.user))
        case .revoked, .lapsed: return .rejected
        }
    }

    package func entitlements(of user: String) throws(SourceError) -> [Entitlement] { try tables.entitlements(of: user) }

    /// A store says that something changed. It may come before the app's own proof, twice, late, or out of order: what is saved
    /// is what the store's books say now, so the order of arrival means nothing.
    ///
    /// - Returns: false when it was not taken, so that the store sends it again.
    @discardableResult
    package func receive(_ notification: StoreNotification, at time: Instant) throws(SourceError) -> Bool {
        guard !weather.isDown else { return false }
        try note(notification, isProcessed: !weather.verificationFails, at: time)
        guard !weather.verificationFails else { return false }
        try process(notification, at: time)
        return true
    }

    private func process(_ notification: StoreNotification, at time: Instant) throws(SourceError) {
        guard !weather.refundsAreDropped || stores[notification.store]?.lookUp(notification.token)?.lifecycle.state != .revoked,
            !weather.renewalsAreDropped || !["renewed", "recovered"].contains(notification.kind)
        else { return }
        guard let record = stores[notification.store]?.lookUp(notification.token) else { return }
        // Nobody has sent this purchase yet; a renewal belongs to whom its chain belongs to.
        guard let owner = try rowOwner(of: record) else { return }
        try save(record, user: owner, appVersion: nil, at: time)
        try closeReplaced(record, at: time)
    }

    /// Two accounts turn out to be one person.
    package func link(_ account: String, to other: String) throws(SourceError) {
        try tables.move(from: account, to: other)
        for (old, new) in linked where new == account { linked[old] = other }
        linked[account] = other
        log.moved(from: account, to: other)
    }

    /// The server asks the store about a purchase that it knows, without being told to: was it acknowledged?
    package func recheck(_ token: String, in kind: StoreKind, at time: Instant) throws(SourceError) {
        guard !weather.isDown, !weather.verificationFails, let record = stores[kind]?.lookUp(token), let owner = try tables.owner(of: token)
        else { return }
        try save(record, user: owner.user, appVersion: nil, at: time)
    }

    /// Whom a purchase belongs to: who has it already, or has its chain, or was named to the store when it was bought.
    private func owner(of record: StoreRecord) throws(SourceError) -> String? {
        if let owner = try rowOwner(of: record) { return owner }
        return record.account.map { linked[$0] ?? $0 }
    }

    private func rowOwner(of record: StoreRecord) throws(SourceError) -> String? {
        if let owner = try tables.owner(of: record.token) { return owner.user }
        return record.chainID == record.token ? nil : try tables.owner(of: record.chainID)?.user
    }

    // MARK: - Saving

    private func save(_ record: StoreRecord, user: String, appVersion: String?, at time: Instant) throws(SourceError) {
        var row = row(record, user: user, appVersion: appVersion, at: time)
        row.state = record.lifecycle.state.rawValue
        if record.product.kind == .consumable, record.lifecycle.state == .active {
            // Credited and used up in one go: a consumable gives no access that could be missing.
            row.coins = 100
            (row.state, row.expiresAt) = ("expired", time)
        }
        if record.lifecycle.state != .pending && record.lifecycle.state != .lapsed { row.verifiedAt = time }
        try store(row, grantsEarly: weather.grantsEarly)
    }

    /// The money was taken, says the app, and the store cannot be asked: kept, so that it can be seen to wait. It gives nothing.
    private func saveUnverified(_ proof: Proof, _ record: StoreRecord, at time: Instant) throws(SourceError) {
        // A payment that is not complete has taken no money yet.
        guard record.lifecycle.state != .pending, try tables.owner(of: proof.token) == nil else { return }
        var row = row(record, user: proof.user, appVersion: proof.appVersion, at: time)
        (row.state, row.pendingSince, row.verifiedAt) = ("purchased", nil, nil)
        row.purchasedAt = record.purchasedAt ?? record.startedAt
        try store(row, grantsEarly: weather.grantsEarly)
    }

    private func store(_ row: ServerRow, grantsEarly: Bool) throws(SourceError) {
        let rebuilds = !(row.state == "revoked" && weather.keepsRefundedEntitlements)
        try tables.save(row, grantsEarly: grantsEarly, rebuilds: rebuilds)
        log.saved(row, grantsEarly: grantsEarly, rebuilds: rebuilds)
    }

    private func row(_ record: StoreRecord, user: String, appVersion: String?, at time: Instant) -> ServerRow {
        let skew = weather.clockSkewSeconds
        return ServerRow(
            token: record.token, user: user, productID: record.product.id, store: record.store, state: "",
            expiresAt: record.expiresAt, updatedAt: time.adding(seconds: skew), createdAt: record.startedAt.adding(seconds: skew),
            pendingSince: record.lifecycle.state == .pending ? record.startedAt : nil, purchasedAt: record.purchasedAt,
            acknowledgedAt: record.deliveredAt, revokedAt: record.revokedAt,
            revocationKind: (record.voided?.kind ?? record.revocationKind)?.rawValue,
            isSandbox: record.isSandbox, appVersion: appVersion, kind: record.product.kind, orderID: record.orderID,
            chainID: record.chainID, linkedToken: record.linkedToken,
            refundedMillipercent: record.refundedShare.flatMap { $0 < 1 ? Int64($0 * 100_000) : nil },
            priceMicros: record.isPromotion ? 0 : record.product.priceMicros,
            currency: record.product.currency, graceUntil: record.graceUntil)
    }

    /// What a plan change replaced, and the transaction that a renewal follows, are over: both rows must not count as owned.
    private func closeReplaced(_ record: StoreRecord, at time: Instant) throws(SourceError) {
        guard let old = record.previousToken ?? (weather.leavesReplacedRowsLive ? nil : record.linkedToken),
            let owner = try tables.owner(of: old), ["active", "grace", "on_hold", "paused"].contains(owner.state),
            let replaced = stores[record.store]?.lookUp(old)
        else { return }
        try save(replaced, user: owner.user, appVersion: nil, at: time)
    }

    /// When it came first, and when it could be used first.
    private func note(_ notification: StoreNotification, isProcessed: Bool, at time: Instant) throws(SourceError) {
        try tables.database.run(
            Statement(
                """
                INSERT INTO notifications VALUES (:id, :store, :kind, :event, :received, :processed) ON CONFLICT (notification_id)
                DO UPDATE SET processed_at = coalesce(notifications.processed_at, excluded.processed_at)
                """,
                parameters: [
                    "id": .text(notification.id), "store": .text(notification.store.rawValue), "kind": .text(notification.kind),
                    "event": .time(notification.eventAt), "received": .time(time), "processed": isProcessed ? .time(time) : .null,
                ]))
        log.notified(notification, isProcessed: isProcessed, at: time)
    }
}

/// What an app sends: the store's token, and who claims it. Only the token is believed, and only as a question to the store.
package struct Proof: Equatable, Sendable {
    package var store: StoreKind
    package var token: String
    package var user: String
    package var appVersion: String

    package init(store: StoreKind, token: String, user: String, appVersion: String) {
        (self.store, self.token, self.user, self.appVersion) = (store, token, user, appVersion)
    }
}

/// What the server answers.
package enum Answer: Equatable, Sendable {
    case granted([Entitlement])
    /// The payment is not complete: nothing is granted, nothing acknowledged.
    case pending
    case rejected
    /// The store cannot be asked just now.
    case tryLater
    case ownedByAnotherAccount
    /// The server did not answer at all.
    case noAnswer
}

/// What is wrong with the server just now.
package struct ServerWeather: Equatable, Sendable {
    package var isDown = false
    package var verificationFails = false
    package var rejects = false
    package var grantsEarly = false
    package var refundsAreDropped = false
    /// A refund is written into its row, and what the user owns is not worked out again.
    package var keepsRefundedEntitlements = false
    package var renewalsAreDropped = false
    package var leavesReplacedRowsLive = false
    /// The zone or clock of the machine that writes the times is wrong by this much.
    package var clockSkewSeconds: Int64 = 0

    package init() {}
}

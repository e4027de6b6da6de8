package import WatchModel

/// Google Play or the App Store: takes the money, keeps the books, and tells the server what changed.
///
/// It has a clock of its own: `advance(to:)` lets everything happen that is due by then.
package final class Store {
    enum ScheduledEvent {
        case resolvePending(token: String)
        case deliveryDeadline(token: String)
        case periodEnd(token: String, renewals: Int)
        case graceEnd(token: String)
        case holdEnd(token: String)
        case pauseEnd(token: String)
        case revocation(token: String, RevocationKind)
        case reversal(token: String)
        case closeBooks(token: String)
    }

    package let kind: StoreKind
    let rules: StoreRules
    var habits: StoreHabits
    var random: SeededRandom
    private(set) var records: [String: StoreRecord] = [:]
    /// By customer, oldest first.
    private var tokens: [String: [String]] = [:]
    /// Paid and not delivered, by customer: what an app finds at its start.
    private var unfinishedTokens: [String: [String]] = [:]
    var queue = EventQueue<ScheduledEvent>()
    /// How long a purchase that is over is still known: longer than the last try of its last notification, so that whoever asks
    /// gets an answer. After that it leaves the books, which then do not grow with the days. nil for ever.
    var closingSeconds: Int64? = 8 * 86_400
    /// Refunds and reversals that are still to come, by token.
    private var awaited: [String: Int] = [:]
    /// What the store wants to tell the server, oldest first.
    private(set) var outbox: [StoreNotification] = []
    private var tokenCount = 0
    private var notificationCount = 0

    package init(_ kind: StoreKind, habits: StoreHabits = StoreHabits(), seed: UInt64 = 1) {
        self.kind = kind
        self.habits = habits
        rules = kind == .google ? .play : .appStore
        random = SeededRandom(seed: seed, stream: kind == .google ? 1 : 2)
    }

    // MARK: - What an app does

    /// The customer presses the button.
    ///
    /// - Returns: the token of the purchase, pending or paid.
    @discardableResult
    package func buy(
        _ product: Product, customer: String, account: String? = nil, isSandbox: Bool = false, isPending: Bool? = nil,
        replacing old: String? = nil, at time: Instant
    ) -> String {
        let token = newToken()
        let isPending = isPending ?? random.happens(habits.pendingShare)
        var record = StoreRecord(
            token: token, store: kind, customer: customer, account: account, product: product, isSandbox: isSandbox,
            lifecycle: PurchaseLifecycle(.pending, at: time), startedAt: time, purchasedAt: nil,
            expiresAt: product.periodSeconds.map { time.adding(seconds: $0) } ?? Catalogue.forever, chainID: token)
        if let old, let replaced = records[old] {
            record.linkedToken = old
            // Apple counts a plan change as a part of the same chain, Google as a new purchase that names the old one.
            if !rules.renewsUnderOneToken { record.chainID = replaced.chainID }
        }
        record.isPromotion = random.happens(habits.promotionShare)
        set(record)
        if isPending {
            if record.isVisible { notify("pending", token, at: time) }
            let isSlow = random.happens(habits.slowPendingShare)
            let wait = isSlow ? random.seconds(in: 86_400...(6 * 86_400)) : random.waiting(meanSeconds: habits.pendingMinutesMean * 60)
            queue.schedule(.resolvePending(token: token), at: time.adding(seconds: wait))
        } else {
            approve(token, at: time)
        }
        return token
    }

    /// Paid and not delivered: Google's unacknowledged purchases, Apple's unfinished transactions.
    package func unfinished(customer: String) -> [StoreRecord] {
        (unfinishedTokens[customer] ?? []).compactMap { records[$0] }
    }

    /// Everything that a customer has with this store, and that can be restored; oldest first.
    package func owned(of customer: String) -> [StoreRecord] {
        (tokens[customer] ?? []).compactMap { records[$0] }.filter { !$0.lifecycle.isOver }
    }

    /// Acknowledge, consume or finish. A second time changes nothing.
    package func deliver(_ token: String, at time: Instant) {
        guard var record = records[token], !record.isDelivered, record.lifecycle.givesAccess else { return }
        record.deliveredAt = time
        if record.product.kind == .consumable {
            record.lifecycle.apply(.periodEnded, at: time)
            record.expiresAt = time
        }
        set(record)
    }

    // MARK: - What the server asks

    package func lookUp(_ token: String) -> StoreRecord? { records[token] }

    /// Takes what there is to tell.
    package func collectNotifications() -> [StoreNotification] {
        defer { outbox.removeAll(keepingCapacity: true) }
        return outbox
    }

    // MARK: - What happens by itself, and what tests make happen

    package func approve(_ token: String, at time: Instant) {
        guard var record = records[token], record.lifecycle.apply(.approved, at: time) else { return }
        record.purchasedAt = time
        if !record.isPromotion || kind == .apple { record.orderID = "\(kind.rawValue)-order-\(token)" }
        if let period = record.product.periodSeconds { record.expiresAt = time.adding(seconds: period) }
        set(record)
        if let old = record.linkedToken { endReplaced(old, at: time) }
        notify("purchased", token, at: time)
        if let deadline = record.isSandbox ? rules.sandboxDeliveryDeadline : rules.deliveryDeadline {
            queue.schedule(.deliveryDeadline(token: token), at: time.adding(seconds: random.seconds(in: deadline)))
        }
        scheduleCharge(record, at: time)
    }

    package func decline(_ token: String, at time: Instant) {
        guard var record = records[token], record.lifecycle.apply(.declined, at: time) else { return }
        set(record)
        if record.isVisible { notify("lapsed", token, at: time) }
    }

    /// The old plan ends when the new one is paid. No notification says so: who asks for the new one sees which it replaced.
    private func endReplaced(_ token: String, at time: Instant) {
        guard var replaced = records[token] else { return }
        if rules.renewsUnderOneToken {
            guard replaced.lifecycle.apply(.replaced, at: time) else { return }
            replaced.expiresAt = time
        } else {
            // Apple's isUpgraded: access through this transaction is over, and no money went back.
            guard replaced.lifecycle.apply(.revoked, at: time) else { return }
            (replaced.revokedAt, replaced.revocationKind, replaced.graceUntil) = (time, .upgrade, nil)
        }
        set(replaced)
    }

    package func revoke(_ token: String, _ kind: RevocationKind, at time: Instant) {
        guard var record = records[token], record.lifecycle.apply(.revoked, at: time) else { return }
        record.refundedShare = record.refundedShare(kind, at: time)
        if self.kind == .google { record.voided = VoidedPurchase(kind) }
        (record.revokedAt, record.revocationKind, record.graceUntil) = (time, kind, nil)
        set(record)
        notify(rules.words(for: kind), token, at: time)
    }

    package func reverseRefund(_ token: String, at time: Instant) {
        guard rules.reversesRefunds, var record = records[token], record.lifecycle.apply(.refundReversed, at: time) else { return }
        (record.revokedAt, record.revocationKind, record.refundedShare) = (nil, nil, nil)
        // The period may be over by now: its end came while there was nothing to end.
        if record.product.periodSeconds != nil, record.expiresAt <= time { record.lifecycle.apply(.periodEnded, at: time) }
        set(record)
        notify("refund_reversed", token, at: time)
    }

    func change(
        _ token: String, _ event: PurchaseLifecycle.Event, _ word: String, at time: Instant, _ edit: (inout StoreRecord) -> Void = { _ in }
    ) {
        guard var record = records[token], record.lifecycle.apply(event, at: time) else { return }
        edit(&record)
        set(record)
        notify(word, token, at: time)
    }

    // MARK: - Books

    func set(_ record: StoreRecord) {
        let before = records.updateValue(record, forKey: record.token)
        if before == nil { tokens[record.customer, default: []].append(record.token) }
        if record.lifecycle.isOver, before?.lifecycle.isOver != true { scheduleClosing(record.token, after: record.lifecycle.changedAt) }
        note(record)
    }

    // MARK: - Closing the books

    private func scheduleClosing(_ token: String, after time: Instant) {
        guard let closingSeconds else { return }
        queue.schedule(.closeBooks(token: token), at: time.adding(seconds: closingSeconds))
    }

    func closeBooks(of token: String, at time: Instant) {
        guard let record = records[token], record.lifecycle.isOver, let closingSeconds else { return }
        let isDue =
            time.seconds(since: record.lifecycle.changedAt) >= closingSeconds && awaited[token] == nil
            && !outbox.contains { $0.token == token }
        guard isDue else { return scheduleClosing(token, after: time) }
        records[token] = nil
        tokens[record.customer]?.removeAll { $0 == token }
        if tokens[record.customer]?.isEmpty == true { tokens[record.customer] = nil }
    }

    /// A refund, or the end of one, that will come.
    func expect(_ event: ScheduledEvent, of token: String, at time: Instant) {
        awaited[token, default: 0] += 1
        queue.schedule(event, at: time)
    }

    func arrived(_ token: String) {
        let left = (awaited[token] ?? 1) - 1
        awaited[token] = left > 0 ? left : nil
    }

    /// What is delivered or over is found by no app any more; what a reversed refund brings back is found again.
    private func note(_ record: StoreRecord) {
        let isListed = unfinishedTokens[record.customer]?.contains(record.token) ?? false
        guard record.isUnfinished != isListed else { return }
        if record.isUnfinished {
            unfinishedTokens[record.customer, default: []].append(record.token)
        } else {
            unfinishedTokens[record.customer]?.removeAll { $0 == record.token }
            if unfinishedTokens[record.customer]?.isEmpty == true { unfinishedTokens[record.customer] = nil }
        }
    }

    func newToken() -> String {
        tokenCount += 1
        return "\(kind.rawValue)-\(tokenCount)"
    }

    func notify(_ word: String, _ token: String, at time: Instant) {
        notificationCount += 1
        outbox.append(
            StoreNotification(id: "\(kind.rawValue)-n-\(notificationCount)", store: kind, kind: word, token: token, eventAt: time))
    }
}

package import WatchModel

extension Store {
    /// When the store next does something by itself.
    package var nextTime: Instant? { queue.nextTime }

    /// Lets everything happen that is due by `time`, in order.
    package func advance(to time: Instant) {
        while let next = queue.nextTime, next <= time, let (at, event) = queue.next() { happen(event, at: at) }
    }

    private func happen(_ event: ScheduledEvent, at time: Instant) {
        switch event {
        case .resolvePending(let token):
            if random.happens(habits.pendingApprovedShare) { approve(token, at: time) } else { decline(token, at: time) }
        case .deliveryDeadline(let token):
            if let record = records[token], record.isUnfinished { revoke(token, .unacknowledged, at: time) }
        case .periodEnd(let token, let renewals):
            guard let record = records[token], record.renewals == renewals else { return }
            endPeriod(record, at: time)
        case .graceEnd(let token):
            guard records[token]?.lifecycle.state == .grace else { return }
            mendOrElse(token, at: time) {
                change(token, .graceEnded, "on_hold", at: time) { $0.graceUntil = nil }
                queue.schedule(.holdEnd(token: token), at: time.adding(seconds: random.seconds(in: 86_400...rules.holdSeconds)))
            }
        case .holdEnd(let token):
            guard records[token]?.lifecycle.state == .onHold else { return }
            mendOrElse(token, at: time) { change(token, .periodEnded, "expired", at: time) }
        case .pauseEnd(let token):
            renew(token, .resumed, "resumed", at: time)
        case .revocation(let token, let kind):
            arrived(token)
            guard let record = records[token], record.lifecycle.givesAccess || record.lifecycle.state == .expired else { return }
            revoke(token, kind, at: time)
            if kind == .refund, rules.reversesRefunds, random.happens(habits.reversedShare) {
                expect(.reversal(token: token), of: token, at: time.adding(seconds: random.seconds(in: 3600...(10 * 86_400))))
            }
        case .reversal(let token):
            arrived(token)
            reverseRefund(token, at: time)
        case .closeBooks(let token):
            closeBooks(of: token, at: time)
        }
    }

    /// A charge may be refunded later, and a period ends.
    func scheduleCharge(_ record: StoreRecord, at time: Instant) {
        if record.product.periodSeconds != nil {
            queue.schedule(.periodEnd(token: record.token, renewals: record.renewals), at: record.expiresAt)
        }
        if random.happens(habits.refundShare) {
            let kind: RevocationKind =
                rules.familyShares && random.happens(habits.familyShare)
                ? .family : (random.happens(habits.chargebackShare) ? .chargeback : .refund)
            let delay = random.waiting(meanSeconds: habits.refundDelayDaysMean * 86_400)
            expect(.revocation(token: record.token, kind), of: record.token, at: time.adding(seconds: delay))
        }
    }

    private func endPeriod(_ record: StoreRecord, at time: Instant) {
        let token = record.token
        guard record.lifecycle.state == .active else { return }
        if random.happens(habits.pauseShare), rules.renewsUnderOneToken {
            change(token, .pausedByUser, "paused", at: time)
            queue.schedule(.pauseEnd(token: token), at: time.adding(seconds: 14 * 86_400))
        } else if random.happens(habits.paymentFailureShare) {
            let end = time.adding(seconds: rules.graceSeconds)
            change(token, .paymentFailed, "in_grace_period", at: time) { $0.graceUntil = end }
            queue.schedule(.graceEnd(token: token), at: end)
        } else if random.happens(habits.renewalShare) {
            renew(token, .renewed, "renewed", at: time)
        } else {
            change(token, .periodEnded, "expired", at: time)
        }
    }

    private func mendOrElse(_ token: String, at time: Instant, _ otherwise: () -> Void) {
        if random.happens(habits.recoveredShare) { renew(token, .recovered, "recovered", at: time) } else { otherwise() }
    }

    /// A period more: under the same token with an order of its own (Google), or as a transaction of its own (Apple).
    private func renew(_ token: String, _ event: PurchaseLifecycle.Event, _ word: String, at time: Instant) {
        guard var record = records[token], let period = record.product.periodSeconds else { return }
        let until = time.adding(seconds: period)
        if rules.renewsUnderOneToken {
            guard record.lifecycle.apply(event, at: time) else { return }
            record.renewals += 1
            record.orderID = "\(kind.rawValue)-order-\(token)..\(record.renewals - 1)"
            (record.expiresAt, record.graceUntil, record.isPromotion) = (until, nil, false)
            set(record)
            notify(word, token, at: time)
            scheduleCharge(record, at: time)
            return
        }
        guard record.lifecycle.apply(.periodEnded, at: time) else { return }
        record.graceUntil = nil
        set(record)
        var renewal = record
        renewal.token = newToken()
        renewal.previousToken = record.token
        renewal.lifecycle = PurchaseLifecycle(.active, at: time)
        (renewal.startedAt, renewal.purchasedAt, renewal.expiresAt, renewal.deliveredAt) = (time, time, until, nil)
        (renewal.orderID, renewal.linkedToken, renewal.isPromotion) = ("\(kind.rawValue)-order-\(renewal.token)", nil, false)
        renewal.renewals += 1
        set(renewal)
        notify(word, renewal.token, at: time)
        scheduleCharge(renewal, at: time)
    }
}

import WatchDatabase
import WatchModel

extension World where Database: ~Copyable {
    /// The app opens: it looks for unfinished purchases, and perhaps something is bought.
    func start(_ number: Int, at time: Instant) throws(SourceError) {
        var person = people[number]
        person.manager.appVersion = settings.version(at: time, eagerness: person.eagerness)
        let store = person.manager.store
        let (kind, version) = (store.kind, person.manager.appVersion)
        setWeather(at: time, store: kind, appVersion: version)
        let found = store.unfinished(customer: person.manager.customer).map(\.token)
        for token in found {
            try person.manager.handle(token, server, at: time, mishaps(at: time, kind, version))
            afterHandling(token, number, &person, at: time)
        }
        try noteStart(person, unfinished: found.count, at: time)
        if person.random.happens(settings.secondPhoneShare), !buyers.isEmpty { try person.manager.restore(with: server, at: time) }
        if let product = person.purchase(settings) {
            try buy(product, number, &person, at: time.adding(seconds: 20))
        }
        queue.schedule(.start(person: number), at: time.adding(seconds: person.secondsToNextStart(settings)))
        people[number] = person
    }

    private func buy(_ product: Product, _ number: Int, _ person: inout Person, at time: Instant) throws(SourceError) {
        let store = person.manager.store
        let (kind, version) = (store.kind, person.manager.appVersion)
        var product = product
        if strikes(.unknownProduct, person.manager.user, at: time, store: kind, appVersion: version) { product = Catalogue.unknown }
        // A subscriber who buys another subscription changes plans; the same one, or a thing that is owned, cannot be bought.
        let owned = store.owned(of: person.manager.customer)
        guard product.kind == .consumable || !owned.contains(where: { $0.product.feature == product.feature && $0.product.kind != .subscription }),
            !owned.contains(where: { $0.product.id == product.id && product.kind != .consumable })
        else { return }
        let old = product.kind == .subscription ? owned.first { $0.product.kind == .subscription && $0.lifecycle.givesAccess } : nil
        let token = store.buy(product, customer: person.manager.customer, isSandbox: person.isTester, replacing: old?.token, at: time)
        buyers.append(number)
        try person.manager.handle(token, server, at: time.adding(seconds: 3), mishaps(at: time, kind, version))
        afterHandling(token, number, &person, at: time.adding(seconds: 3))
    }

    func retry(_ number: Int, _ token: String, at time: Instant) throws(SourceError) {
        var person = people[number]
        guard person.manager.waiting[token] != nil else { return }
        let kind = person.manager.store.kind
        setWeather(at: time, store: kind, appVersion: person.manager.appVersion, attempts: person.manager.waiting[token] ?? 0)
        try person.manager.handle(token, server, at: time, mishaps(at: time, kind, person.manager.appVersion))
        afterHandling(token, number, &person, at: time)
        people[number] = person
    }

    private func afterHandling(_ token: String, _ number: Int, _ person: inout Person, at time: Instant) {
        if let delay = person.manager.retryDelaySeconds(for: token) {
            queue.schedule(.retry(person: number, token: token), at: time.adding(seconds: delay))
        }
        // The server looks again a minute later: was the purchase acknowledged?
        queue.schedule(.recheck(person.manager.store.kind, token: token), at: time.adding(seconds: 60))
    }

    // MARK: - Notifications

    func collectNotifications() {
        for kind in StoreKind.allCases {
            for notification in stores[kind]?.collectNotifications() ?? [] { send(notification) }
        }
    }

    private func send(_ notification: StoreNotification) {
        let (time, kind) = (notification.eventAt, notification.store)
        guard !strikes(.notificationsLost, notification.id, at: time, store: kind) else { return }
        var delay = random.seconds(in: 2...40)
        if strikes(.notificationsLate, notification.id, at: time, store: kind) { delay += random.seconds(in: 3600...86_400) }
        if strikes(.notificationsReordered, notification.id, at: time, store: kind) { delay += random.seconds(in: 60...3600) }
        queue.schedule(.deliver(notification, attempt: 0), at: time.adding(seconds: delay))
        if strikes(.notificationsDoubled, notification.id, at: time, store: kind) {
            queue.schedule(.deliver(notification, attempt: 0), at: time.adding(seconds: delay + random.seconds(in: 1...600)))
        }
    }

    func deliver(_ notification: StoreNotification, _ attempt: Int, at time: Instant) throws(SourceError) {
        setWeather(at: time, store: notification.store, appVersion: nil)
        // A server that is down, or cannot ask the store what happened, does not take it: the store sends it again.
        guard server.weather.isDown || server.weather.verificationFails else { return try server.receive(notification, at: time) }
        let delays = stores[notification.store]?.rules.notificationRetrySeconds ?? []
        guard attempt < delays.count else { return }
        queue.schedule(.deliver(notification, attempt: attempt + 1), at: time.adding(seconds: delays[attempt]))
    }

    // MARK: - What goes wrong

    /// An hour's chance that somebody edits a buyer's entitlements by hand.
    func edit(at time: Instant) throws(SourceError) {
        queue.schedule(.edit, at: time.adding(seconds: 3600))
        guard !buyers.isEmpty, plan.strikes(.entitlementsEdited, at: time) else { return }
        let person = people[random.pick(buyers)]
        let user = person.manager.user
        let feature = random.pick(Catalogue.products.filter { $0.kind != .consumable }).feature
        let until: Instant? = random.happens(0.5) ? nil : time.adding(seconds: random.seconds(in: 3600...(60 * 86_400)))
        try server.tables.edit(user: user, feature: feature, until: until)
        log.edited(user: user, feature: feature, until: until)
        log.fault(.entitlementsEdited, "\(user) \(feature)", at: time)
    }

    /// What is wrong with the server for the next call. The server writes down what it made a difference to.
    func setWeather(at time: Instant, store: StoreKind, appVersion: String?, attempts: Int = 0) {
        var weather = ServerWeather()
        weather.isDown = plan.strikes(.serverDown, at: time, store: store)
        weather.verificationFails = plan.strikes(.verificationFails, at: time, store: store, appVersion: appVersion)
            || (attempts < 3 && appVersion != nil && plan.strikes(.verificationSlow, at: time, store: store, appVersion: appVersion))
        weather.rejects = appVersion != nil && plan.strikes(.rejects, at: time, store: store, appVersion: appVersion)
        weather.grantsEarly = plan.strikes(.grantsPending, at: time, store: store, appVersion: appVersion)
        weather.refundsAreDropped = plan.strikes(.refundNotApplied, at: time, store: store)
        weather.renewalsAreDropped = plan.strikes(.renewalsNotCredited, at: time, store: store)
        weather.leavesReplacedRowsLive = plan.strikes(.planChangeLeavesTwo, at: time, store: store)
        weather.clockSkewSeconds = plan.strikes(.clockSkew, at: time, store: store) ? 7200 : 0
        server.weather = weather
    }

    func mishaps(at time: Instant, _ kind: StoreKind, _ version: String) -> Mishaps {
        var mishaps = Mishaps()
        for (fault, point): (Fault.Kind, Mishaps.Point) in [
            (.killedBeforeSubmit, .beforeSubmit), (.killedBeforeSaving, .beforeSaving), (.killedBeforeAcknowledge, .beforeAcknowledge),
        ] where strikes(fault, "app", at: time, store: kind, appVersion: version) { mishaps.killed = point }
        mishaps.acknowledgeFails = strikes(.acknowledgeFails, "app", at: time, store: kind, appVersion: version)
            || strikes(.neverFinishes, "app", at: time, store: kind, appVersion: version)
        mishaps.grantsBeforeVerifying = strikes(.grantsBeforeVerifying, "app", at: time, store: kind, appVersion: version)
        mishaps.sendsTwice = strikes(.duplicateProof, "app", at: time, store: kind, appVersion: version)
        return mishaps
    }

    /// Asks the plan, and writes down what strikes.
    private func strikes(_ kind: Fault.Kind, _ subject: String, at time: Instant, store: StoreKind? = nil, appVersion: String? = nil) -> Bool {
        guard plan.strikes(kind, at: time, store: store, appVersion: appVersion) else { return false }
        log.fault(kind, subject, at: time)
        return true
    }
}

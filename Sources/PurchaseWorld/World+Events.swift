import WatchDatabase
import WatchModel

extension World where Database: ~Copyable {
    /// The app opens: it looks for unfinished purchases, and perhaps something is bought.
    func start(_ number: Int, at time: Instant) throws(SourceError) {
        var person = people[number]
        person.manager.appVersion = settings.version(at: time, eagerness: person.eagerness)
        let store = person.manager.store
        let (kind, version) = (store.kind, person.manager.appVersion)
        // `PurchaseManager.reconcile`, with weather and mishaps of its own for each purchase. Nothing here asks for access, so
        // the answer to that is not fetched.
        let found = store.unfinished(customer: person.manager.customer)
        for record in found {
            let token = record.token
            setWeather(at: time, store: kind, appVersion: version, about: record)
            try person.manager.handle(token, server, at: time, mishaps(at: time, kind, version))
            afterHandling(token, number, &person, at: time)
        }
        try noteStart(person, unfinished: found.count, at: time)
        try complain(number, &person, at: time)
        if person.random.happens(settings.secondPhoneShare) { try restoreOnSecondPhone(person, at: time) }
        if let product = person.purchase(settings) {
            try buy(product, number, &person, at: time.adding(seconds: 20))
        }
        queue.schedule(.start(person: number), at: time.adding(seconds: person.secondsToNextStart(settings)))
        people[number] = person
    }

    /// "I paid and have no access": who waits for the server's answer, or lost an entitlement, sometimes says so.
    private func complain(_ number: Int, _ person: inout Person, at time: Instant) throws(SourceError) {
        let token = person.manager.waiting.keys.min()
        guard token != nil || robbed.remove(number) != nil, person.random.happens(settings.complaintShare) else { return }
        reportCount += 1
        let report = "report-\(reportCount)"
        try server.tables.database.insert(
            into: "access_reports", columns: ["report_id", "user_id", "token", "app_version", "reported_at"],
            rows: [
                [.text(report), .text(person.manager.user), token.map(Cell.text) ?? .null, .text(person.manager.appVersion), .time(time)]
            ])
        log.reported(report, user: person.manager.user, token: token, at: time)
    }

    /// Another phone of the same person, signed in to the same accounts: everything that is owned is sent again.
    private func restoreOnSecondPhone(_ person: Person, at time: Instant) throws(SourceError) {
        let first = person.manager
        var phone = PurchaseManager(user: first.user, customer: first.customer, store: first.store, appVersion: first.appVersion)
        setWeather(at: time, store: first.store.kind, appVersion: first.appVersion)
        try phone.restore(with: server, at: time)
    }

    private func buy(_ product: Product, _ number: Int, _ person: inout Person, at time: Instant) throws(SourceError) {
        let store = person.manager.store
        let (kind, version) = (store.kind, person.manager.appVersion)
        var product = product
        if strikes(.unknownProduct, person.manager.user, at: time, store: kind, appVersion: version) { product = Catalogue.unknown }
        // A subscriber who buys another subscription changes plans; the same one, or a thing that is owned, cannot be bought.
        let owned = store.owned(of: person.manager.customer)
        guard
            product.kind == .consumable
                || !owned.contains(where: { $0.product.feature == product.feature && $0.product.kind != .subscription }),
            !owned.contains(where: { $0.product.id == product.id && product.kind != .consumable })
        else { return }
        let old = product.kind == .subscription ? owned.first { $0.product.kind == .subscription && $0.lifecycle.givesAccess } : nil
        let token = store.buy(
            product, customer: person.manager.customer, account: person.manager.user, isSandbox: person.isTester, replacing: old?.token,
            at: time)
        if !person.isBuyer { buyers.append(number) }
        person.isBuyer = true
        setWeather(at: time, store: kind, appVersion: version, about: store.lookUp(token))
        try person.manager.handle(token, server, at: time.adding(seconds: 3), mishaps(at: time, kind, version))
        afterHandling(token, number, &person, at: time.adding(seconds: 3))
    }

    func retry(_ number: Int, _ token: String, at time: Instant) throws(SourceError) {
        var person = people[number]
        guard person.manager.waiting[token] != nil else { return }
        let store = person.manager.store
        let kind = store.kind
        setWeather(
            at: time, store: kind, appVersion: person.manager.appVersion, about: store.lookUp(token),
            attempts: person.manager.waiting[token] ?? 0)
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
        let record = stores[notification.store]?.lookUp(notification.token)
        setWeather(at: time, store: notification.store, appVersion: nil, about: record, notification: notification)
        guard try !server.receive(notification, at: time) else { return }
        let delays = stores[notification.store]?.rules.notificationRetrySeconds ?? []
        guard attempt < delays.count else { return }
        queue.schedule(.deliver(notification, attempt: attempt + 1), at: time.adding(seconds: delays[attempt]))
    }

    // MARK: - What goes wrong

    /// An hour's chance that somebody edits a buyer's entitlements by hand.
    func edit(at time: Instant) throws(SourceError) {
        queue.schedule(.edit, at: time.adding(seconds: 3600))
        guard !buyers.isEmpty, plan.strikes(.entitlementsEdited, at: time) else { return }
        let number = random.pick(buyers)
        let user = people[number].manager.user
        let feature = random.pick(Catalogue.products.filter { $0.kind != .consumable }).feature
        let until: Instant? = random.happens(0.5) ? nil : time.adding(seconds: random.seconds(in: 3600...(60 * 86_400)))
        try server.tables.edit(user: user, feature: feature, until: until)
        log.edited(user: user, feature: feature, until: until)
        if until == nil { robbed.insert(number) }
        log.fault(.entitlementsEdited, "\(user) \(feature)", at: time)
    }

    /// Asks the plan what is wrong with the server for the call that comes next; only of what the call can meet, so that the
    /// log has no fault that changed nothing.
    func setWeather(
        at time: Instant, store: StoreKind, appVersion: String?, about record: StoreRecord? = nil, notification: StoreNotification? = nil,
        attempts: Int = 0
    ) {
        func strikes(_ kind: Fault.Kind) -> Bool {
            self.strikes(kind, record?.token ?? "server", at: time, store: store, appVersion: appVersion)
        }
        let (isProof, state) = (appVersion != nil, record?.lifecycle.state)
        var weather = ServerWeather()
        weather.isDown = strikes(.serverDown)
        weather.verificationFails = strikes(.verificationFails) || (isProof && attempts < 3 && strikes(.verificationSlow))
        weather.rejects = isProof && strikes(.rejects)
        weather.grantsEarly = (state == .pending || weather.verificationFails) && strikes(.grantsPending)
        weather.refundsAreDropped = notification != nil && state == .revoked && strikes(.refundNotApplied)
        weather.keepsRefundedEntitlements = notification != nil && state == .revoked && strikes(.refundKeepsEntitlement)
        weather.renewalsAreDropped = ["renewed", "recovered"].contains(notification?.kind) && strikes(.renewalsNotCredited)
        weather.leavesReplacedRowsLive = record?.linkedToken != nil && strikes(.planChangeLeavesTwo)
        weather.clockSkewSeconds = strikes(.clockSkew) ? 7200 : 0
        server.weather = weather
    }

    func mishaps(at time: Instant, _ kind: StoreKind, _ version: String) -> Mishaps {
        var mishaps = Mishaps()
        for (fault, point): (Fault.Kind, Mishaps.Point) in [
            (.killedBeforeSubmit, .beforeSubmit), (.killedBeforeSaving, .beforeSaving), (.killedBeforeAcknowledge, .beforeAcknowledge),
        ] where mishaps.killed == nil && strikes(fault, "app", at: time, store: kind, appVersion: version) { mishaps.killed = point }
        mishaps.acknowledgeFails =
            strikes(.acknowledgeFails, "app", at: time, store: kind, appVersion: version)
            || strikes(.neverFinishes, "app", at: time, store: kind, appVersion: version)
        mishaps.grantsBeforeVerifying = strikes(.grantsBeforeVerifying, "app", at: time, store: kind, appVersion: version)
        mishaps.sendsTwice = strikes(.duplicateProof, "app", at: time, store: kind, appVersion: version)
        return mishaps
    }

    /// Asks the plan, and writes down what strikes.
    private func strikes(_ kind: Fault.Kind, _ subject: String, at time: Instant, store: StoreKind? = nil, appVersion: String? = nil)
        -> Bool
    {
        guard plan.strikes(kind, at: time, store: store, appVersion: appVersion) else { return false }
        log.fault(kind, subject, at: time)
        return true
    }
}

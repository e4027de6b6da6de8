package import WatchDatabase
package import WatchModel

/// The whole system that iapwatch watches: users with phones, two stores, the server, and what goes wrong between them.
///
/// Time is virtual: events happen in the order of their time, and nothing reads a real clock.
package final class World<Database: WritableStore & ~Copyable> {
    enum Event {
        case start(person: Int)
        case retry(person: Int, token: String)
        case recheck(StoreKind, token: String)
        case deliver(StoreNotification, attempt: Int)
        case edit
    }

    package let settings: WorldSettings
    package let server: Server<Database>
    let stores: [StoreKind: Store]
    let log: WorldLog
    var plan: FaultPlan
    var people: [Person]
    var queue = EventQueue<Event>()
    var random: SeededRandom
    /// Who bought something: only they have entitlements that can be edited.
    var buyers: [Int] = []
    /// Who lost an entitlement to an edit by hand, and has not started the app since.
    var robbed: Set<Int> = []
    var reportCount = 0
    /// Starts that are not written yet.
    var startRows: [[Cell]] = []
    private var startCount: Int64 = 0
    package private(set) var eventCount = 0

    private static var startsPerBatch: Int { 2000 }

    package init(_ tables: consuming ServerTables<Database>, settings: WorldSettings, log: WorldLog) {
        let google = Store(.google, habits: settings.habits, seed: settings.seed)
        let apple = Store(.apple, habits: settings.habits, seed: settings.seed)
        stores = [.google: google, .apple: apple]
        server = Server(tables, stores: [google, apple], log: log)
        (self.settings, self.log) = (settings, log)
        plan = FaultPlan(settings.faults, seed: settings.seed)
        random = SeededRandom(seed: settings.seed, stream: 4)
        people = []
        people.reserveCapacity(settings.users)
        for number in 0..<settings.users { people.append(Person(number: number, settings: settings, stores: stores)) }
    }

    /// Lets everything happen from the start to the end, and writes it into the server's tables.
    ///
    /// - Parameter progress: told how much of the time has passed, from 0 to 1, an hour of the world at a time.
    package func run(progress: (Double) -> Void = { _ in }) throws(SourceError) {
        for number in people.indices {
            queue.schedule(.start(person: number), at: settings.start.adding(seconds: people[number].random.seconds(in: 0...86_400)))
        }
        queue.schedule(.edit, at: settings.start.adding(seconds: 3600))
        var hour = settings.start
        let span = Double(settings.end.seconds(since: settings.start))
        while hour < settings.end {
            hour = min(hour.adding(seconds: 3600), settings.end)
            try server.tables.database.transaction { () throws(SourceError) in
                try advance(to: hour)
                try writeStarts()
            }
            progress(Double(hour.seconds(since: settings.start)) / span)
        }
    }

    /// The stores and the world take turns, in the order of time.
    private func advance(to end: Instant) throws(SourceError) {
        while let time = [queue.nextTime, stores[.google]?.nextTime, stores[.apple]?.nextTime].compactMap({ $0 }).min(), time <= end {
            for kind in StoreKind.allCases { stores[kind]?.advance(to: time) }
            collectNotifications()
            if queue.nextTime == time, let (time, event) = queue.next() {
                eventCount += 1
                try happen(event, at: time)
                collectNotifications()
            }
        }
    }

    private func happen(_ event: Event, at time: Instant) throws(SourceError) {
        switch event {
        case .start(let number): try start(number, at: time)
        case .retry(let number, let token): try retry(number, token, at: time)
        case .recheck(let kind, let token):
            setWeather(at: time, store: kind, appVersion: nil, about: stores[kind]?.lookUp(token))
            try server.recheck(token, in: kind, at: time)
        case .deliver(let notification, let attempt): try deliver(notification, attempt, at: time)
        case .edit: try edit(at: time)
        }
    }

    func noteStart(_ person: Person, unfinished: Int, at time: Instant) throws(SourceError) {
        startCount += 1
        let kind = person.manager.store.kind
        startRows.append([
            .integer(startCount), .text(person.manager.user), .text(kind.rawValue), .text(person.manager.appVersion), .time(time),
            .integer(Int64(unfinished)), .text(person.isTester ? "sandbox" : "production"),
        ])
        log.started(person, unfinished: unfinished, at: time)
        if startRows.count >= Self.startsPerBatch { try writeStarts() }
    }

    private func writeStarts() throws(SourceError) {
        guard !startRows.isEmpty else { return }
        try server.tables.database.insert(
            into: "starts", columns: ["start_id", "user_id", "store", "app_version", "started_at", "unfinished", "environment"],
            rows: startRows)
        startRows.removeAll(keepingCapacity: true)
    }
}

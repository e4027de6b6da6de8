import TestSupport
import WatchDatabase
import WatchModel

@testable import PurchaseWorld

/// Two stores and a server over one database, for tests that make their own events. Nothing happens in it by chance.
protocol Shop: AnyObject {
    var google: Store { get }
    var apple: Store { get }
    var weather: ServerWeather { get set }
    /// What `--source` wants.
    var url: String { get }

    func submit(_ proof: Proof, at time: Instant) throws -> Answer
    func receive(_ notification: StoreNotification, at time: Instant) throws -> Bool
    func link(_ account: String, to other: String) throws
    func handle(_ token: String, on phone: inout PurchaseManager, at time: Instant, _ mishaps: Mishaps) throws -> Answer?
    func reconcile(_ phone: inout PurchaseManager, at time: Instant, _ mishaps: Mishaps) throws -> Int
    func restore(_ phone: inout PurchaseManager, at time: Instant) throws
    func refresh(_ phone: inout PurchaseManager, at time: Instant) throws
    /// A line each, cells separated by `|`; the same text from both databases.
    func rows(_ sql: String) throws -> [String]
}

/// When the tests' worlds begin.
let start = Instant(seconds: 1_793_491_200)

extension Instant {
    static func after(days: Int64 = 0, hours: Int64 = 0, minutes: Int64 = 0, seconds: Int64 = 0) -> Instant {
        start.adding(seconds: days * 86_400 + hours * 3600 + minutes * 60 + seconds)
    }
}

extension Shop {
    func store(_ kind: StoreKind) -> Store { kind == .google ? google : apple }

    func phone(_ user: String, _ kind: StoreKind = .google, customer: String? = nil) -> PurchaseManager {
        PurchaseManager(user: user, customer: customer, store: store(kind))
    }

    /// Presses the button, and no more: the app has not heard of it yet.
    func buy(
        _ product: String, _ phone: PurchaseManager, isPending: Bool = false, replacing old: String? = nil, at time: Instant = start
    ) -> String {
        guard let product = Catalogue[id: product] else { preconditionFailure("the shop does not sell \(product)") }
        return phone.store.buy(
            product, customer: phone.customer, account: phone.user, isPending: isPending, replacing: old, at: time)
    }

    /// Presses the button, and lets the app do its work a second later.
    @discardableResult
    func buyAndHandle(
        _ product: String, _ phone: inout PurchaseManager, isPending: Bool = false, replacing old: String? = nil, at time: Instant = start,
        _ mishaps: Mishaps = Mishaps()
    ) throws -> String {
        let token = buy(product, phone, isPending: isPending, replacing: old, at: time)
        _ = try handle(token, on: &phone, at: time.adding(seconds: 1), mishaps)
        return token
    }

    @discardableResult
    func handle(_ token: String, on phone: inout PurchaseManager, at time: Instant) throws -> Answer? {
        try handle(token, on: &phone, at: time, Mishaps())
    }

    @discardableResult
    func reconcile(_ phone: inout PurchaseManager, at time: Instant) throws -> Int { try reconcile(&phone, at: time, Mishaps()) }

    func advance(to time: Instant) {
        for store in [google, apple] { store.advance(to: time) }
    }

    /// What the stores have to say until now.
    func notifications() -> [StoreNotification] { google.collectNotifications() + apple.collectNotifications() }

    /// The server gets all of it.
    func tell(at time: Instant) throws {
        for notification in notifications() { _ = try receive(notification, at: time) }
    }

    /// `feature|end`.
    func entitlements(_ user: String) throws -> [String] {
        try rows("SELECT feature, valid_until FROM entitlements WHERE user_id = '\(user)' ORDER BY feature")
    }

    /// `token|state`.
    func states() throws -> [String] { try rows("SELECT token, state FROM purchases ORDER BY token") }
}

/// Where a shop's data is.
final class ShopOver<Database: WritableStore & ~Copyable>: Shop {
    let google = Store(.google, habits: .none)
    let apple = Store(.apple, habits: .none)
    let url: String
    private let server: Server<Database>
    private let directory: TemporaryDirectory?

    init(_ database: consuming Database, url: String, directory: TemporaryDirectory?) throws {
        let tables = ServerTables(database)
        try tables.create()
        server = Server(tables, stores: [google, apple])
        (self.url, self.directory) = (url, directory)
    }

    var weather: ServerWeather {
        get { server.weather }
        set { server.weather = newValue }
    }

    func submit(_ proof: Proof, at time: Instant) throws -> Answer { try server.submit(proof, at: time) }
    func receive(_ notification: StoreNotification, at time: Instant) throws -> Bool { try server.receive(notification, at: time) }
    func link(_ account: String, to other: String) throws { try server.link(account, to: other) }
    func restore(_ phone: inout PurchaseManager, at time: Instant) throws { try phone.restore(with: server, at: time) }
    func refresh(_ phone: inout PurchaseManager, at time: Instant) throws { try phone.refresh(from: server, at: time) }

    func handle(_ token: String, on phone: inout PurchaseManager, at time: Instant, _ mishaps: Mishaps) throws -> Answer? {
        try phone.handle(token, server, at: time, mishaps)
    }

    func reconcile(_ phone: inout PurchaseManager, at time: Instant, _ mishaps: Mishaps) throws -> Int {
        try phone.reconcile(with: server, at: time, mishaps: mishaps)
    }

    func rows(_ sql: String) throws -> [String] {
        try server.tables.database.rows(Statement(sql)).rows.map { $0.map(\.text).joined(separator: "|") }
    }
}

extension SourceDatabase.Kind {
    /// An empty shop on a fresh database of this kind.
    func shop() throws -> any Shop {
        let directory = try TemporaryDirectory("shop")
        switch self {
        case .sqlite:
            let path = directory.file("shop.sqlite")
            return try ShopOver(try SQLiteStore(path: path, busySeconds: 1), url: "sqlite:\(path)", directory: directory)
        case .postgres:
            let url = try SourceDatabase.create(.postgres, schema: nil, in: directory).url
            return try ShopOver(try PostgresStore(location: PostgresLocation(url: Secret(url))), url: url, directory: nil)
        }
    }
}

extension Cell {
    /// The same text for what both databases hold.
    var text: String {
        switch self {
        case .null: "-"
        case .integer(let number): String(number)
        case .real(let number): "\(number)"
        case .text(let text): text
        case .time(let instant): instant.iso8601
        }
    }
}

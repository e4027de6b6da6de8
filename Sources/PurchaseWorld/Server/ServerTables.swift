package import WatchDatabase
package import WatchModel

/// The server's tables in one of its databases: the schema, saving a purchase, and asking.
package struct ServerTables<Database: WritableStore & ~Copyable>: ~Copyable {
    package let database: Database

    package init(_ database: consuming Database) {
        self.database = database
    }

    /// The tables that iapwatch watches, and the server's own: the users' coins.
    package func create() throws(SourceError) {
        let sqlite = Database.dialect == .sqlite
        let (time, big) = (sqlite ? "TEXT" : "timestamptz", sqlite ? "INTEGER" : "bigint")
        try database.execute(
            """
            CREATE TABLE products (product_id TEXT PRIMARY KEY, feature TEXT NOT NULL);
            CREATE TABLE purchases (
              token TEXT PRIMARY KEY, user_id TEXT NOT NULL, product_id TEXT NOT NULL, store TEXT NOT NULL, state TEXT NOT NULL,
              expires_at \(time) NOT NULL, updated_at \(time) NOT NULL, created_at \(time), pending_since \(time), purchased_at \(time),
              verified_at \(time), granted_at \(time), acknowledged_at \(time), revoked_at \(time), revocation_kind TEXT,
              environment TEXT, app_version TEXT, kind TEXT, order_id TEXT, subscription_id TEXT, linked_token TEXT,
              quantity \(big), refunded_millipercent \(big), price_micros \(big), currency TEXT, grace_until \(time)
            );
            CREATE INDEX purchases_by_user ON purchases (user_id);
            CREATE TABLE entitlements (
              user_id TEXT NOT NULL, feature TEXT NOT NULL, valid_until \(time) NOT NULL, PRIMARY KEY (user_id, feature)
            );
            CREATE TABLE starts (
              start_id \(big) PRIMARY KEY, user_id TEXT, store TEXT, app_version TEXT, started_at \(time), unfinished \(big), environment TEXT
            );
            CREATE TABLE notifications (
              notification_id TEXT PRIMARY KEY, store TEXT, kind TEXT, event_at \(time), received_at \(time), processed_at \(time)
            );
            CREATE TABLE access_reports (
              report_id TEXT PRIMARY KEY, user_id TEXT, token TEXT, app_version TEXT, reported_at \(time)
            );
            CREATE TABLE coins (token TEXT PRIMARY KEY, user_id TEXT NOT NULL, amount \(big) NOT NULL);
            """)
        for product in Catalogue.products {
            try database.run(
                Statement(
                    "INSERT INTO products (product_id, feature) VALUES (:id, :feature)",
                    parameters: ["id": .text(product.id), "feature": .text(product.feature)])
            )
        }
    }

    /// The tables of ours that are there already.
    package func existing() throws(SourceError) -> [String] {
        let source =
            Database.dialect == .sqlite
            ? "SELECT name FROM sqlite_schema WHERE type = 'table'"
            : "SELECT tablename::text AS name FROM pg_tables WHERE schemaname = current_schema()"
        let names = try database.rows(Statement(source)).rows.compactMap { if case .text(let name) = $0[0] { name } else { nil } }
        return Self.names.filter(names.contains)
    }

    package func drop() throws(SourceError) {
        for name in Self.names { try database.execute("DROP TABLE IF EXISTS \(name)") }
    }

    static var names: [String] { ["products", "purchases", "entitlements", "starts", "notifications", "access_reports", "coins"] }

    // MARK: - Saving

    /// Saves a purchase under its token, and rebuilds what its user owns: both or neither.
    ///
    /// - Parameter grantsEarly: the fault of a server that takes a pending or unverified purchase for a paid one.
    /// - Parameter rebuilds: false for the fault of a server that forgets the second half.
    func save(_ row: ServerRow, grantsEarly: Bool = false, rebuilds: Bool = true) throws(SourceError) {
        try database.transaction { () throws(SourceError) in
            try database.run(Statement(ServerRow.upsert, parameters: Dictionary(uniqueKeysWithValues: zip(ServerRow.columns, row.values))))
            if let coins = row.coins { try credit(row.token, user: row.user, amount: coins) }
            if rebuilds { try rebuild(user: row.user, grantsEarly: grantsEarly) }
        }
    }

    private func rebuild(user: String, grantsEarly: Bool) throws(SourceError) {
        let states = grantsEarly ? "'active', 'grace', 'pending', 'purchased'" : "'active', 'grace'"
        let parameters: [String: ParameterValue] = ["user": .text(user)]
        try database.run(Statement("DELETE FROM entitlements WHERE user_id = :user", parameters: parameters))
        try database.run(
            Statement(
                """
                INSERT INTO entitlements (user_id, feature, valid_until)
                SELECT purchases.user_id, products.feature, max(coalesce(purchases.grace_until, purchases.expires_at))
                FROM purchases JOIN products ON products.product_id = purchases.product_id
                WHERE purchases.user_id = :user AND purchases.state IN (\(states)) AND purchases.kind <> 'consumable'
                GROUP BY purchases.user_id, products.feature
                """, parameters: parameters))
    }

    /// Credits a consumable once per token, whatever is sent how often.
    private func credit(_ token: String, user: String, amount: Int64) throws(SourceError) {
        try database.run(
            Statement(
                "INSERT INTO coins VALUES (:token, :user, :amount) ON CONFLICT (token) DO NOTHING",
                parameters: ["token": .text(token), "user": .text(user), "amount": .integer(amount)]))
    }

    /// What somebody does by hand in the database: `until` nil takes access away.
    func edit(user: String, feature: String, until: Instant?) throws(SourceError) {
        let parameters: [String: ParameterValue] = [
            "user": .text(user), "feature": .text(feature), "until": until.map(ParameterValue.time) ?? .null,
        ]
        guard until != nil else {
            return try database.run(
                Statement("DELETE FROM entitlements WHERE user_id = :user AND feature = :feature", parameters: parameters))
        }
        try database.run(
            Statement(
                """
                INSERT INTO entitlements VALUES (:user, :feature, :until)
                ON CONFLICT (user_id, feature) DO UPDATE SET valid_until = excluded.valid_until
                """, parameters: parameters))
    }

    /// All of one account's purchases become another's, and both are rebuilt.
    func move(from old: String, to new: String) throws(SourceError) {
        try database.transaction { () throws(SourceError) in
            try database.run(
                Statement("UPDATE purchases SET user_id = :new WHERE user_id = :old", parameters: ["old": .text(old), "new": .text(new)]))
            try rebuild(user: old, grantsEarly: false)
            try rebuild(user: new, grantsEarly: false)
        }
    }

    // MARK: - Asking

    /// The account that a token belongs to, and the state of its row.
    func owner(of token: String) throws(SourceError) -> (user: String, state: String)? {
        let rows = try database.rows(
            Statement("SELECT user_id, state FROM purchases WHERE token = :token", parameters: ["token": .text(token)])
        ).rows
        guard case .text(let user)? = rows.first?[0], case .text(let state)? = rows.first?[1] else { return nil }
        return (user, state)
    }

    func entitlements(of user: String) throws(SourceError) -> [Entitlement] {
        let rows = try database.rows(
            Statement(
                "SELECT feature, valid_until FROM entitlements WHERE user_id = :user ORDER BY feature", parameters: ["user": .text(user)])
        ).rows
        return rows.compactMap { row in
            guard case .text(let feature) = row[0], let until = Self.instant(row[1]) else { return nil }
            return Entitlement(feature: feature, validUntil: until)
        }
    }

    private static func instant(_ cell: Cell) -> Instant? {
        switch cell {
        case .time(let instant): instant
        case .text(let text): Instant(iso8601: text)
        default: nil
        }
    }
}

/// What a user may use, and until when.
package struct Entitlement: Equatable, Sendable {
    package var feature: String
    package var validUntil: Instant
}

import WatchCatalog
import WatchDatabase
import WatchModel

/// Collects what the tables and the figures say about one purchase.
struct TokenSearch: SnapshotWork {
    let explain: Explain
    /// Bound, and never written into SQL.
    let token: String

    private static let times = [
        "created_at", "pending_since", "purchased_at", "verified_at", "granted_at", "acknowledged_at", "revoked_at", "expires_at",
        "updated_at",
    ]
    private static let texts = ["user_id", "product_id", "store", "state", "app_version", "kind", "revocation_kind", "environment"]

    mutating func perform<Source: SourceConnection & ~Copyable>(on source: inout Source) throws(SourceError) -> TokenReport {
        let desk = try EvidenceDesk(explain, on: &source)
        var report = TokenReport(now: desk.now)
        report.accessReports = try accessReports(desk, on: &source)
        guard let (purchase, user) = try purchase(desk, on: &source) else { return report }
        report.purchase = purchase
        try addConditions(to: &report, desk, on: &source)
        if let user, !user.isEmpty { try addAccess(of: user, to: &report, desk, on: &source) }
        report.acknowledgeBy = try acknowledgeBy(purchase, desk, on: &source)
        return report
    }

    private func rows<Source: SourceConnection & ~Copyable>(
        _ sql: String, reading tables: [String], _ values: [String: ParameterValue], _ desk: EvidenceDesk, on source: inout Source
    ) throws(SourceError) -> [[Cell]] {
        let compiled = desk.compiler.compile(sql, reading: tables, file: "explain")
        return try source.rows(Statement(compiled.sql, parameters: desk.parameters.merging(values) { $1 }), limit: 10_000).rows
    }

    private func purchase<Source: SourceConnection & ~Copyable>(
        _ desk: EvidenceDesk, on source: inout Source
    ) throws(SourceError) -> (purchase: TokenReport.Purchase, user: String?)? {
        let sql = """
            SELECT \((Self.texts + Self.times).joined(separator: ", ")),
              (SELECT max(feature) FROM products WHERE products.product_id = purchases.product_id) AS feature
            FROM purchases WHERE token = :explained_token
            """
        let found = try rows(sql, reading: ["purchases", "products"], ["explained_token": .text(token)], desk, on: &source)
        guard let row = found.first else { return nil }
        func text(_ name: String) -> String? { Self.texts.firstIndex(of: name).flatMap { FoldedText.text(row[$0]) } }
        var purchase = TokenReport.Purchase()
        (purchase.store, purchase.product, purchase.state) = (text("store"), text("product_id"), text("state"))
        (purchase.appVersion, purchase.kind, purchase.revocationKind) = (text("app_version"), text("kind"), text("revocation_kind"))
        purchase.isSandbox = text("environment") == "sandbox"
        purchase.feature = FoldedText.text(row[Self.texts.count + Self.times.count]).flatMap { $0.isEmpty ? nil : $0 }
        let available = desk.available["purchases"] ?? []
        for (index, column) in Self.times.enumerated() where available.contains(column) {
            purchase.times[column] = .some(FoldedText.instant(row[Self.texts.count + index]))
        }
        return (purchase, text("user_id"))
    }

    /// The figures that count it, and why.
    private func addConditions<Source: SourceConnection & ~Copyable>(
        to report: inout TokenReport, _ desk: EvidenceDesk, on source: inout Source
    ) throws(SourceError) {
        for query in explain.queries where !query.evidenceBodies.isEmpty {
            guard case .runnable(_, _, let gauges) = desk.compiler.plan(query) else { continue }
            let compiled = desk.compiler.evidence(query, selecting: "metric, rule, since", " WHERE token = :explained_token")
            guard let compiled else { continue }
            let values = desk.parameters.merging(["explained_token": .text(token)]) { $1 }
            for row in try source.rows(Statement(compiled.sql, parameters: values), limit: 1000).rows {
                guard let name = FoldedText.text(row[0]), let plan = gauges.first(where: { $0.gauge.name == name }), plan.source == .column
                else { continue }
                report.conditions.append(
                    TokenReport.Condition(
                        metric: plan.gauge.metric, rule: FoldedText.text(row[1]) ?? "", since: FoldedText.instant(row[2])))
            }
        }
    }

    private func addAccess<Source: SourceConnection & ~Copyable>(
        of user: String, to report: inout TokenReport, _ desk: EvidenceDesk, on source: inout Source
    ) throws(SourceError) {
        guard let feature = report.purchase?.feature else { return }
        let values: [String: ParameterValue] = [
            "explained_token": .text(token), "explained_user": .text(user), "explained_feature": .text(feature),
        ]
        let granted = try rows(
            """
            SELECT valid_until, CASE WHEN valid_until IS NULL OR valid_until >= :now THEN 1 ELSE 0 END AS is_valid
            FROM entitlements WHERE user_id = :explained_user AND feature = :explained_feature
            """, reading: ["entitlements"], values, desk, on: &source)
        report.isEntitled = granted.contains { $0[1] == .integer(1) }
        report.entitledUntil = granted.compactMap { FoldedText.instant($0[0]) }.max()
        let others = try rows(
            """
            SELECT count(*) AS others FROM purchases
            WHERE user_id = :explained_user AND token <> :explained_token
              AND (state = 'grace' OR (state = 'active' AND (expires_at IS NULL OR expires_at >= :now)))
              AND product_id IN (SELECT product_id FROM products WHERE feature = :explained_feature)
            """, reading: ["purchases", "products"], values, desk, on: &source)
        if case .integer(let count)? = others.first?[0] { report.otherPaying = Int(count) }
    }

    private func accessReports<Source: SourceConnection & ~Copyable>(
        _ desk: EvidenceDesk, on source: inout Source
    ) throws(SourceError) -> (count: Int, newest: Instant?)? {
        guard desk.available["access_reports"]?.contains("token") ?? false else { return nil }
        let found = try rows(
            "SELECT count(*) AS reports, max(reported_at) AS newest FROM access_reports WHERE token = :explained_token",
            reading: ["access_reports"], ["explained_token": .text(token)], desk, on: &source)
        guard let row = found.first, case .integer(let count) = row[0] else { return (0, nil) }
        return (Int(count), FoldedText.instant(row[1]))
    }

    /// Google's deadline, where the columns tell that it runs.
    private func acknowledgeBy<Source: SourceConnection & ~Copyable>(
        _ purchase: TokenReport.Purchase, _ desk: EvidenceDesk, on source: inout Source
    ) throws(SourceError) -> Instant? {
        guard purchase.store == "google", !purchase.lacks("acknowledged_at"), purchase.time("acknowledged_at") == nil,
            let paid = purchase.time("purchased_at"), !["pending", "lapsed", "revoked"].contains(purchase.state ?? "")
        else { return nil }
        let found = try rows(
            "SELECT max(acknowledge_within_seconds) AS seconds FROM products WHERE product_id = :explained_product",
            reading: ["products"], ["explained_product": .text(purchase.product ?? "")], desk, on: &source)
        var seconds = explain.configuration.acknowledgement.deadlineSeconds
        if case .integer(let own)? = found.first?[0] { seconds = own }
        return paid.adding(seconds: seconds)
    }
}

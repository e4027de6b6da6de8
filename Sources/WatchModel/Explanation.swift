/// The purchases behind one figure.
package struct Explanation: Equatable, Sendable {
    package var metric: String
    package var help: String
    /// The moment that ages count from.
    package var now: Instant
    /// How many there are behind the figure, by its store.
    package var counts: [(store: String, count: Int)]
    /// The oldest of them, as many as were asked for.
    package var rows: [EvidenceRow]
    /// What the reader has to know about it, such as where the ages come from.
    package var notes: [String]

    package init(
        metric: String, help: String, now: Instant, counts: [(store: String, count: Int)], rows: [EvidenceRow], notes: [String]
    ) {
        (self.metric, self.help, self.now) = (metric, help, now)
        (self.counts, self.rows, self.notes) = (counts, rows, notes)
    }

    package var total: Int { counts.reduce(0) { $0 + $1.count } }

    package static func == (left: Explanation, right: Explanation) -> Bool {
        left.metric == right.metric && left.help == right.help && left.now == right.now && left.rows == right.rows
            && left.notes == right.notes && left.counts.elementsEqual(right.counts) { $0 == $1 }
    }
}

/// One purchase, or whatever else a figure counts, and the rule that caught it.
package struct EvidenceRow: Equatable, Sendable {
    /// What an evidence query returns, in any order.
    package static let columns = [
        "metric", "rule", "token", "user_id", "product_id", "store", "app_version", "state", "since", "detail",
    ]

    /// Stands for the token, or for the user where there is no token.
    package var fingerprint: String
    package var rule: String
    package var product: String?
    package var store: String?
    package var appVersion: String?
    package var state: String?
    /// Since when it is so; nil where nothing tells.
    package var since: Instant?
    package var detail: String?
    /// Only where somebody has asked for them, on a terminal.
    package var identifiers: Identifiers?

    package struct Identifiers: Equatable, Sendable {
        package var token: String?
        package var user: String?

        package init(token: String?, user: String?) {
            (self.token, self.user) = (token, user)
        }
    }

    package init(
        fingerprint: String, rule: String, product: String?, store: String?, appVersion: String?, state: String?, since: Instant?,
        detail: String?, identifiers: Identifiers? = nil
    ) {
        (self.fingerprint, self.rule, self.product, self.store) = (fingerprint, rule, product, store)
        (self.appVersion, self.state, self.since, self.detail) = (appVersion, state, since, detail)
        self.identifiers = identifiers
    }
}

/// A figure that can be explained, and how many are behind it.
package struct ExplainableFigure: Equatable, Sendable {
    package var metric: String
    package var store: String
    package var count: Int

    package init(metric: String, store: String, count: Int) {
        (self.metric, self.store, self.count) = (metric, store, count)
    }
}

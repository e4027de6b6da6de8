/// Everything that the watch thinks of one purchase: for the person who answers "I paid and have no access".
package struct TokenReport: Equatable, Sendable {
    /// A condition that a figure counts the purchase for.
    package struct Condition: Equatable, Sendable {
        package var metric: String
        package var rule: String
        package var since: Instant?

        package init(metric: String, rule: String, since: Instant?) {
            (self.metric, self.rule, self.since) = (metric, rule, since)
        }
    }

    /// The row of `purchases`, without its identifiers.
    package struct Purchase: Equatable, Sendable {
        package var store: String?
        package var product: String?
        package var state: String?
        package var appVersion: String?
        package var kind: String?
        package var revocationKind: String?
        package var isSandbox = false
        /// What the product gives; nil where the product is unknown.
        package var feature: String?
        /// By canonical column, such as `verified_at`: nil for NULL, no entry for a column that the table lacks.
        package var times: [String: Instant?] = [:]

        package init() {}

        package func time(_ column: String) -> Instant? { times[column] ?? nil }
        package func lacks(_ column: String) -> Bool { times[column] == nil }
    }

    package var now: Instant
    /// nil when no row has the token.
    package var purchase: Purchase?
    package var conditions: [Condition] = []
    /// Until when its user can use the feature; nil when there is no entitlement.
    package var entitledUntil: Instant?
    package var isEntitled = false
    /// Other purchases of the same user that give the feature now.
    package var otherPaying = 0
    /// Reports of users about it in the window, and the newest; nil where the table is missing.
    package var accessReports: (count: Int, newest: Instant?)?
    /// When the store takes the money back unless somebody acknowledges; nil where that does not apply or cannot be known.
    package var acknowledgeBy: Instant?
    /// Figures that could not be asked about, and what they want.
    package var unavailable: [(metric: String, wants: String)] = []

    package init(now: Instant) {
        self.now = now
    }

    package static func == (left: TokenReport, right: TokenReport) -> Bool {
        left.now == right.now && left.purchase == right.purchase && left.conditions == right.conditions
            && left.entitledUntil == right.entitledUntil && left.isEntitled == right.isEntitled && left.otherPaying == right.otherPaying
            && left.accessReports?.count == right.accessReports?.count && left.accessReports?.newest == right.accessReports?.newest
            && left.acknowledgeBy == right.acknowledgeBy && left.unavailable.elementsEqual(right.unavailable) { $0 == $1 }
    }
}

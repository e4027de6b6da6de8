package import WatchModel

/// Everything that a user can set, checked, with the defaults filled in.
package struct Configuration: Equatable, Sendable {
    package struct Source: Equatable, Sendable {
        /// nil when neither the file nor the command line names one.
        package var location: SourceLocation?
        /// From `password_file` or `password_env`; in `location`, too, where that is a Postgres server.
        package var password: Secret?
        /// The Postgres schema of the unqualified tables; nil for the role's search path.
        package var schema: String?
        /// `row_security: accept`: the user vouches that the policies show this role every row.
        package var acceptsRowSecurity = false
        package var limits = SourceLimits()
        /// How often a run is tried again on a fresh snapshot after a transient error.
        package var retries = 2
    }

    package struct Thresholds: Equatable, Sendable {
        package var pendingSeconds: Int64 = 86_400
        package var unverifiedSeconds: Int64 = 3600
        package var driftSeconds: Int64 = 3600
        package var recentWindowSeconds: Int64 = 86_400
        /// A payment that is pending for longer will not be completed any more.
        package var deadPendingSeconds: Int64 = 7 * 86_400
        /// How long after its end a purchase may still be active: renewals and their notifications are minutes apart.
        package var expirySeconds: Int64 = 3600
        /// How old the youngest purchase of a cohort is: by then most refunds are in.
        package var cohortMaturitySeconds: Int64 = 14 * 86_400
        package var cohortWindowSeconds: Int64 = 30 * 86_400

        package init() {}
    }

    /// What the shop does on purpose, so that it is not reported as a mistake.
    package struct Policy: Equatable, Sendable {
        /// A customer whose money went back may keep what was bought.
        package var refundKeepsAccess = false

        package init() {}
    }

    /// How long Google waits for a purchase to be acknowledged before it refunds it.
    package struct Acknowledgement: Equatable, Sendable {
        /// - Source: Google Play Billing: "acknowledge within three days".
        package static let defaultDeadlineSeconds: Int64 = 72 * 3600

        package var deadlineSeconds = defaultDeadlineSeconds
        /// Where a product has another deadline, such as a prepaid plan, by product id.
        package var deadlineSecondsByProduct: [String: Int64] = [:]

        /// The longest of them; what was paid before that is settled. Deadlines that a table tells are taken to be no longer
        /// than a week.
        package var longestSeconds: Int64 { max(deadlineSeconds, deadlineSecondsByProduct.values.max() ?? 0, 7 * 86_400) }
    }

    package struct Queries: Equatable, Sendable {
        /// A directory of the user's own queries, beside the built-in ones, under `iapwatch_custom_`.
        package var customDirectory: String?
        /// How often a query runs, by query name, where it differs from what its file says.
        package var cadence: [String: Cadence] = [:]
    }

    package var source = Source()
    package var thresholds = Thresholds()
    package var policy = Policy()
    package var acknowledgement = Acknowledgement()
    package var queries = Queries()
    /// How many values of an open label are shown; the default where it is not here.
    package var labelLimits: [OpenLabel: Int] = [:]
    /// How often the job is scheduled; exported, so that alerts can measure staleness in runs.
    package var intervalSeconds: Int64 = 300
    package var outputDirectory: String?
    package var stateDirectory: String?
    /// By canonical name; a table that is not here has the identity mapping.
    package var tables: [String: TableMapping] = [:]
    /// Where each setting stands, by dotted path such as `source.url`, for messages about what turns up later.
    package var positions: [String: FilePosition] = [:]

    package init() {}

    package static let defaultLabelLimit = 20

    package func limit(of label: OpenLabel) -> Int { labelLimits[label] ?? Self.defaultLabelLimit }

    package func mapping(of table: String) -> TableMapping {
        var mapping = tables[table] ?? .identity(table)
        if table == "products" { mapping.acknowledgeSecondsByProduct = acknowledgement.deadlineSecondsByProduct }
        return mapping
    }
}

/// How often a query runs.
package enum Cadence: String, Equatable, Sendable, CaseIterable {
    case run
    case hour
    case day

    package var seconds: Int64 {
        switch self {
        case .run: 0
        case .hour: 3600
        case .day: 86_400
        }
    }
}

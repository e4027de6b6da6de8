import TestSupport
import Testing
import WatchModel

@testable import PurchaseWorld

/// The backbone: whatever goes wrong in a world, the program reports what the world's own log says, and nothing else.
@Suite struct ClosedLoopTests {
    private static let moments: [Int64] = [0, 3600, 86_400]

    /// A cohort that fits into a fortnight.
    private static let configuration = "thresholds: { cohort_maturity: 3d, cohort_window: 7d }\n"
    private static let thresholds: WorldThresholds = {
        var thresholds = WorldThresholds()
        (thresholds.cohortMaturitySeconds, thresholds.cohortWindowSeconds) = (3 * 86_400, 7 * 86_400)
        return thresholds
    }()

    /// Figures that say that something is wrong now.
    private static let alarms: Set<String> = [
        "overdue_pending_purchases", "overdue_unverified_purchases", "unverified_purchases", "paid_without_access",
        "access_without_payment", "entitlement_drift", "unknown_product_purchases", "unknown_state_purchases", "unknown_store_purchases",
        "purchases_without_user", "dead_pending_purchases", "granted_too_early", "revoked_still_entitled", "active_past_expiry",
        "recent_acknowledged_before_verified", "replaced_still_live", "transferred_purchases", "duplicate_subscriptions",
        "orders_with_several_users", "unknown_revocation_kind_purchases", "unknown_environment_purchases", "purchases_from_the_future",
        "purchases_with_placeholder_time", "expiry_before_purchase", "revoked_before_purchase", "unusable_purchases",
        "starts_from_the_future", "notifications_from_the_future", "access_reports_from_the_future", "badly_sorting_times",
        "products_without_feature", "products_differing_in_case",
    ]

    @Test(arguments: Scenario.all.map(\.name))
    func reportsTheTruthAndNothingElse(_ scenario: String) throws {
        // Many purchases by few users, so that no scenario shows by luck.
        var settings = WorldSettings(users: 300, days: 14, end: SimulatedWorld.end, seed: 1)
        settings.purchaseShare = 0.03
        let world = try SimulatedWorld(try #require(Scenario[named: scenario]).applied(to: settings))
        for url in ["sqlite:\(world.path)", try world.copyToPostgres()] {
            for seconds in Self.moments {
                let now = world.settings.end.adding(seconds: seconds)
                let watch = try Watch(url: url, now: now, configuration: Self.configuration)
                let differences = watch.differences(from: world.truth.figures(at: now, Self.thresholds))
                #expect(
                    differences.isEmpty, "\(scenario), \(seconds) s after the end, \(url.prefix(6)): \(differences.joined(separator: "; "))"
                )
                guard seconds == 0 else { continue }
                // Another day's truth is another: the comparison can tell.
                #expect(!watch.differences(from: world.truth.figures(at: now.adding(seconds: 86_400), Self.thresholds)).isEmpty)
                if scenario == "healthy" { #expect(watch.figures.filter { Self.alarms.contains($0.key.metric) && $0.value != 0 } == [:]) }
                try Symptom.check(scenario, watch.figures, world)
            }
        }
    }

    /// A sum over all labels that begin with these.
    struct Symptom {
        var metric: String
        var labels = ""
        var least: Double = 1
        /// Labels that must have none: what a fault of one store must not do to the other.
        var quiet: String?

        /// What each scenario is about.
        static let all: [String: [Symptom]] = [
            "healthy": [],
            "store_outage": [
                Symptom(metric: "unverified_purchases", labels: "google", quiet: "apple"),
                Symptom(metric: "overdue_unverified_purchases", labels: "google", quiet: "apple"),
            ],
            "ack_regression": [
                Symptom(metric: "recent_refunded_purchases", labels: "google/unacknowledged"),
                Symptom(metric: "recent_starts_with_unfinished_purchase", labels: "google", least: 30),
                Symptom(metric: "recent_starts_with_unfinished_purchase", labels: "apple", least: 30),
            ],
            "unfinished_regression": [Symptom(metric: "recent_starts_with_unfinished_purchase", labels: "apple", least: 30)],
            "refund_wave": [Symptom(metric: "recent_refunded_purchases", labels: "google/refund")],
            "bad_rollout": [
                Symptom(metric: "recent_refunded_purchases", labels: "google/unacknowledged", least: 0),
                Symptom(metric: "recent_starts_with_unfinished_purchase", labels: "", least: 10),
                Symptom(metric: "paid_without_access"),
            ],
            "stuck_pending": [
                Symptom(metric: "overdue_pending_purchases", labels: "google", least: 2, quiet: "apple"),
                Symptom(metric: "dead_pending_purchases", labels: "google", least: 2, quiet: "apple"),
            ],
            "early_grants": [Symptom(metric: "granted_too_early", labels: "google", quiet: "apple")],
            "refunds_keep_access": [
                Symptom(metric: "revoked_still_entitled", labels: "google"), Symptom(metric: "revoked_still_entitled", labels: "apple"),
            ],
            "plan_changes": [
                Symptom(metric: "replaced_still_live", labels: "google"), Symptom(metric: "replaced_still_live", labels: "apple"),
                // A chain is one purchase with Google, and goes on over plan changes with Apple.
                Symptom(metric: "duplicate_subscriptions", labels: "apple", quiet: "google"),
            ],
            "told_too_early": [Symptom(metric: "recent_acknowledged_before_verified", least: 5)],
            "renewals_ignored": [Symptom(metric: "active_past_expiry", least: 5)],
            "edited_by_hand": [
                Symptom(metric: "paid_without_access"), Symptom(metric: "entitlement_drift"), Symptom(metric: "access_without_payment"),
            ],
            "unknown_product": [Symptom(metric: "unknown_product_purchases", least: 5)],
        ]

        static func check(_ scenario: String, _ figures: [WorldFigure: Double], _ world: SimulatedWorld) throws {
            func sum(_ metric: String, _ labels: String) -> Double {
                figures.filter { $0.key.metric == metric && $0.key.labels.hasPrefix(labels) }.values.reduce(0, +)
            }
            for symptom in all[scenario] ?? [] {
                let found = sum(symptom.metric, symptom.labels)
                #expect(found >= symptom.least, "\(scenario): \(symptom.metric) \(symptom.labels) is \(found)")
                if let quiet = symptom.quiet { #expect(sum(symptom.metric, quiet) == 0, "\(scenario): \(symptom.metric) \(quiet)") }
            }
            for metric in ["cohort_purchases", "recent_charges", "recent_users_with_start", "recent_paid_amount_micros"] {
                #expect(sum(metric, "") > 0, "\(scenario): \(metric)")
            }
            switch scenario {
            case "unfinished_regression":
                // The other store finds few, as ever.
                #expect(sum("recent_starts_with_unfinished_purchase", "google") < 5)
            case "refund_wave":
                // Three to four of a hundred are as ever.
                #expect(sum("recent_refunded_purchases", "") > 0.1 * sum("recent_purchases", ""))
            case "refunds_ignored":
                // What iapwatch cannot see is that a refund was not written: only that there are fewer than the stores know of.
                let inBooks = world.records.count {
                    $0.revocationKind == .refund && ($0.revokedAt ?? start) > world.settings.end.adding(seconds: -86_400)
                }
                #expect(Double(inBooks) > sum("recent_refunded_purchases", "") + 2)
            case "wrong_clock":
                // Rows from the future are there, and are not believed.
                let limit = world.settings.end.adding(seconds: 300)
                #expect(try world.rows("SELECT count(*) > 0 FROM purchases WHERE updated_at > '\(limit.iso8601)'") == ["1"])
                #expect(sum("purchases_from_the_future", "") > 0)
                let newest = figures[WorldFigure("newest_record_timestamp_seconds", "google/purchases")] ?? 0
                #expect(newest < limit.secondsWithFraction)
            case "lost_notifications", "everything":
                #expect(!world.truth.faults.isEmpty)
            default: #expect(all[scenario] != nil, "\(scenario) has no symptom to look for")
            }
        }
    }

    /// The whole way round once: both commands, and the expectations in the truth file.
    @Test(arguments: SourceDatabase.Kind.allCases)
    func theTruthFileSaysWhatIsFound(_ kind: SourceDatabase.Kind) throws {
        let directory = try TemporaryDirectory("loop")
        let url = try kind == .sqlite ? "sqlite:world.sqlite" : SourceDatabase.create(.postgres, schema: nil, in: directory).url
        let words = ["simulate", "--into", url, "--users", "120", "--days", "8", "--scenario", "everything", "--truth", "truth"]
        let outcome = try Program.run(words, in: directory.path)
        #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome)")
        var expected: [String: [WorldFigure: Double]] = [:]
        for line in try directory.read("truth").split(separator: "\n") where line.hasPrefix("expected\t") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            expected[fields[1], default: [:]][WorldFigure(String(fields[2].dropFirst("iapwatch_".count)), fields[3])] = Double(fields[4])
        }
        #expect(expected.count == 4)
        let absolute = kind == .sqlite ? "sqlite:\(directory.file("world.sqlite"))" : url
        for (moment, figures) in expected {
            let now = try #require(Instant(iso8601: moment))
            #expect(try Watch(url: absolute, now: now).differences(from: figures) == [])
        }
    }
}

package import WatchModel

/// What the watch knows of one purchase, for support: an answer first, then what it rests on.
package enum TokenReportText {
    package static func render(_ report: TokenReport, width: Int = 100) -> String {
        var text = TerminalText.wrapped(TokenAnswer.sentence(report), to: width).joined(separator: "\n") + "\n\n"
        var facts: [[String]] = []
        if let purchase = report.purchase { facts += Self.facts(purchase, report) }
        if let reports = report.accessReports {
            let newest = reports.newest.map { ", the newest \(ago($0, report)) ago" } ?? ""
            facts.append(["reports of no access", "\(reports.count)\(newest)"])
        } else {
            facts.append(["reports of no access", "cannot be known: there is no table access_reports with tokens"])
        }
        text += AlignedTable(rows: facts).render(indent: 2, width: width)
        guard report.purchase != nil else { return text }
        text += report.conditions.isEmpty ? "\nNo figure counts it.\n" : "\nFigures that count it:\n"
        let rows = report.conditions.map { [$0.metric, $0.since.map { "for \(ago($0, report))" } ?? "", $0.rule] }
        return text + AlignedTable(rows: rows).render(indent: 2, width: width)
    }

    private static func facts(_ purchase: TokenReport.Purchase, _ report: TokenReport) -> [[String]] {
        var facts = [
            ["state", purchase.state ?? "none"], ["store", purchase.store ?? "none"],
            [
                "product",
                (purchase.product ?? "none") + (purchase.feature.map { ", gives \($0)" } ?? ", which gives no feature that is known"),
            ],
        ]
        if purchase.isSandbox { facts.append(["environment", "sandbox: a test purchase, left out of every figure"]) }
        if let version = purchase.appVersion { facts.append(["app version", version]) }
        if let kind = purchase.revocationKind { facts.append(["revoked as", kind]) }
        for (column, name) in [
            ("created_at", "created"), ("pending_since", "pending since"), ("purchased_at", "paid"), ("verified_at", "verified"),
            ("acknowledged_at", "acknowledged"), ("revoked_at", "revoked"), ("expires_at", "expires"), ("updated_at", "last change"),
        ] {
            facts.append([name, time(column, purchase, report)])
        }
        if let deadline = report.acknowledgeBy {
            let left = deadline.seconds(since: report.now)
            facts.append([
                "to be acknowledged",
                left > 0
                    ? "within \(DurationText.render(Double(left))), or Google takes the money back"
                    : "too late since \(ago(deadline, report)): Google has taken the money back",
            ])
        }
        facts.append(["access now", access(report)])
        if report.otherPaying > 0 { facts.append(["other purchases", "\(report.otherPaying) more of this user give the same now"]) }
        return facts
    }

    private static func access(_ report: TokenReport) -> String {
        guard report.isEntitled else {
            return report.entitledUntil.map { "no; it ended \(ago($0, report)) ago" } ?? "no entitlement"
        }
        return report.entitledUntil.map { "yes, until \($0.iso8601)" } ?? "yes, without end"
    }

    /// A time, or why there is none: NULL and a missing column are two things.
    private static func time(_ column: String, _ purchase: TokenReport.Purchase, _ report: TokenReport) -> String {
        if purchase.lacks(column) { return "cannot be known: there is no column \(column)" }
        guard let time = purchase.time(column) else { return "no" }
        let distance = report.now.seconds(since: time)
        return distance >= 0 ? "\(time.iso8601), \(ago(time, report)) ago" : "\(time.iso8601), in \(DurationText.render(Double(-distance)))"
    }

    private static func ago(_ time: Instant, _ report: TokenReport) -> String {
        DurationText.render(max(0, report.now.secondsWithFraction - time.secondsWithFraction))
    }
}

/// The sentence that support can answer with.
package enum TokenAnswer {
    package static func sentence(_ report: TokenReport) -> String {
        guard let purchase = report.purchase else {
            return "No purchase has this token. The app may never have sent it, the server may have refused it, or it was cut when it "
                + "was copied: ask the store for the order."
        }
        if purchase.isSandbox { return "This is a test purchase: no money was paid." }
        switch purchase.state {
        case "pending":
            return "The payment is not complete\(since(purchase, ["pending_since", "created_at"], report)): nothing is owed yet. If the "
                + "user has paid, the store has to confirm it."
        case "lapsed": return "The payment was cancelled or declined: no money was taken, and no access is owed."
        case "purchased": return unverified(purchase, report)
        case "active", "grace":
            if let deadline = report.acknowledgeBy, deadline < report.now {
                return "Nobody told Google in time that the purchase was delivered, so the money has gone back to the user."
            }
            if !purchase.lacks("verified_at"), purchase.time("verified_at") == nil, purchase.time("purchased_at") != nil, !report.isEntitled
            {
                return unverified(purchase, report)
            }
            return active(purchase, report)
        case "revoked": return revoked(purchase, report)
        case "expired": return ended("The purchase has expired" + ago(purchase, "expires_at", report), report)
        case "on_hold": return ended("The renewal could not be paid, and the subscription is on hold", report)
        case "paused": return ended("The user has paused the subscription", report)
        default: return "The purchase is in a state that iapwatch does not know: look at the row."
        }
    }

    private static func unverified(_ purchase: TokenReport.Purchase, _ report: TokenReport) -> String {
        "Paid, and not verified\(since(purchase, ["purchased_at", "created_at"], report)): the user is right, and the server has to ask "
            + "the store about it."
    }

    private static func active(_ purchase: TokenReport.Purchase, _ report: TokenReport) -> String {
        guard purchase.feature != nil else {
            return "Paid, and the product gives nothing: it is not in the table products, or has no feature there. The user is right."
        }
        if report.isEntitled {
            return "Paid, verified and granted: the user has access. If the app does not show it, it has to ask the server again."
        }
        if purchase.state == "active", let end = purchase.time("expires_at"), end < report.now {
            return
                "The purchase should have ended or been renewed\(ago(purchase, "expires_at", report)): ask the store which of the two."
        }
        return "Paid, and the access is missing: the user is right, and the entitlement has to be made again."
    }

    private static func revoked(_ purchase: TokenReport.Purchase, _ report: TokenReport) -> String {
        let what =
            switch purchase.revocationKind {
            case "refund": "The money was refunded"
            case "chargeback": "The payment was charged back"
            case "unacknowledged": "Google took the money back, because nobody told it in time that the purchase was delivered"
            case "family": "Family sharing has ended; no money went back"
            case "upgrade": "Another plan has replaced it; no money went back"
            default: "The purchase was revoked"
            }
        return ended(what + ago(purchase, "revoked_at", report), report)
    }

    /// An end takes access away, unless something else gives it.
    private static func ended(_ what: String, _ report: TokenReport) -> String {
        if report.otherPaying > 0 {
            return what
                + (report.isEntitled
                    ? ". The user has access through another purchase."
                    : ". Another purchase gives the same, and the access is missing: the user is right.")
        }
        return what + (report.isEntitled ? ", and the user still has access." : ". No access is owed for it.")
    }

    private static func since(_ purchase: TokenReport.Purchase, _ columns: [String], _ report: TokenReport) -> String {
        guard let time = columns.compactMap({ purchase.time($0) }).first, time < report.now else { return "" }
        return " for " + DurationText.render(Double(report.now.seconds(since: time)))
    }

    private static func ago(_ purchase: TokenReport.Purchase, _ column: String, _ report: TokenReport) -> String {
        guard let time = purchase.time(column), time < report.now else { return "" }
        return " \(DurationText.render(Double(report.now.seconds(since: time)))) ago"
    }
}

import Testing
import WatchModel

@testable import WatchOutput

/// What support reads first.
@Suite struct TokenAnswerTests {
    private let now = Instant(seconds: 1_796_126_400)

    private func report(
        _ state: String?, kind: String? = nil, feature: String? = "premium", paidHoursAgo: Int64? = 3, verified: Bool = true,
        expiresInHours: Int64 = 100, entitled: Bool = false, others: Int = 0, deadlineInHours: Int64? = nil, sandbox: Bool = false
    ) -> TokenReport {
        var report = TokenReport(now: now)
        var purchase = TokenReport.Purchase()
        (purchase.state, purchase.revocationKind, purchase.feature, purchase.isSandbox) = (state, kind, feature, sandbox)
        let paid = paidHoursAgo.map { now.adding(seconds: -$0 * 3600) }
        let times: [(String, Instant?)] = [
            ("purchased_at", paid), ("verified_at", verified ? paid : nil), ("pending_since", paid), ("revoked_at", paid),
            ("expires_at", now.adding(seconds: expiresInHours * 3600)),
        ]
        for (column, time) in times { purchase.times.updateValue(time, forKey: column) }
        report.purchase = purchase
        (report.isEntitled, report.otherPaying) = (entitled, others)
        report.acknowledgeBy = deadlineInHours.map { now.adding(seconds: $0 * 3600) }
        return report
    }

    private func answers(_ report: TokenReport, _ words: String...) {
        let sentence = TokenAnswer.sentence(report)
        for word in words { #expect(sentence.contains(word), "\(sentence)") }
    }

    @Test func theUserIsRight() {
        answers(report("purchased", verified: false), "not verified for 3 h", "the user is right")
        answers(report("active", verified: false), "not verified for 3 h", "the user is right")
        answers(report("active"), "the access is missing", "the user is right")
        answers(report("grace"), "the access is missing", "the user is right")
        answers(report("active", feature: nil), "the product gives nothing", "is right")
        answers(report("expired", expiresInHours: -2, others: 1), "expired 2 h ago", "the user is right")
    }

    @Test func thereIsAccess() {
        answers(report("active", entitled: true), "has access", "ask the server again")
        answers(report("active", verified: false, entitled: true), "has access")
        answers(report("revoked", kind: "upgrade", entitled: true, others: 1), "Another plan", "through another purchase")
    }

    @Test func nothingIsOwed() {
        answers(report("pending"), "not complete for 3 h", "nothing is owed yet")
        answers(report("lapsed"), "no money was taken")
        answers(report("revoked", kind: "refund"), "refunded 3 h ago", "No access is owed")
        answers(report("revoked", kind: "chargeback"), "charged back")
        answers(report("revoked", kind: "family"), "Family sharing", "no money went back")
        answers(report("revoked", kind: "unacknowledged"), "Google took the money back")
        answers(report("revoked"), "was revoked")
        answers(report("on_hold"), "on hold")
        answers(report("paused"), "paused")
        answers(report("active", entitled: true, sandbox: true), "test purchase")
        answers(report("active", deadlineInHours: -1), "money has gone back")
    }

    @Test func whatCannotBeToldIsSaid() {
        answers(report("active", expiresInHours: -2), "ended or been renewed 2 h ago")
        answers(report("active", entitled: true, deadlineInHours: 5), "has access")
        answers(report("whatever"), "does not know")
        answers(report(nil), "does not know")
        answers(TokenReport(now: now), "No purchase has this token")
    }

    @Test func factsSayWhyTheyAreMissing() {
        var report = report("active", deadlineInHours: 5)
        report.purchase?.times.removeValue(forKey: "verified_at")
        let text = TokenReportText.render(report)
        #expect(text.contains("cannot be known: there is no column verified_at"))
        #expect(text.contains("within 5 h, or Google takes the money back"))
        #expect(text.contains("cannot be known: there is no table access_reports"))
    }

    /// Products and stores come from outside.
    @Test func hostileValuesDoNothingToTheTerminal() {
        var report = report("active")
        report.purchase?.product = "\u{1b}[31mred\n=x"
        let text = TokenReportText.render(report)
        #expect(!text.contains("\u{1b}") && text.contains("␛[31mred␊=x"))
    }
}

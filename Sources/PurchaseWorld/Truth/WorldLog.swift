import WatchModel

/// The world's own account of what happened, line by line: what was saved, edited, started and notified, and every fault.
///
/// - Shape: fields separated by tabs; the first names the kind of line. Times are seconds since the epoch, `-` is none.
package final class WorldLog {
    private let sink: (String) -> Void

    /// - Parameter sink: gets each line, without its end; by default nobody does.
    package init(sink: @escaping (String) -> Void = { _ in }) {
        self.sink = sink
    }

    /// - Parameter rebuilds: false when the user's entitlements stayed as they were.
    func saved(_ row: ServerRow, grantsEarly: Bool, rebuilds: Bool = true) {
        write(
            "row", row.token, row.user, row.productID, row.store.rawValue, row.state, time(row.expiresAt), time(row.updatedAt),
            time(row.createdAt),
            time(row.pendingSince), time(row.purchasedAt), time(row.verifiedAt), time(row.revokedAt), row.revocationKind ?? "-",
            row.isSandbox ? "sandbox" : "production", row.kind.rawValue, time(row.graceUntil),
            rebuilds ? (grantsEarly ? "early" : "-") : "kept",
            time(row.grantedAt), time(row.acknowledgedAt), row.appVersion ?? "-", row.orderID ?? "-", row.subscriptionID ?? "-",
            row.linkedToken ?? "-", String(row.quantity), String(row.priceMicros), row.currency,
            row.refundedMillipercent.map { String($0) } ?? "-")
    }

    func moved(from old: String, to new: String) { write("moved", old, new) }

    func edited(user: String, feature: String, until: Instant?) { write("edited", user, feature, time(until)) }

    func notified(_ notification: StoreNotification, isProcessed: Bool, at received: Instant) {
        write(
            "notification", notification.id, notification.store.rawValue, time(received), time(notification.eventAt),
            isProcessed ? "processed" : "-")
    }

    func reported(_ report: String, user: String, token: String?, at moment: Instant) {
        write("report", report, user, token ?? "-", time(moment))
    }

    func started(_ person: Person, unfinished: Int, at moment: Instant) {
        let app = person.manager
        write(
            "start", app.store.kind.rawValue, time(moment), String(unfinished), person.isTester ? "sandbox" : "production", app.user,
            app.appVersion)
    }

    func fault(_ kind: Fault.Kind, _ subject: String, at moment: Instant) { write("fault", kind.rawValue, time(moment), subject) }

    private func write(_ fields: String...) { sink(fields.joined(separator: "\t")) }

    private func time(_ instant: Instant?) -> String { instant.map { String($0.seconds) } ?? "-" }
}

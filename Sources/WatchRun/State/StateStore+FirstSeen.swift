import WatchDatabase
import WatchModel

/// A purchase that is outstanding in this snapshot.
struct OutstandingPurchase: Equatable {
    var fingerprint: Fingerprint
    var store: String
    /// Since when the tables say it is so; at least that long, it may be longer.
    var since: Instant
}

extension StateStore {
    /// Notes what is outstanding now: what was seen before keeps its moment, what is gone is forgotten.
    ///
    /// The earliest moment that was ever seen stands, so a re-send that bumps `updated_at` cannot restart the clock.
    func noteOutstanding(_ purchases: [OutstandingPurchase], condition: String, run: Int64) throws(SourceError) {
        try store.transaction { () throws(SourceError) in
            for purchase in purchases {
                try store.run(
                    """
                    INSERT INTO first_seen VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (condition, fingerprint) DO UPDATE SET
                      store = excluded.store,
                      since_microseconds = min(since_microseconds, excluded.since_microseconds),
                      seen_in_run = excluded.seen_in_run
                    """,
                    values: [
                        .text(condition), .text(purchase.fingerprint.hex), .text(purchase.store),
                        .integer(purchase.since.microseconds), .integer(run),
                    ]
                ) { (_) throws(SourceError) in }
            }
            try store.run("DELETE FROM first_seen WHERE condition = ? AND seen_in_run <> ?", values: [.text(condition), .integer(run)]) {
                (_) throws(SourceError) in
            }
        }
    }

    /// How many were first seen before a moment, by store.
    ///
    /// - Parameter start: those that were first seen earlier are left out; nil for none.
    func countFirstSeen(condition: String, from start: Instant? = nil, before moment: Instant) throws(SourceError) -> [String: Int64] {
        var counts: [String: Int64] = [:]
        try store.run(
            """
            SELECT store, count(*) FROM first_seen WHERE condition = ? AND since_microseconds >= ? AND since_microseconds < ?
            GROUP BY store
            """,
            values: [.text(condition), .integer(start?.microseconds ?? .min), .integer(moment.microseconds)]
        ) { (row) throws(SourceError) in
            if case .text(let name) = row[0], case .integer(let count) = row[1] { counts[name] = count }
        }
        return counts
    }

    /// When the one that is outstanding for the longest was first seen, by store.
    ///
    /// - Parameter start: those that were first seen earlier are left out; nil for none.
    func oldestFirstSeen(condition: String, from start: Instant? = nil) throws(SourceError) -> [String: Instant] {
        var oldest: [String: Instant] = [:]
        try store.run(
            "SELECT store, min(since_microseconds) FROM first_seen WHERE condition = ? AND since_microseconds >= ? GROUP BY store",
            values: [.text(condition), .integer(start?.microseconds ?? .min)]
        ) { (row) throws(SourceError) in
            if case .text(let name) = row[0], case .integer(let since) = row[1] { oldest[name] = Instant(microseconds: since) }
        }
        return oldest
    }

    /// Everything that the ledger holds: since when, by condition and fingerprint.
    func allFirstSeen() throws(SourceError) -> [String: [String: Instant]] {
        var all: [String: [String: Instant]] = [:]
        try store.run("SELECT condition, fingerprint, since_microseconds FROM first_seen", values: []) { (row) throws(SourceError) in
            if case .text(let condition) = row[0], case .text(let fingerprint) = row[1], case .integer(let since) = row[2] {
                all[condition, default: [:]][fingerprint] = Instant(microseconds: since)
            }
        }
        return all
    }

    /// How many entries the ledger holds, by condition.
    func ledgerSizes() throws(SourceError) -> [String: Int64] {
        var sizes: [String: Int64] = [:]
        try store.run("SELECT condition, count(*) FROM first_seen GROUP BY condition", values: []) { (row) throws(SourceError) in
            if case .text(let name) = row[0], case .integer(let count) = row[1] { sizes[name] = count }
        }
        return sizes
    }
}

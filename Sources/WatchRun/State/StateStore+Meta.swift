import WatchDatabase
import WatchModel

extension StateStore {
    /// The last run that measured everything; nil when none is known.
    func lastSuccess() throws(SourceError) -> Instant? {
        try number("last_success_microseconds").map(Instant.init(microseconds:))
    }

    func setLastSuccess(_ instant: Instant) throws(SourceError) {
        try set("last_success_microseconds", to: instant.microseconds)
    }

    /// When the history was thinned for the last time.
    func lastThinning() throws(SourceError) -> Instant? {
        try number("history_thinned_microseconds").map(Instant.init(microseconds:))
    }

    func setLastThinning(_ instant: Instant) throws(SourceError) {
        try set("history_thinned_microseconds", to: instant.microseconds)
    }

    /// A number that no earlier run had, whatever the clock says.
    func nextRunNumber() throws(SourceError) -> Int64 {
        let next = (try number("runs") ?? 0) + 1
        try set("runs", to: next)
        return next
    }

    private func number(_ key: String) throws(SourceError) -> Int64? {
        let rows = try store.rows(Statement("SELECT value FROM meta WHERE key = :key", parameters: ["key": .text(key)])).rows
        guard case .text(let text)? = rows.first?.first else { return nil }
        return Int64(text)
    }

    private func set(_ key: String, to value: Int64) throws(SourceError) {
        try store.run(
            Statement(
                "INSERT INTO meta VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                parameters: ["key": .text(key), "value": .text(String(value))]))
    }
}

import TestSupport
import Testing
import WatchDatabase
import WatchModel

/// Local times become the same instants on both databases.
@Suite struct LocalTimeParityTests {
    /// Hours around changes of the clock: skipped ones, doubled ones, and changes that are not daylight saving.
    private static let cases: [(zone: String, days: [String])] = [
        ("Europe/Berlin", ["2026-03-29", "2026-10-25", "2026-07-01", "2040-07-01"]), ("America/New_York", ["2026-03-08", "2026-11-01"]),
        ("Europe/Dublin", ["2026-03-29", "2026-10-25"]), ("Europe/Moscow", ["2014-10-26", "2011-03-27"]),
        ("Asia/Kathmandu", ["1986-01-01"]),
        ("Pacific/Apia", ["2011-12-29", "2011-12-30", "2011-12-31"]), ("Australia/Lord_Howe", ["2026-04-05", "2026-10-04"]),
        ("Africa/Casablanca", ["2026-02-15", "2026-03-22"]), ("UTC", ["2026-03-29"]), ("Etc/GMT+5", ["2026-03-29"]),
    ]

    @Test(arguments: cases.map(\.zone))
    func readsLocalTimesAsPostgresDoes(zone: String) throws {
        let folder = TemporaryFolder()
        var sqlite = try SQLiteConnection(path: try folder.database("CREATE TABLE t (x)"), limits: SourceLimits(), interruption: .never)
        var postgres = try TestDatabase().open()
        let days = Self.cases.first { $0.zone == zone }?.days ?? []
        for day in days {
            let texts = stride(from: 0, to: 24 * 60, by: 30).map { minute in
                "\(day) \(minute / 60 < 10 ? "0" : "")\(minute / 60):\(minute % 60 == 0 ? "00" : "30"):01.5"
            }
            let values = "(VALUES " + texts.map { "('\($0)')" }.joined(separator: ", ") + ") AS v"
            let parameters = ["zone": ParameterValue.text(zone)]
            let ours = try sqlite.rows(Statement("SELECT iapwatch_utc(column1, :zone) FROM \(values)", parameters: parameters), limit: 48)
            let theirs = try postgres.rows(
                Statement("SELECT CAST(column1 AS timestamp) AT TIME ZONE :zone FROM \(values)", parameters: parameters), limit: 48)
            try #require(ours.rows.count == texts.count && theirs.rows.count == texts.count)
            for (index, text) in texts.enumerated() {
                guard case .time(let instant) = theirs.rows[index][0] else {
                    Issue.record("no time")
                    continue
                }
                #expect(ours.rows[index] == [.text(instant.iso8601)], "\(text) in \(zone)")
            }
        }
    }
}

import Testing
import WatchDatabase
import WatchModel

@Suite struct SQLiteTimesTests {
    private func utc(_ text: String, _ zone: String) throws -> [Cell] {
        let folder = TemporaryFolder()
        var source = try SQLiteConnection(path: try folder.database("CREATE TABLE t (x)"), limits: SourceLimits(), interruption: .never)
        let rows = try source.rows(Statement("SELECT iapwatch_utc(\(text), \(zone))"), limit: 1)
        return rows.rows[0]
    }

    @Test(arguments: [
        ("'2026-12-01T01:36:35Z'", "''", "2026-12-01T01:36:35Z"),
        ("'2026-12-01 01:36:35.250000+02'", "NULL", "2026-11-30T23:36:35.25Z"),
        ("'2026-12-01 01:36:35'", "'UTC'", "2026-12-01T01:36:35Z"),
        ("'2026-12-01 01:36:35.5'", "'Europe/Berlin'", "2026-12-01T00:36:35.5Z"),
        ("'2026-12-01T01:36:35Z'", "'Europe/Berlin'", "2026-12-01T01:36:35Z"),
    ])
    func readsAnyISO8601Text(text: String, zone: String, expected: String) throws {
        #expect(try utc(text, zone) == [.text(expected)])
    }

    @Test(arguments: [
        ("NULL", "'UTC'"), ("'2026-12-01 01:36:35'", "''"), ("'2026-12-01 01:36:35'", "NULL"), ("'yesterday'", "'UTC'"),
        ("1764552995", "'UTC'"), ("''", "'UTC'"), ("'2026-02-30 01:00:00'", "'UTC'"),
    ])
    func givesNullForWhatIsNoTime(text: String, zone: String) throws {
        #expect(try utc(text, zone) == [.null])
    }

    @Test func refusesAnUnknownZone() throws {
        let error = #expect(throws: SourceError.self) { try utc("'2026-12-01 01:36:35'", "'Europe/Atlantis'") }
        #expect(error?.kind == .query)
    }

    @Test func knowsTimeZones() {
        for name in ["UTC", "Europe/Berlin", "America/New_York", "Etc/GMT+5", "America/Argentina/Buenos_Aires"] {
            #expect(isKnownTimeZone(name), "\(name)")
        }
        for name in [
            "", "Europe", "Europe/Atlantis", "../../etc/passwd", "/etc/localtime", "zone.tab", "right/UTC", ":UTC", "Europe/Berlin\0",
        ] {
            #expect(!isKnownTimeZone(name), "\(name)")
        }
    }
}

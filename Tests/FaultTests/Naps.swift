import TestSupport

/// Queries that sleep for as long as a row of the watched database says: so that something can happen meanwhile, and a try on
/// a fresh snapshot goes through at once.
enum Naps {
    /// For the Postgres seed.
    static let table = "CREATE TABLE nap (seconds integer); INSERT INTO nap VALUES (0);\n"

    static let query = Seed.counting("slept_purchases", where: "(SELECT pg_sleep(seconds)::text FROM nap) = ''")

    /// A session of the job is in the middle of the nap.
    static let asleep = "state = 'active' AND wait_event = 'PgSleep'"

    static func set(_ seconds: Int, in bench: Bench) throws { try bench.execute("UPDATE nap SET seconds = \(seconds)") }

    /// A bench with a fast query, a sleeping one, and a third that comes after both.
    static func bench(on server: PostgresServer? = nil) throws -> (Bench, words: [String]) {
        let bench = try Bench(.postgres, on: server, seed: Seed.rows + table)
        let words = try bench.queries([
            "a_fast": Seed.counting("fast_purchases"), "b_nap": query, "c_last": Seed.counting("last_purchases"),
        ])
        return (bench, words)
    }
}

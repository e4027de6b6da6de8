import Glibc
import Synchronization
import TestSupport
import Testing
import WatchDatabase
import WatchModel

@Suite struct PostgresConnectionTests {
    let database = TestDatabase()

    /// For tests that try to change nothing, or try in vain.
    private static let common: TestDatabase = {
        let database = TestDatabase()
        database.execute(
            """
            CREATE TABLE t (x int); CREATE SEQUENCE s;
            CREATE FUNCTION write_t() RETURNS int LANGUAGE sql AS 'INSERT INTO t VALUES (1) RETURNING x';
            """)
        return database
    }()

    @Test func saysWhatItIs() throws {
        let source = try database.open()
        #expect(source.facts.server.hasPrefix("Postgres 1"))
        #expect(source.facts.now.map { $0.microseconds % 1_000_000 } == 0)
        #expect(!source.facts.isStandby)
        #expect(source.facts.replayLagSeconds == nil)
    }

    @Test(arguments: [
        ("statement_timeout", "30s"), ("lock_timeout", "2s"), ("idle_in_transaction_session_timeout", "4min"),
        ("default_transaction_read_only", "on"), ("transaction_read_only", "on"), ("transaction_isolation", "repeatable read"),
        ("row_security", "off"), ("TimeZone", "UTC"), ("client_encoding", "UTF8"), ("standard_conforming_strings", "on"),
        ("client_connection_check_interval", "1s"), ("application_name", "iapwatch"),
    ])
    func protectsTheHost(setting: String, value: String) throws {
        var source = try Self.common.open()
        #expect(try source.rows(Statement("SHOW \(setting)"), limit: 1).rows == [[.text(value)]])
    }

    @Test func turnsTypesIntoCells() throws {
        var source = try database.open()
        let cases: [(String, Cell)] = [
            ("NULL::int", .null), ("true", .integer(1)), ("false", .integer(0)), ("7::int2", .integer(7)),
            ("9223372036854775807", .integer(.max)), ("1.5::float4", .real(1.5)), ("'Infinity'::float8", .real(.infinity)),
            ("sum(2::bigint)", .integer(2)), ("5.00::numeric", .integer(5)), ("-0.25::numeric", .real(-0.25)),
            ("92233720368547758080::numeric", .real(92_233_720_368_547_758_080)), ("'a'::text", .text("a")), ("''", .text("")),
            ("timestamptz '2026-12-01 01:36:35.25+02'", .time(Instant(microseconds: 1_796_081_795_250_000))),
            ("timestamptz 'infinity'", .time(Instant.farFuture)), ("timestamptz '-infinity'", .time(Instant.farPast)),
            ("timestamptz '0044-03-15 BC'", .time(Instant.farPast)),
            ("timestamptz '12026-01-01'", .time(Instant.farFuture)),
            ("timestamp '2026-12-01 01:36:35'", .text("2026-12-01 01:36:35")), ("count(*)", .integer(1)),
        ]
        for (sql, cell) in cases { #expect(try source.rows(Statement("SELECT \(sql)"), limit: 1).rows == [[cell]], "\(sql)") }
        for sql in ["'NaN'::float8", "'NaN'::numeric"] {
            guard case .real(let value) = try source.rows(Statement("SELECT \(sql)"), limit: 1).rows[0][0] else {
                Issue.record("\(sql)")
                continue
            }
            #expect(value.isNaN)
        }
    }

    @Test func bindsParametersByName() throws {
        var source = try database.open()
        let now = Instant(microseconds: 1_796_081_795_250_000)
        let statement = Statement(
            "SELECT :now, :n + 1, :r, :s, ':no', :n::text -- :no",
            parameters: ["now": .time(now), "n": .integer(3), "r": .real(0.5), "s": .text("it's"), "unused": .integer(1)])
        let rows = try source.rows(statement, limit: 1).rows
        #expect(rows == [[.time(now), .integer(4), .real(0.5), .text("it's"), .text(":no"), .text("3")]])
        let edges = [
            "a": ParameterValue.time(Instant.farFuture), "b": .real(-.infinity), "c": .time(Instant.farPast),
        ]
        let row: [Cell] = [.time(Instant.farFuture), .real(-.infinity), .time(Instant.farPast)]
        #expect(try source.rows(Statement("SELECT :a, :b, :c", parameters: edges), limit: 1).rows == [row])
    }

    @Test func placesErrorsInTheUsersSQL() throws {
        var source = try database.open()
        let parameters = ["n": ParameterValue.integer(1), "long_name": .integer(2)]
        let sql = "SELECT 'äöü€', :n, :long_name, nope"
        let error = sourceError { () throws(SourceError) in _ = try source.prepare(Statement(sql, parameters: parameters)) }
        #expect(error?.code == "42703")
        #expect(error?.sqlOffset == sql.utf8.count - 4)
        let planned = sourceError { () throws(SourceError) in _ = try source.plan(Statement(sql, parameters: parameters)) }
        #expect(planned?.sqlOffset == sql.utf8.count - 4)
        let missing = sourceError { () throws(SourceError) in _ = try source.prepare(Statement("SELECT :nope")) }
        #expect(missing?.message == "the parameter :nope has no value")
        let tens = "SELECT " + (0..<10).map { ":a\($0)" }.joined(separator: ",") + ",:x,:y, nope"
        var values = Dictionary(uniqueKeysWithValues: (0..<10).map { ("a\($0)", ParameterValue.integer(1)) })
        values["x"] = .integer(1)
        values["y"] = .integer(1)
        let grown = sourceError { () throws(SourceError) in _ = try source.prepare(Statement(tens, parameters: values)) }
        #expect(grown?.sqlOffset == tens.utf8.count - 4)
    }

    @Test(arguments: [
        "INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (1) RETURNING x", "CREATE TEMP TABLE u (x int)", "DELETE FROM t", "COMMIT",
        "SELECT nextval('s')", "SELECT x FROM t FOR UPDATE", "SELECT write_t()", "COPY t TO STDOUT", "SET TRANSACTION READ WRITE",
        "SELECT 1; SELECT 2", "SELECT set_config('transaction_read_only', 'off', false)", "TRUNCATE t", "VACUUM", "",
    ])
    func refusesToWriteAndToLeaveTheSnapshot(sql: String) throws {
        var source = try Self.common.open()
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Statement(sql), limit: 1) }
        #expect(error?.kind == .query, "\(String(describing: error))")
        #expect(try source.rows(Statement("SELECT count(*) FROM t"), limit: 1).rows == [[.integer(0)]])
    }

    @Test func seesNoLaterCommitEvenAfterAFailedQuery() throws {
        database.execute("CREATE TABLE t (x int); INSERT INTO t VALUES (1)")
        var source = try database.open()
        let count = Statement("SELECT count(*) FROM t")
        #expect(try source.rows(count, limit: 1).rows == [[.integer(1)]])
        database.execute("INSERT INTO t VALUES (2)")
        #expect(
            sourceError { () throws(SourceError) in _ = try source.rows(Statement("SELECT 1 / (x - x) FROM t"), limit: 1) }?.code == "22012"
        )
        #expect(try source.rows(count, limit: 1).rows == [[.integer(1)]])
        source.close()
        var later = try database.open()
        #expect(try later.rows(count, limit: 1).rows == [[.integer(2)]])
    }

    @Test func keepsValuesOutOfErrors() throws {
        database.execute("CREATE TABLE t (x text); INSERT INTO t VALUES ('token-\"4711')")
        var source = try database.open()
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Statement("SELECT x::bigint FROM t"), limit: 1) }
        #expect(error?.code == "22P02")
        #expect(error?.message == "invalid input syntax for type bigint: (value)")
    }

    @Test func stopsAQueryAtItsLimitAndKeepsTheSnapshot() throws {
        var source = try database.open(limits: .short)
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Statement("SELECT pg_sleep(60)::text"), limit: 1) }
        #expect(error?.kind == .queryTimedOut)
        #expect(try source.rows(Statement("SELECT 1"), limit: 1).rows == [[.integer(1)]])
    }

    @Test func stopsAtTheLimitOfTheRun() throws {
        var source = try database.open(limits: SourceLimits(querySeconds: 60, runSeconds: 1))
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Statement("SELECT pg_sleep(60)::text"), limit: 1) }
        #expect(error?.kind == .runTimedOut)
        #expect(database.sessions() == 0)
        #expect(sourceError { () throws(SourceError) in _ = try source.prepare(Statement("SELECT 1")) }?.kind == .connectionLost)
    }

    /// A stopped server process is what a cut network looks like from here.
    @Test func givesUpAServerThatAnswersNothing() throws {
        var source = try database.open(limits: .short)
        guard case .integer(let backend) = try source.rows(Statement("SELECT pg_backend_pid()"), limit: 1).rows[0][0] else {
            Issue.record("no process")
            return
        }
        kill(pid_t(backend), SIGSTOP)
        defer { kill(pid_t(backend), SIGCONT) }
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Statement("SELECT 1"), limit: 1) }
        #expect(error?.kind == .connectionLost)
    }

    @Test func stopsWhenInterruptedAndLeavesNoQueryBehind() throws {
        let isRunning = Shared(.init(0))
        let interruption = Interruption {
            isRunning.value.load(ordering: .relaxed) > 0 && isRunning.value.add(1, ordering: .relaxed).newValue > 3
        }
        var source = try database.open(interruption: interruption)
        isRunning.value.store(1, ordering: .relaxed)
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Statement("SELECT pg_sleep(60)::text"), limit: 1) }
        #expect(error?.kind == .cancelled)
        #expect(database.sessions() == 0)
    }

    @Test func givesUpALockAndGoesOn() throws {
        database.execute("CREATE TABLE t (x int); CREATE TABLE u (x int)")
        let other = database.openSession()
        other.execute("BEGIN; LOCK TABLE t IN ACCESS EXCLUSIVE MODE")
        var source = try database.open(limits: SourceLimits(lockSeconds: 1))
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Statement("SELECT x FROM t"), limit: 1) }
        #expect(error?.kind == .locked)
        #expect(error?.code == "55P03")
        #expect(try source.rows(Statement("SELECT count(*) FROM u"), limit: 1).rows == [[.integer(0)]])
        #expect(try source.describe(.table(schema: nil, name: "t")).columns.count == 1, "describing takes no lock")
    }

    @Test func rowsBeyondTheLimitEndTheQueryAlone() throws {
        var source = try database.open()
        let endless = Statement("SELECT generate_series(1, 100000000) AS i")
        for _ in 1...5 {
            let error = sourceError { () throws(SourceError) in _ = try source.rows(endless, limit: 2) }
            #expect(error?.kind == .tooManyRows)
        }
        #expect(try source.rows(Statement("SELECT 1"), limit: 1).rows == [[.integer(1)]])
    }

    @Test func leavesNoSessionBehind() throws {
        for sql in ["SELECT 1", "SELECT nope", "SELECT 1 / 0"] {
            var source = try database.open()
            _ = sourceError { () throws(SourceError) in _ = try source.rows(Statement(sql), limit: 1) }
        }
        #expect(database.sessions() == 0)
    }

    @Test func looksForTablesInTheGivenSchema() throws {
        database.execute("CREATE SCHEMA \"My \"\"App\"; CREATE TABLE \"My \"\"App\".t (x int)")
        var source = try database.open(schema: "My \"App")
        #expect(try source.prepare(Statement("SELECT x FROM t")) == ["x"])
        var plain = try database.open()
        let error = sourceError { () throws(SourceError) in _ = try plain.prepare(Statement("SELECT x FROM t")) }
        #expect(error?.kind == .missingRelation)
    }

    @Test func showsItsPlan() throws {
        database.execute("CREATE TABLE t (x int)")
        var source = try database.open()
        let plan = try source.plan(Statement("SELECT x FROM t WHERE x = :x", parameters: ["x": .integer(1)]))
        #expect(plan.first?.hasPrefix("Seq Scan on t") == true)
    }
}

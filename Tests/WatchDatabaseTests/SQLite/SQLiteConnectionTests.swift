import FoundationEssentials
import Glibc
import Synchronization
import Testing
import WatchDatabase
import WatchModel

@Suite struct SQLiteConnectionTests {
    private func open(
        _ path: String, _ limits: SourceLimits = SourceLimits(), _ interruption: Interruption = .never
    ) throws(SourceError) -> SQLiteConnection {
        try SQLiteConnection(path: path, limits: limits, interruption: interruption)
    }

    @Test func givesCellsByTheirStorageClass() throws {
        let folder = TemporaryFolder()
        let path = try folder.database("CREATE TABLE t (x); INSERT INTO t VALUES (NULL), (7), (1.5), ('a'), (x'6263')")
        var source = try open(path)
        let rows = try source.rows(Statement("SELECT x, typeof(x) AS kind FROM t"), limit: 10)
        #expect(rows.columns == ["x", "kind"])
        #expect(rows.rows.map { $0[0] } == [.null, .integer(7), .real(1.5), .text("a"), .text("bc")])
        #expect(source.facts.server.hasPrefix("SQLite 3."))
        #expect(source.facts.now == nil)
    }

    @Test func repairsTextThatIsNoUTF8AndKeepsNUL() throws {
        let folder = TemporaryFolder()
        let path = try folder.database("CREATE TABLE t (x); INSERT INTO t VALUES (CAST(x'61ff62' AS TEXT)), (CAST(x'610062' AS TEXT))")
        var source = try open(path)
        #expect(try source.rows(Statement("SELECT x FROM t"), limit: 10).rows == [[.text("a\u{fffd}b")], [.text("a\0b")]])
    }

    @Test func bindsParametersByName() throws {
        let folder = TemporaryFolder()
        var source = try open(try folder.database("CREATE TABLE t (x)"))
        let statement = Statement(
            "SELECT :now, :n, :r, :s, ':no', :n",
            parameters: [
                "now": .time(Instant(microseconds: 1_500_000)), "n": .integer(3), "r": .real(0.5), "s": .text(""), "unused": .integer(1),
            ])
        let row: [Cell] = [.text("1970-01-01T00:00:01"), .integer(3), .real(0.5), .text(""), .text(":no"), .integer(3)]
        #expect(try source.rows(statement, limit: 1).rows == [row])
    }

    @Test(arguments: [
        ("SELECT :missing", "the parameter :missing has no value"), ("SELECT ?", "parameters are named like :now; ? is not"),
        ("SELECT 1; SELECT 2", "there is more than one statement in the SQL"),
        ("SELECT 1; nonsense", "there is more than one statement in the SQL"),
        (" -- only a comment\n", "there is no statement in the SQL"), ("", "there is no statement in the SQL"),
        ("SELECT 1\0", "the SQL holds a NUL byte"),
    ])
    func refusesWhatIsNotOneCompleteStatement(sql: String, message: String) throws {
        let folder = TemporaryFolder()
        var source = try open(try folder.database("CREATE TABLE t (x)"))
        let error = sourceError { () throws(SourceError) in _ = try source.prepare(Statement(sql)) }
        #expect(error?.kind == .query)
        #expect(error?.message == message)
        #expect(try source.prepare(Statement("SELECT 1 AS one; -- done\n ;")) == ["one"])
    }

    @Test(arguments: [
        "INSERT INTO t VALUES (1)", "CREATE TEMP TABLE u (x)", "CREATE TABLE u (x)", "ATTACH ':memory:' AS other", "COMMIT",
        "PRAGMA query_only = 0", "UPDATE sqlite_master SET sql = ''", "DELETE FROM t", "PRAGMA journal_mode = WAL", "DROP TABLE t",
        "SELECT load_extension('x')", "VACUUM INTO '/tmp/x'",
        "ANALYZE",
    ])
    func refusesToWriteAndToLeaveTheSnapshot(sql: String) throws {
        let folder = TemporaryFolder()
        var source = try open(try folder.database("CREATE TABLE t (x)"))
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Statement(sql), limit: 1) }
        #expect(error?.kind == .query)
        #expect(try source.rows(Statement("SELECT count(*) FROM t"), limit: 1).rows == [[.integer(0)]])
    }

    @Test func seesNoLaterCommit() throws {
        let folder = TemporaryFolder()
        let path = try folder.database("CREATE TABLE t (x)")
        // Only in WAL mode may a writer commit beside a reader.
        let writer = try SQLiteStore(path: path, busySeconds: 1)
        try writer.execute("PRAGMA journal_mode = WAL; INSERT INTO t VALUES (1)")
        var source = try open(path)
        let count = Statement("SELECT count(*) FROM t")
        #expect(try source.rows(count, limit: 1).rows == [[.integer(1)]])
        try writer.execute("INSERT INTO t VALUES (2)")
        #expect(try source.rows(count, limit: 1).rows == [[.integer(1)]])
        source.close()
        var later = try open(path)
        #expect(try later.rows(count, limit: 1).rows == [[.integer(2)]])
    }

    @Test func mistypedPathCreatesNothing() throws {
        let folder = TemporaryFolder()
        let path = folder.file("typo.db")
        let error = sourceError { () throws(SourceError) in _ = try open(path) }
        #expect(error?.kind == .unreachable)
        #expect(error?.message == "there is no database file at \(path); no file was created")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func explainsFilesThatAreNoDatabase() throws {
        let folder = TemporaryFolder()
        let path = try folder.database(Self.someRows)
        let bytes = try #require(FileManager.default.contents(atPath: path))
        try Data().write(to: URL(filePath: folder.file("empty")))
        try Data(repeating: 65, count: 5000).write(to: URL(filePath: folder.file("text")))
        try bytes.prefix(9000).write(to: URL(filePath: folder.file("cut")))
        for (name, kind) in [("empty", SourceError.Kind.damaged), ("text", .damaged), ("cut", .damaged), ("", .unreachable)] {
            let error = sourceError { () throws(SourceError) in
                var source = try open(folder.file(name))
                _ = try source.rows(Statement("SELECT sum(x) FROM t"), limit: 1)
            }
            #expect(error?.kind == kind, "\(name)")
            #expect(error?.message.contains(folder.path) == true, "\(name)")
        }
    }

    @Test func damageInsideIsFoundByTheQuery() throws {
        let folder = TemporaryFolder()
        let path = try folder.database(Self.someRows)
        var bytes = try #require(FileManager.default.contents(atPath: path))
        for index in 4096..<bytes.count { bytes[index] = 0xAA }
        try bytes.write(to: URL(filePath: path))
        var source = try open(path)
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Statement("SELECT sum(x) FROM t"), limit: 1) }
        #expect(error?.kind == .damaged)
        #expect(error?.endsSnapshot == false)
    }

    @Test func waitsForALockAndThenSaysSo() throws {
        let folder = TemporaryFolder()
        let path = try folder.database("CREATE TABLE t (x)")
        let writer = try SQLiteStore(path: path, busySeconds: 1)
        try writer.execute("BEGIN EXCLUSIVE")
        let error = sourceError { () throws(SourceError) in _ = try open(path, .short) }
        #expect(error?.kind == .locked)
        #expect(error?.code == "SQLITE_BUSY (5)")
        try writer.execute("COMMIT")
        var source = try open(path, .short)
        #expect(try source.prepare(Statement("SELECT x FROM t")) == ["x"])
    }

    private static let someRows = """
        CREATE TABLE t (x);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT i FROM n
        """

    private static let endless = Statement("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")

    @Test func stopsAQueryAtItsLimitAndKeepsTheSnapshot() throws {
        let folder = TemporaryFolder()
        var source = try open(try folder.database("CREATE TABLE t (x)"), .short)
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Self.endless, limit: 1) }
        #expect(error?.kind == .queryTimedOut)
        #expect(try source.rows(Statement("SELECT count(*) FROM t"), limit: 1).rows == [[.integer(0)]])
    }

    @Test func stopsAtTheLimitOfTheRun() throws {
        let folder = TemporaryFolder()
        let limits = SourceLimits(querySeconds: 60, runSeconds: 1)
        var source = try open(try folder.database("CREATE TABLE t (x)"), limits)
        #expect(sourceError { () throws(SourceError) in _ = try source.rows(Self.endless, limit: 1) }?.kind == .runTimedOut)
        #expect(sourceError { () throws(SourceError) in _ = try source.prepare(Statement("SELECT 1")) }?.kind == .runTimedOut)
    }

    @Test func stopsWhenInterrupted() throws {
        let folder = TemporaryFolder()
        let looks = Shared(Atomic(0))
        let interruption = Interruption { looks.value.add(1, ordering: .relaxed).newValue > 100 }
        var source = try open(try folder.database("CREATE TABLE t (x)"), SourceLimits(), interruption)
        #expect(sourceError { () throws(SourceError) in _ = try source.rows(Self.endless, limit: 1) }?.kind == .cancelled)
    }

    @Test func readsThroughTableValuedFunctions() throws {
        let folder = TemporaryFolder()
        var source = try open(try folder.database("CREATE TABLE t (x)"))
        #expect(try source.rows(Statement("SELECT sum(value) FROM json_each('[1,2]')"), limit: 1).rows == [[.integer(3)]])
    }

    /// Root may do anything, so the thread takes another user's rights on files for a moment.
    @Test(.enabled(if: geteuid() == 0)) func explainsAWALDatabaseThatItCannotOpen() throws {
        let folder = TemporaryFolder()
        let path = try folder.database("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
        chmod(path, 0o644)
        chmod(folder.path, 0o755)
        let error = try FileRights.asNobody {
            sourceError { () throws(SourceError) in _ = try open(path) }
        }
        #expect(error?.kind == .permissionDenied)
        #expect(error?.message == "\(path) is in WAL mode, and this user can neither use nor create its -wal and -shm files")
        #expect(error?.hint?.contains("backup copy") == true)
        #expect(!FileManager.default.fileExists(atPath: path + "-shm"))
    }

    @Test func placesErrorsInTheSQL() throws {
        let folder = TemporaryFolder()
        var source = try open(try folder.database("CREATE TABLE t (x)"))
        let missing = sourceError { () throws(SourceError) in _ = try source.prepare(Statement("SELECT x, nope FROM t")) }
        #expect(missing == SourceError(.query, code: "SQLITE_ERROR (1)", message: "no such column: nope", sqlOffset: 10))
        let table = sourceError { () throws(SourceError) in _ = try source.prepare(Statement("SELECT 1 FROM nope")) }
        #expect(table?.kind == .missingRelation)
        let planned = sourceError { () throws(SourceError) in _ = try source.plan(Statement("SELECT x, nope FROM t")) }
        #expect(planned?.sqlOffset == 10)
    }

    @Test func keepsValuesOutOfErrors() throws {
        let folder = TemporaryFolder()
        var source = try open(try folder.database("CREATE TABLE t (x); INSERT INTO t VALUES ('token-4711')"))
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Statement("SELECT json_extract('{}', x) FROM t"), limit: 1)
        }
        #expect(error?.kind == .query)
        #expect(error?.message.contains("4711") == false)
    }

    @Test func rowsBeyondTheLimitAreRefused() throws {
        let folder = TemporaryFolder()
        var source = try open(try folder.database("CREATE TABLE t (x); INSERT INTO t VALUES (1), (2), (3)"))
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Statement("SELECT x FROM t"), limit: 2) }
        #expect(error?.kind == .tooManyRows)
        #expect(try source.rows(Statement("SELECT x FROM t"), limit: 3).rows.count == 3)
    }

    @Test func showsItsPlan() throws {
        let folder = TemporaryFolder()
        var source = try open(try folder.database("CREATE TABLE t (x); CREATE INDEX t_x ON t (x)"))
        let plan = try source.plan(Statement("SELECT x FROM t WHERE x = :x", parameters: ["x": .integer(1)]))
        #expect(plan == ["SEARCH t USING COVERING INDEX t_x (x=?)"])
    }
}

/// What a `@Sendable` closure can hold on to.
final class Shared: Sendable {
    let value: Atomic<Int>
    init(_ value: consuming Atomic<Int>) { self.value = value }
}

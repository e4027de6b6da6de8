import FoundationEssentials
import Glibc
import Testing
import WatchDatabase
import WatchModel

@Suite struct SQLiteStoreTests {
    @Test func createsAFileForItsOwnerOnly() throws {
        let folder = TemporaryFolder()
        let path = try folder.database("CREATE TABLE t (x)")
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test func keepsWhatItIsGiven() throws {
        let folder = TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("s.db"), busySeconds: 1)
        try store.execute("CREATE TABLE t (a, b, c); CREATE TABLE u (x)")
        try store.run(
            Statement(
                "INSERT INTO t VALUES (:a, :b, :c)",
                parameters: ["a": .time(Instant(microseconds: 1_250_000)), "b": .text("b"), "c": .real(0.5)]))
        try store.run("INSERT INTO t VALUES (?, ?, ?)", values: [.time(Instant(seconds: 2)), .null, .integer(3)])
        let rows = try store.rows(Statement("SELECT a, b, c FROM t ORDER BY a"))
        #expect(rows.columns == ["a", "b", "c"])
        #expect(
            rows.rows == [
                [.text("1970-01-01T00:00:01.25Z"), .text("b"), .real(0.5)], [.text("1970-01-01T00:00:02Z"), .null, .integer(3)],
            ])
        #expect(try store.isSound())
    }

    @Test func insertsManyRowsOrNone() throws {
        let folder = TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("s.db"), busySeconds: 1)
        try store.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x)")
        try store.insert(into: "t", columns: ["id", "x"], rows: (1...20_000).map { [.integer($0), .text("row")] })
        let error = sourceError { () throws(SourceError) in
            try store.insert(into: "t", columns: ["id", "x"], rows: [[.integer(20_001), .null], [.integer(1), .null]])
        }
        #expect(error?.code == "SQLITE_CONSTRAINT_PRIMARYKEY")
        #expect(try store.rows(Statement("SELECT count(*) FROM t")).rows == [[.integer(20_000)]])
    }

    @Test func rollsBackATransactionThatFails() throws {
        let folder = TemporaryFolder()
        let store = try SQLiteStore(path: folder.file("s.db"), busySeconds: 1)
        try store.execute("CREATE TABLE t (x)")
        let error = sourceError { () throws(SourceError) in
            try store.transaction { () throws(SourceError) in
                try store.execute("INSERT INTO t VALUES (1)")
                throw SourceError(.query, message: "no")
            }
        }
        #expect(error?.message == "no")
        let two = try store.transaction { () throws(SourceError) in
            try store.transaction { () throws(SourceError) in try store.execute("INSERT INTO t VALUES (2)") }
            return 2
        }
        #expect(two == 2)
        #expect(try store.rows(Statement("SELECT x FROM t")).rows == [[.integer(2)]])
    }

    @Test func saysWhetherItIsSound() throws {
        let folder = TemporaryFolder()
        let path = try folder.database(
            """
            CREATE TABLE t (x);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT i FROM n
            """)
        var bytes = try #require(FileManager.default.contents(atPath: path))
        for index in 4096..<bytes.count { bytes[index] = 0xAA }
        try bytes.write(to: URL(filePath: path))
        let store = try SQLiteStore(path: path, busySeconds: 1)
        #expect(try !store.isSound())
    }
}

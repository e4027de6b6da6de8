import TestSupport
import Testing
import WatchDatabase
import WatchModel

@Suite struct PostgresDescribeTests {
    let database = TestDatabase()
    /// Roles belong to the whole server, so every test has its own.
    private var role: String { "role_" + database.name }

    @Test func describesATable() throws {
        database.execute(
            """
            CREATE SCHEMA app;
            CREATE TABLE app.purchases (id bigint PRIMARY KEY, store varchar(20), gone int, amount numeric(10,2), at timestamp);
            ALTER TABLE app.purchases DROP COLUMN gone;
            INSERT INTO app.purchases SELECT i FROM generate_series(1, 500) AS i;
            """)
        var source = try database.open(schema: "app")
        let relation = Relation.table(schema: nil, name: "purchases")
        let found = try source.describe(relation)
        #expect(found.relation == relation)
        #expect(found.resolvedSchema == "app")
        #expect(found.columns.map(\.name) == ["id", "store", "amount", "at"])
        #expect(
            found.columns.map(\.declaredType) == ["bigint", "character varying(20)", "numeric(10,2)", "timestamp without time zone"])
        #expect(found.columns.filter(\.isReadable).count == 4)
        #expect(!found.hidesRows)
        #expect(found.estimatedRows == nil)
        source.close()
        database.execute("ANALYZE app.purchases")
        var later = try database.open()
        #expect(try later.describe(.table(schema: "app", name: "purchases")).estimatedRows == 500)
    }

    @Test func describesEveryKindOfRelation() throws {
        database.execute(
            """
            CREATE TABLE t (x int); CREATE VIEW v AS SELECT x FROM t; CREATE MATERIALIZED VIEW m AS SELECT x FROM t;
            CREATE TABLE p (x int) PARTITION BY RANGE (x); CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (100);
            CREATE TABLE p2 PARTITION OF p FOR VALUES FROM (100) TO (200); INSERT INTO p SELECT generate_series(50, 149); ANALYZE p1, p2;
            CREATE FOREIGN DATA WRAPPER w; CREATE SERVER s FOREIGN DATA WRAPPER w; CREATE FOREIGN TABLE f (x int) SERVER s;
            CREATE SEQUENCE q;
            """)
        var source = try database.open()
        for name in ["t", "v", "m", "p", "f"] {
            #expect(try source.describe(.table(schema: nil, name: name)).columns.map(\.name) == ["x"], "\(name)")
        }
        #expect(try source.describe(.table(schema: nil, name: "p")).estimatedRows == 100)
        for relation in [Relation.table(schema: nil, name: "T"), .table(schema: nil, name: "q"), .table(schema: "no", name: "t")] {
            #expect(sourceError { () throws(SourceError) in _ = try source.describe(relation) }?.kind == .missingRelation)
        }
    }

    @Test func describesASelect() throws {
        database.execute("CREATE TABLE t (x int, s varchar(3))")
        var source = try database.open()
        let found = try source.describe(.select("SELECT x, s AS shop, now() AS at FROM t -- all"))
        #expect(found.columns.map(\.name) == ["x", "shop", "at"])
        #expect(found.columns.map(\.declaredType) == ["integer", "character varying(3)", "timestamp with time zone"])
        let error = sourceError { () throws(SourceError) in _ = try source.describe(.select("SELECT nope FROM t")) }
        #expect(error?.sqlOffset == 7)
        let missing = sourceError { () throws(SourceError) in _ = try source.describe(.select("SELECT 1 FROM nope")) }
        #expect(missing?.kind == .missingRelation)
    }

    @Test func seesPrivilegesOnColumns() throws {
        database.execute("CREATE TABLE t (x int, secret text); CREATE ROLE \(role) LOGIN; GRANT SELECT (x) ON t TO \(role)")
        defer { database.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
        var source = try database.open(user: role)
        #expect(try source.describe(.table(schema: nil, name: "t")).columns.map(\.isReadable) == [true, false])
        let error = sourceError { () throws(SourceError) in _ = try source.rows(Statement("SELECT secret FROM t"), limit: 1) }
        #expect(error?.kind == .permissionDenied)
        #expect(try source.rows(Statement("SELECT count(x) FROM t"), limit: 1).rows == [[.integer(0)]])
    }

    @Test func seesRowSecurity() throws {
        database.execute(
            """
            CREATE TABLE t (x int); INSERT INTO t VALUES (1), (2); ALTER TABLE t ENABLE ROW LEVEL SECURITY;
            CREATE POLICY one ON t USING (x = 1); CREATE ROLE \(role) LOGIN; GRANT SELECT ON t TO \(role)
            """)
        defer { database.execute("DROP OWNED BY \(role); DROP ROLE \(role)") }
        let count = Statement("SELECT count(*) FROM t")
        var strict = try database.open(user: role)
        #expect(try strict.describe(.table(schema: nil, name: "t")).hidesRows)
        #expect(sourceError { () throws(SourceError) in _ = try strict.rows(count, limit: 1) }?.kind == .rowSecurity)
        var accepting = try database.open(user: role, acceptsRowSecurity: true)
        #expect(try accepting.describe(.table(schema: nil, name: "t")).hidesRows)
        #expect(try accepting.rows(count, limit: 1).rows == [[.integer(1)]])
        var owner = try database.open()
        #expect(try !owner.describe(.table(schema: nil, name: "t")).hidesRows)
    }
}

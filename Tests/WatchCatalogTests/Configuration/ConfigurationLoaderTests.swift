import Testing
import WatchModel

@testable import WatchCatalog

struct ConfigurationLoaderTests {
    @Test(arguments: ["", "# nothing\n", "---\n", "source:\nthresholds:\ntables:\n", "{}"])
    func anEmptyFileHasTheDefaults(text: String) throws {
        var (configuration, warnings) = try load(text)
        configuration.positions = [:]
        #expect(configuration == Configuration())
        #expect(warnings.isEmpty)
    }

    @Test func readsEverySetting() throws {
        let (configuration, warnings) = try load(
            """
            source:
              host: db.example.com
              port: 6432
              database: shop
              user: watch
              sslmode: verify-ca
              schema: app
              password_file: secret
              row_security: accept
              connect_timeout: 1s
              query_timeout: 20s
              run_timeout: 3m
              lock_timeout: 5s
              retries: 0
            interval: 1h
            thresholds:
              { pending: 2d, unverified: 90m, drift: 0, recent_window: 7d, dead_pending: 30d, expiry: 0, cohort_maturity: 10d, cohort_window: 20d }
            policy: { refund_keeps_access: true }
            labels: { app_version: 5, currency: 200 }
            acknowledge: { deadline: 48h, products: { weekly: 1d, "a: b": 90m } }
            output: { directory: out }
            state: { directory: /var/lib/x }
            queries: { directory: my, every: { access_audit: day, b2: run } }
            """)
        #expect(warnings.isEmpty)
        let source = configuration.source
        #expect(
            source.location
                == .postgres(
                    PostgresLocation(
                        host: "db.example.com", port: 6432, database: "shop", user: "watch", sslMode: "verify-ca",
                        password: Secret("from file"))))
        #expect(source.schema == "app" && source.acceptsRowSecurity && source.retries == 0 && source.password == Secret("from file"))
        #expect(source.limits == SourceLimits(connectSeconds: 1, querySeconds: 20, runSeconds: 180, lockSeconds: 5))
        #expect(configuration.intervalSeconds == 3600)
        let thresholds = configuration.thresholds
        #expect(thresholds.pendingSeconds == 172_800 && thresholds.unverifiedSeconds == 5400)
        #expect(thresholds.driftSeconds == 0 && thresholds.recentWindowSeconds == 604_800)
        #expect(thresholds.deadPendingSeconds == 2_592_000 && thresholds.expirySeconds == 0)
        #expect(configuration.policy.refundKeepsAccess)
        #expect(thresholds.cohortMaturitySeconds == 864_000 && thresholds.cohortWindowSeconds == 1_728_000)
        #expect(OpenLabel.allCases.map(configuration.limit) == [5, 20, 200])
        #expect(configuration.acknowledgement.deadlineSeconds == 172_800)
        #expect(configuration.acknowledgement.deadlineSecondsByProduct == ["weekly": 86_400, "a: b": 5400])
        #expect(configuration.mapping(of: "products").acknowledgeSecondsByProduct["weekly"] == 86_400)
        #expect(configuration.outputDirectory == "/etc/iapwatch/out")
        #expect(configuration.stateDirectory == "/var/lib/x")
        #expect(configuration.queries.customDirectory == "/etc/iapwatch/my")
        #expect(configuration.queries.cadence == ["access_audit": .day, "b2": .run])
    }

    @Test func aPolicyCanBeSwitchedOff() throws {
        #expect(try !load("policy: { refund_keeps_access: false }").configuration.policy.refundKeepsAccess)
        #expect(try !load("").configuration.policy.refundKeepsAccess)
    }

    @Test(arguments: [
        ("sqlite:a b.sqlite", "/etc/iapwatch/a b.sqlite"), ("sqlite:/x/y.db", "/x/y.db"), ("sqlite:../y.db", "/etc/iapwatch/../y.db"),
        ("sqlite::memory:", ":memory:"),
    ])
    func readsSQLiteLocations(url: String, path: String) throws {
        #expect(try load("source: { url: '\(url)' }").configuration.source.location == .sqlite(path: path))
    }

    @Test(arguments: ["postgres://h/db", "postgresql://u@[::1]:5432/db?sslmode=require&options=-c%20x", "postgres://"])
    func keepsPostgresURLsWhole(url: String) throws {
        let (configuration, warnings) = try load("source: { url: '\(url)', password_env: IAPWATCH_PASSWORD }")
        #expect(configuration.source.location == .postgres(PostgresLocation(url: Secret(url), password: Secret("from environment"))))
        #expect(warnings.isEmpty)
    }

    @Test(arguments: ["db-1.example.com", "/var/run/postgresql", "::1", "fe80::1", "10.0.0.1"])
    func readsHosts(host: String) throws {
        let location = try load("source: { host: '\(host)', user: watch@server }").configuration.source.location
        #expect(location == .postgres(PostgresLocation(host: host, user: "watch@server")))
    }

    @Test func pathsWithoutFolderStayRelative() throws {
        let text = "source: { url: 'sqlite:a.db' }"
        let configuration = try ConfigurationLoader.load(text: text, file: "iapwatch.yaml", environment: [:]).configuration
        #expect(configuration.source.location == .sqlite(path: "a.db"))
    }

    @Test(arguments: [("secret", "secret"), ("secret\n", "secret"), ("secret\r\n", "secret"), (" s \n", " s ")])
    func cutsOnlyTheLineBreak(content: String, password: String) throws {
        let configuration = try ConfigurationLoader.load(
            text: "source: { password_file: p }", file: "a/b.yaml", environment: [:],
            readFile: { (path) throws(TextFile.Failure) in
                guard path == "a/p" else { throw .missing }
                return content
            }
        ).configuration
        #expect(configuration.source.password == Secret(password))
        #expect(configuration.source.location == nil)
    }

    @Test func remembersWhereEverythingStands() throws {
        let text = """
            source:
              url: sqlite:ü.db
            tables:
              purchases:
                columns:
                  token: purchase_token
                  state: { column: status }
            """
        let positions = try load(text).configuration.positions
        func position(_ line: Int, _ column: Int, _ length: Int) -> FilePosition {
            FilePosition(file: "/etc/iapwatch/iapwatch.yaml", line: line, column: column, length: length)
        }
        #expect(positions["source"] == position(1, 1, 6))
        #expect(positions["source.url"] == position(2, 8, 11))
        #expect(positions["tables.purchases"] == position(4, 3, 9))
        #expect(positions["tables.purchases.columns.token"] == position(6, 14, 14))
        #expect(positions["tables.purchases.columns.state"] == position(7, 7, 5))
        #expect(positions["tables.purchases.columns.state.column"] == position(7, 24, 6))
    }

    @Test(arguments: [
        ("source: { url: 'postgres://u:x@h/d' }", "1:16+20 password-in-url"),
        ("source: { url: 'postgres://h/d?password=x' }", "1:16+27 password-in-url"),
        ("source: { url: 'sqlite:a', schema: x }", "1:28+6 unused-setting"),
        ("source: { run_timeout: 5m }", "1:24+2 slow-run"), ("interval: 4m", "1:11+2 slow-run"),
        ("tables: { products: { absent: true } }", "1:11+8 required-table"),
    ])
    func warns(text: String, place: String) throws {
        let warnings = try load(text).warnings
        #expect(warnings.map(\.place) == [place])
        #expect(warnings.allSatisfy { $0.severity == .warning })
    }

    @Test func saysWhyTheFileCannotBeRead() {
        #expect {
            try ConfigurationLoader.load(path: "/no/such.yaml", environment: [:])
        } throws: { error in
            (error as? Problems)?.all.map(\.summary) == ["`/no/such.yaml` does not exist"]
        }
    }
}

import Testing
import WatchModel

@testable import WatchCatalog

struct ConfigurationProblemTests {
    @Test(arguments: [
        ("intervall: 5m", "1:1+9 unknown-key"),
        ("pending: 1h", "1:1+7 unknown-key"),
        ("- a", "1:1+1 wrong-type"),
        ("text", "1:1+4 wrong-type"),
        ("source: x", "1:9+1 wrong-type"), ("source: { url: [a] }", "1:11+3 wrong-type"), ("source: { url: }", "1:11+3 missing-value"),
        ("source: { url: '' }", "1:16+2 missing-value"), ("source: { url: mysql://h/d }", "1:16+11 bad-url"),
        ("source: { url: 'sqlite:' }", "1:16+9 bad-url"), ("source: { url: 'sqlite:///x' }", "1:16+13 bad-url"),
        ("source: { url: 'postgres://h /d' }", "1:16+17 bad-url"), ("source: { url: 'sqlite:a', host: h }", "1:28+4 conflicting-keys"),
        ("source: { host: postgres://h }", "1:17+12 bad-field"), ("source: { database: host=x }", "1:21+6 bad-field"),
        ("source: { user: 'a:b' }", "1:17+5 bad-field"),
        ("source: { port: 0 }", "1:17+1 out-of-range"), ("source: { port: http }", "1:17+4 wrong-type"),
        ("source: { sslmode: on }", "1:20+2 unknown-word"), ("source: { row_security: refues }", "1:25+6 unknown-word"),
        ("labels: { app_version: 0 }", "1:24+1 out-of-range"), ("labels: { product: 201 }", "1:20+3 out-of-range"),
        ("labels: { country: 5 }", "1:11+7 unknown-key"), ("labels: { currency: all }", "1:21+3 wrong-type"),
        ("source: { retries: -1 }", "1:20+2 out-of-range"), ("source: { retries: 1.5 }", "1:20+3 wrong-type"),
        ("interval: 5", "1:11+1 bad-duration"), ("interval: 5 m", "1:11+3 bad-duration"), ("interval: 5w", "1:11+2 bad-duration"),
        ("interval: -5m", "1:11+3 bad-duration"), ("interval: m", "1:11+1 bad-duration"), ("interval: 1.5h", "1:11+4 bad-duration"),
        ("interval: 0", "1:11+1 out-of-range"), ("interval: 9s", "1:11+2 out-of-range"), ("interval: 2d", "1:11+2 out-of-range"),
        ("interval: 99999999999999999d", "1:11+18 out-of-range"), ("interval: 99999999999999999999d", "1:11+21 bad-duration"),
        ("interval: [5m]", "1:1+8 wrong-type"),
        ("interval:", "1:1+8 missing-value"),
        ("thresholds: { pending: 0s }", "1:24+2 out-of-range"),
        ("thresholds: { dead_pending: 1d }", "1:29+2 out-of-range"), ("thresholds: { pending: 7d }", "1:24+2 out-of-range"),
        ("thresholds: { pending: 2h, dead_pending: 2h }", "1:42+2 out-of-range"), ("thresholds: { expiry: 91d }", "1:23+3 out-of-range"),
        ("policy: { refund_keeps_access: yes }", "1:32+3 wrong-type"), ("policy: { refund_keeps_access: 'true' }", "1:32+6 wrong-type"),
        ("policy: { refund_keeps_access: }", "1:11+19 missing-value"), ("policy: { refunds: true }", "1:11+7 unknown-key"),
        ("acknowledge: { deadline: 31d }", "1:26+3 out-of-range"), ("acknowledge: { products: [weekly] }", "1:16+8 wrong-type"),
        ("acknowledge: { products: { weekly: 1 } }", "1:36+1 bad-duration"),
        ("acknowledge: { products: { weekly: } }", "1:28+6 missing-value"),
        ("output: /tmp", "1:9+4 wrong-type"),
        ("output: { dir: x }", "1:11+3 unknown-key"),
        ("queries: { every: hour }", "1:19+4 wrong-type"),
        ("queries: { every: { a: weekly } }", "1:24+6 unknown-word"), ("queries: { every: { A b: hour } }", "1:21+3 bad-name"),
        ("queries: { every: { a: } }", "1:21+1 unknown-word"),
    ])
    func pointsAtTheMistake(text: String, place: String) {
        #expect(problems(in: text).map(\.place) == [place])
    }

    @Test(arguments: [
        ("tables: []", "1:1+6 wrong-type"), ("tables: { purchase: {} }", "1:11+8 unknown-table"),
        ("tables: { purchases: x }", "1:22+1 wrong-type"), ("tables: { purchases: { table: a.b.c } }", "1:31+5 bad-name"),
        ("tables: { purchases: { table: 'a b' } }", "1:31+5 bad-name"),
        ("tables: { purchases: { table: 'SELECT(1)' } }", "1:31+11 bad-name"),
        ("tables: { purchases: { table: '\"a' } }", "1:31+4 bad-name"), ("tables: { purchases: { table: 'a.' } }", "1:31+4 bad-name"),
        ("tables: { purchases: { select: x, table: y } }", "1:35+5 conflicting-keys"),
        ("tables: { starts: { absent: yes } }", "1:29+3 wrong-type"),
        ("tables: { starts: { absent: true, table: x } }", "1:35+5 conflicting-keys"),
        ("tables: { purchases: { columns: [a] } }", "1:24+7 wrong-type"),
        ("tables: { purchases: { columns: { tokn: a } } }", "1:35+4 unknown-column"),
        ("tables: { purchases: { columns: { token: } } }", "1:35+5 wrong-type"),
        ("tables: { purchases: { columns: { token: [a] } } }", "1:35+5 wrong-type"),
        ("tables: { purchases: { columns: { token: lower(x) } } }", "1:42+8 bad-name"),
        ("tables: { purchases: { columns: { token: { colum: a } } } }", "1:44+5 unknown-key"),
        ("tables: { purchases: { columns: { token: { column: a, sql: b } } } }", "1:55+3 conflicting-keys"),
        ("tables: { purchases: { columns: { token: { absent: true } } } }", "1:44+6 required-column"),
        ("tables: { purchases: { columns: { kind: { absent: true, nulls: [x] } } } }", "1:57+5 conflicting-keys"),
        ("tables: { purchases: { columns: { token: { unit: epoch_s } } } }", "1:44+4 misplaced-key"),
        ("tables: { purchases: { columns: { token: { values: { 1: a } } } } }", "1:44+6 misplaced-key"),
        ("tables: { purchases: { columns: { token: { holds: [a] } } } }", "1:44+5 misplaced-key"),
        ("tables: { purchases: { columns: { expires_at: { unit: epoch } } } }", "1:55+5 unknown-word"),
        ("tables: { purchases: { columns: { expires_at: { unit: local } } } }", "1:55+5 missing-zone"),
        ("tables: { purchases: { columns: { expires_at: { zone: UTC } } } }", "1:49+4 misplaced-key"),
        ("tables: { purchases: { columns: { expires_at: { unit: epoch_s, zone: UTC } } } }", "1:64+4 misplaced-key"),
        ("tables: { purchases: { columns: { expires_at: { unit: local, zone: \"a'b\" } } } }", "1:68+5 bad-zone"),
        ("tables: { purchases: { columns: { expires_at: { unit: local, zone: +01 } } } }", "1:68+3 bad-zone"),
        ("tables: { purchases: { columns: { state: { values: { 0: activ } } } } }", "1:57+5 unknown-word"),
        ("tables: { purchases: { columns: { state: { values: {} } } } }", "1:44+6 wrong-type"),
        ("tables: { purchases: { columns: { state: { values: [a] } } } }", "1:44+6 wrong-type"),
        ("tables: { purchases: { columns: { state: { holds: [foo] } } } }", "1:52+3 unknown-word"),
        ("tables: { purchases: { columns: { state: { nulls: [~] } } } }", "1:52+1 wrong-type"),
        ("tables: { purchases: { columns: { state: { nulls: 0 } } } }", "1:51+1 wrong-type"),
    ])
    func pointsAtTheMistakeInATable(text: String, place: String) {
        #expect(problems(in: text).map(\.place) == [place])
    }

    @Test func findsEverythingAtOnce() {
        let text = """
            interval: 5
            intervall: 3m
            source:
              url: sqlite:x
              user: me
              password_env: NOT_SET
            thresholds: { pending: soon, größe: 1 }
            thresholds: {}
            tables:
              purchases:
                columns:
                  state: { values: { 0: activ, 1: exspired } }
            output: &a x
            """
        #expect(
            problems(in: text).map(\.place) == [
                "1:11+1 bad-duration", "2:1+9 unknown-key", "5:3+4 conflicting-keys", "6:3+12 unused-setting", "6:17+7 missing-secret",
                "7:24+4 bad-duration", "7:30+5 unknown-key", "8:1+10 duplicate-key", "12:29+5 unknown-word", "12:39+8 unknown-word",
                "13:9+4 yaml-anchor", "13:9+4 wrong-type",
            ])
    }

    @Test(
        arguments: [
            ("intervall: 5m", "`intervall` is not known here", "Did you mean `interval`?"),
            ("pending: 1h", "`pending` is not known here", "It belongs under `thresholds`."),
            ("state: { interval: 1h }", "`interval` is not known in `state`", "It belongs to the top level."),
            ("interval: 5", "`interval` lacks a unit", "Units are `s`, `m`, `h` and `d`. For example `interval: 5m`."),
            ("interval: 2d", "`interval` must lie between `10s` and `1d`", nil),
            (
                "output: { directory: [] }", "`output.directory` must be a text",
                "For example `directory: /var/lib/prometheus/node-exporter`."
            ),
            ("tables: { purchases: { columns: { state: { holds: [activ] } } } }", nil, "Did you mean `active`?"),
            (
                "password: x", "this key is not known here",
                "Put the password into a file of its own, and name that as `password_file` under `source`."
            ),
        ] as [(String, String?, String?)])
    func saysWhatToDo(text: String, summary: String?, hint: String?) {
        let problem = problems(in: text).first
        if let summary { #expect(problem?.summary == summary) }
        #expect(problem?.hint == hint)
    }

    @Test func columnsCountScalars() {
        // A family emoji is five scalars and one character; é here is two scalars.
        let text = "output: { directory: '👨‍👩‍👧 e\u{301}', dirctory: x }"
        let problem = problems(in: text).first
        #expect(problem?.place == "1:34+8 unknown-key")
    }

    @Test(arguments: [
        ("password_file: x", "missing-secret"), ("password_env: UNSET", "missing-secret"), ("password_env: EMPTY", "missing-secret"),
        ("password_env: LINES", "missing-secret"),
    ])
    func missesSecrets(line: String, code: String) {
        let found = problems(
            in: "source:\n  \(line)\n", environment: ["EMPTY": "", "LINES": "a\nb"],
            readFile: { (_) throws(TextFile.Failure) in throw .missing })
        #expect(found.map(\.code) == [code])
        #expect(found.first?.position?.line == 2)
    }

    @Test(arguments: ["", "\n", "a\nb\n", "a\u{0}"])
    func refusesFilesWithoutAPassword(content: String) {
        #expect(problems(in: "source: { password_file: x }", readFile: { _ in content }).map(\.code) == ["missing-secret"])
    }

    @Test func refusesTwoPasswords() {
        let text = "source: { password_file: x, password_env: Y }"
        #expect(problems(in: text, environment: ["Y": "z"]).map(\.place) == ["1:29+12 conflicting-keys"])
        let url = "source: { url: 'postgres://u:p@h/d', password_file: x }"
        #expect(problems(in: url).map(\.place) == ["1:16+20 conflicting-keys"])
    }
}

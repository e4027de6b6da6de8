import Foundation
import TestSupport
import Testing

/// A password is in no output, whichever way it came and whatever is wrong with it.
@Suite struct PasswordTests {
    private static let commands = [["run"], ["run", "--json"], ["run", "--stdout"], ["check"], ["list"]]

    private func expectSilence(
        _ bench: Bench, _ command: [String], _ more: [String], environment: [String: String] = [:], _ what: String
    ) throws {
        let files = command == ["run"] || command == ["run", "--json"] ? ["--output", "metrics", "--state", "state"] : []
        let outcome = try Program.run(command + files + more, in: bench.directory.path, environment: environment, timeoutSeconds: 20)
        try Secrets.password.expectAbsent(outcome, bench, "\(command) \(what)")
    }

    /// Well-formed and malformed URLs, against a server that refuses, and against nobody.
    @Test(arguments: Secrets.passwords)
    func inURLs(_ password: String) throws {
        let bench = try Bench(.sqlite)
        let port = ListeningServer.shared.port
        let encoded = password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let addresses = ["127.0.0.1:\(port)", "127.0.0.1:1"]
        var urls = Self.wellFormed(password, addresses) + Self.malformed(password, addresses[0])
        if encoded != password { urls += Self.wellFormed(encoded, [addresses[0]]) }
        for (number, url) in urls.enumerated() {
            try expectSilence(bench, Self.commands[number % Self.commands.count], ["--source", url], "URL \(number)")
        }
    }

    private static func wellFormed(_ secret: String, _ addresses: [String]) -> [String] {
        addresses.flatMap { address in
            [
                "postgresql://nobody:\(secret)@\(address)/shop", "postgres://\(address)/shop?user=nobody&password=\(secret)",
                "postgres://nobody:\(secret)@\(address)/shop?no_such_option=\(secret)",
            ]
        }
    }

    private static func malformed(_ secret: String, _ address: String) -> [String] {
        [
            "postgres://nobody:\(secret)@127.0.0.1:x/shop", "postgres:/nobody:\(secret)@\(address)/shop",
            "postgres:nobody:\(secret)@\(address)/shop", "postgres//nobody:\(secret)@\(address)/shop", "nobody:\(secret)@\(address)",
            " postgres://nobody:\(secret)@\(address)/shop", "postgres://nobody: \(secret)@\(address)/shop", "postgres://nobody:\(secret)@",
            "host=127.0.0.1 password=\(secret)", "sqlite://nobody:\(secret)@\(address)/shop",
            "sqlite:postgres://nobody:\(secret)@\(address)/shop", secret,
        ]
    }

    /// Where it does not belong, because a word was left out.
    @Test func inTheWrongWords() throws {
        let bench = try Bench(.sqlite)
        let url = "postgres://nobody:\(Secrets.passwords[0])@127.0.0.1:1/shop"
        for command in Self.commands {
            for words in [
                [url], ["--sorce=\(url)"], ["--config", url], ["--queries", url], ["--output", url], ["--state", url],
                ["--source=\(url)", url], ["--source", url, "--nwo"],
            ] {
                try expectSilence(bench, command, words, "\(words[0].prefix(9))")
            }
        }
    }

    /// Every way to give a password, for a role of the listening server.
    private func ways(_ bench: Bench, user: String, port: Int) throws -> [(what: String, words: [String], environment: [String: String])] {
        let password = ListeningServer.password
        try bench.directory.write("password", password + "\n")
        let fields = "source: { host: 127.0.0.1, port: \(port), user: \(user), database: \(bench.name)"
        let url = "postgresql://\(user):\(password)@127.0.0.1:\(port)/\(bench.name)"
        return [
            ("URL", ["--source", url], [:]),
            ("query", ["--source", "postgresql://127.0.0.1:\(port)/\(bench.name)?user=\(user)&password=\(password)"], [:]),
            ("PGPASSWORD", ["--source", "postgresql://\(user)@127.0.0.1:\(port)/\(bench.name)"], ["PGPASSWORD": password]),
            ("file", try configuration(bench, "file", fields + ", password_file: password }\n"), [:]),
            ("variable", try configuration(bench, "variable", fields + ", password_env: SECRET }\n"), ["SECRET": password]),
            ("configured URL", try configuration(bench, "url", "source: { url: '\(url)' }\n"), [:]),
        ]
    }

    /// By a server that accepts it, one that refuses it, and where none is.
    @Test(arguments: commands)
    func inEveryWay(_ command: [String]) throws {
        let bench = try Bench(.postgres, on: ListeningServer.shared)
        let files = command == ["run"] || command == ["run", "--json"] ? ["--output", "metrics", "--state", "state"] : []
        for (user, port) in [("watcher", ListeningServer.shared.port), ("nobody", ListeningServer.shared.port), ("watcher", 1)] {
            for (what, words, environment) in try ways(bench, user: user, port: port) {
                let outcome = try Program.run(command + files + words, in: bench.directory.path, environment: environment)
                let isRight = user == "watcher" && port > 1
                // `check` warns of a password in a file that more people may read.
                let right: Int32 = command == ["check"] && what == "configured URL" ? 1 : 0
                #expect(outcome.exitCode == (isRight ? right : 3) || command == ["list"], "\(what): \(outcome)")
                try Secrets(words: [ListeningServer.password]).expectAbsent(outcome, bench, "\(command) \(what)")
            }
        }
    }

    private func configuration(_ bench: Bench, _ name: String, _ text: String) throws -> [String] {
        try bench.directory.write(name + ".yaml", text)
        return ["--config", name + ".yaml"]
    }

    /// Configurations with the password in every place where somebody might write it, right or wrong.
    @Test(arguments: ["pL4ntzQ8xw", "pL4nt@zQ8xw", "pL4nt #zQ8xw", "pL4nt: 'zQ8xw"])
    func inConfigurations(_ password: String) throws {
        let bench = try Bench(.sqlite)
        let url = "postgresql://nobody:\(password)@127.0.0.1:\(ListeningServer.shared.port)/shop"
        let texts = [
            "source:\n  url: \(url)\n", "source:\n  url: \"\(url)\n", "source:\n\turl: \(url)\n", "source: { url: \(url)\n",
            "source: \(url)\n", "source:\n  - url: \(url)\n", "source:\n  url: \(url)\n  url: \(url)\n", "source:\n  url: [\(url)\n",
            "source:\n  url: 'x' \(url)\n", "source:\n  url: &a \(url)\n  host: *b\n", "url: \(url)\n", "\(url)\n", "- \(url)\n",
            "source:\n  user: nobody\n  password: \(password)\n", "source:\n  host: h.invalid\n  passwort: '\(password)'\n",
            "source:\n  host: 127.0.0.1\n  password_file: \(password)\n", "source:\n  host: 127.0.0.1\n  password_env: '\(password)'\n",
            "source:\n  user: \"nobody:\(password)\"\n  host: 127.0.0.1\n", "source:\n  host: \"nobody:\(password)@127.0.0.1\"\n",
            "source: { url: sqlite:purchases.sqlite }\noutput: { directory: metrics }\npassword: \(password)\n",
            "source:\n  url: >\n    \(url)\n  oops\n", "source:\n  url: \(url)\n bad: indentation\n", "source:\n  url: \(url) : x: y\n",
        ]
        for (number, text) in texts.enumerated() {
            let words = try bench.configuration(text)
            try expectSilence(bench, Self.commands[number % Self.commands.count], words, "configuration \(number)")
        }
    }
}

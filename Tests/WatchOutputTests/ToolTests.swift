import TestSupport
import Testing

@Suite struct ToolTests {
    @Test func capturesEverything() throws {
        let outcome = try Tool.run("sh", ["-c", "cat; echo err >&2; exit 7"], input: Array("in".utf8))
        #expect(outcome.outputText == "in" && outcome.errorText == "err\n" && outcome.exitCode == 7 && !outcome.timedOut)
    }

    @Test func largeOutputDoesNotBlock() throws {
        let outcome = try Tool.run("sh", ["-c", "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2"])
        #expect(outcome.output.count == 3_000_000 && outcome.errors.count == 3_000_000)
    }

    @Test func isKilledWhenTheTimeIsOver() throws {
        let outcome = try Tool.run("sleep", ["60"], timeoutSeconds: 0.2)
        #expect(outcome.timedOut && outcome.signal == 9 && outcome.exitCode == nil)
    }

    @Test func environmentIsReplaced() throws {
        #expect(try Tool.run("env", environment: ["A": "1"]).outputText.split(separator: "\n").contains("A=1"))
    }

    @Test func missingToolNamesItsPackage() {
        #expect { try Tool.require("no-such-tool", package: "some-package") } throws: {
            "\($0)".contains("apt-get install --no-install-recommends some-package")
        }
    }

    @Test func temporaryDirectoryGoes() throws {
        var path = ""
        do {
            let directory = try TemporaryDirectory()
            path = try directory.write("a/b.txt", "x")
            #expect(try directory.read("a/b.txt") == "x" && directory.names() == ["a"])
        }
        #expect(try Tool.run("test", ["-e", path]).exitCode == 1)
    }
}

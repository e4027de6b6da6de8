import Testing
import WatchModel

struct SecretTests {
    private enum Wrapping { case with(Secret, other: Int) }

    private struct Holding {
        var name = "db"
        var secret: Secret
        var maybe: Secret?
        var list: [Secret]
        var byName: [String: Secret]
    }

    private static let text = "Zq7xW9vK2m"

    private func everyWayToPrint(_ value: some Any) -> [String] {
        var dumped = ""
        dump(value, to: &dumped)
        var printed = ""
        print(value, to: &printed)
        var debugged = ""
        debugPrint(value, to: &debugged)
        let children = Mirror(reflecting: value).children.map { "\($0)" }.joined()
        return [dumped, printed, debugged, "\(value)", String(describing: value), String(reflecting: value), children]
    }

    @Test func isNeverPrinted() {
        let secret = Secret(Self.text)
        let holding = Holding(secret: secret, maybe: secret, list: [secret], byName: ["x": secret])
        let location = PostgresLocation(url: secret, host: "h", password: secret)
        let all =
            everyWayToPrint(secret) + everyWayToPrint(Optional(secret)) + everyWayToPrint([secret]) + everyWayToPrint(["x": secret])
            + everyWayToPrint(Wrapping.with(secret, other: 1)) + everyWayToPrint(holding) + everyWayToPrint((1, secret))
            + everyWayToPrint(SourceLocation.postgres(location)) + everyWayToPrint(Result<Secret, Problem>.success(secret))
        for text in all { #expect(!text.contains(Self.text)) }
        // The structs around it are printed all the same.
        #expect("\(holding)".contains("db"))
        #expect("\(secret)" == "(hidden)" && String(reflecting: secret) == "(hidden)")
        #expect(Mirror(reflecting: secret).children.isEmpty && Mirror(reflecting: secret).descendant("revealed") == nil)
    }

    @Test func isRevealedOnRequest() {
        #expect(Secret(Self.text).revealed == Self.text)
        #expect(Secret(Self.text) == Secret("Zq7x" + "W9vK2m") && Secret("a") != Secret("b"))
        #expect(Secret("").isEmpty && !Secret(" ").isEmpty)
    }

    @Test(arguments: [
        ("pw", "no such thing", "no such thing"), ("pw", "password=pw host=h", "password=(hidden) host=h"),
        ("pw", "pwpw", "(hidden)(hidden)"),
        ("pw", "pw", "(hidden)"), ("pw", "p w", "p w"), ("", "text", "text"), ("aab", "aaab", "a(hidden)"), ("ü", "für", "f(hidden)r"),
        ("pw", "", ""), ("long", "lon", "lon"),
    ])
    func isTakenOutOfMessages(secret: String, message: String, redacted: String) {
        #expect(Secret(secret).redacted(from: message) == redacted)
    }
}

import TestSupport
import Testing
import WatchModel

struct AppVersionTests {
    /// From the oldest to what is no version.
    private static let ordered = [
        "0", "0.9", "1.0-alpha", "1.0-alpha.1", "1.0-alpha.beta", "1.0-beta", "1.0-beta.2", "1.0-beta.11", "1.0-rc.1", "1", "1.0.1",
        "5.9", "5.9.9", "5.10-1", "5.10-beta.2", "5.10-beta.2 (3)", "5.10", "5.10 (9)", "5.10 (1234)", "5.10.1", "5.11", "V6",
        "99999999999999999999998", "99999999999999999999999", "2024000000000000000000000000.1", "", " 5.10", "5.", "5..1", "5.10 ",
        "5.10 (",
        "5.10 (1", "5.10-", "5.10-é", "=cmd", "Debug", "latest", "v", "\u{FF15}.10",
    ]

    @Test func releasesAreOrderedAsPeopleOrderThem() {
        let versions = Self.ordered.map(AppVersion.init)
        for (index, left) in versions.enumerated() {
            #expect(!(left < left))
            for right in versions[(index + 1)...] {
                #expect(left < right && !(right < left) && left != right, "\(left.text) before \(right.text)")
            }
        }
        #expect(versions.map(\.isVersion).firstIndex(of: false) == 25)
    }

    /// They mean the same, and stay two texts with an order of their own.
    @Test(arguments: [
        ("5.10", "v5.10"), ("5.10", "5.10.0"), ("05.10", "5.10"), ("5.10 (07)", "5.10 (7)"), ("5.10", "V5.10.0.0"), ("5.10-07", "5.10-7"),
        ("5.10 (7)", "5.10+7"),
    ])
    func whatMeansTheSameStaysDistinctAndTogether(_ left: String, _ right: String) {
        let (a, b) = (AppVersion(left), AppVersion(right))
        #expect(a != b && (a < b) != (b < a))
        for other in ["5.9", "5.10-alpha", "5.11"].map(AppVersion.init) { #expect((a < other) == (b < other)) }
        #expect(Set([a, b, a]).count == 2)
    }

    @Test func comparesBytes() {
        let (composed, decomposed) = (AppVersion("caf\u{E9}"), AppVersion("cafe\u{301}"))
        #expect(composed != decomposed && decomposed < composed)
    }

    /// A total order, on texts made of everything that means something in a version.
    @Test(arguments: 1...4)
    func isATotalOrder(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pieces = ["5", "10", "0", "00", "1", ".", ".", ".", "-", "beta", "rc", "+", " (", ")", "v", "V", " ", "é", "\u{301}", "(", ""]
        let versions = (0..<90).map { _ in
            AppVersion((0..<Int.random(in: 0...7, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
        }
        for a in versions {
            for b in versions {
                // Exactly one of the three.
                #expect([a < b, a == b, b < a].count { $0 } == 1, "\(a.text) and \(b.text)")
                guard a < b else { continue }
                #expect(a.isVersion || !b.isVersion, "\(a.text) is no version and comes before \(b.text)")
                for c in versions where b < c { if !(a < c) { Issue.record("\(a.text), \(b.text), \(c.text)") } }
            }
        }
        #expect(Set(versions.map(\.isVersion)).count == 2)
    }
}

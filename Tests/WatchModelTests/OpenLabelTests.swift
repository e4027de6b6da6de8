import TestSupport
import Testing
import WatchModel

struct OpenLabelTests {
    @Test(arguments: [
        ("5.10 (1234)", "5.10 (1234)"), ("=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0"), ("\"><script>", "\"><script>"),
        ("a\nb", "a␊b"), ("a\r\nb", "a␍␊b"), ("\u{0}", "␀"), ("\u{1B}[31m", "␛[31m"), ("\u{7F}", "␡"),
        ("\u{85}\u{FEFF}", "\\u{85}\\u{feff}"),
        ("é", "é"), ("👨‍👩‍👧", "👨‍👩‍👧"), (" ", " "), ("\u{FFFD}", "\u{FFFD}"),
    ])
    func makesHostileTextsHarmlessAndNothingElse(_ text: String, _ label: String) {
        #expect(OpenLabel.value(of: text).utf8.elementsEqual(label.utf8), "\(OpenLabel.value(of: text))")
    }

    @Test func whatIsMissingIsUnknown() {
        #expect(OpenLabel.value(of: nil) == "unknown" && OpenLabel.value(of: "") == "unknown")
    }

    @Test func longTextsAreCutOnAScalarAndStayDistinct() {
        let exact = String(repeating: "x", count: 64)
        #expect(OpenLabel.value(of: exact) == exact)
        let texts = ["", "a", "b"].map { exact + "x" + $0 } + ["é", "e\u{301}", "👍"].map { String(repeating: $0, count: 2000) }
        let labels = texts.map(OpenLabel.value)
        for label in labels {
            #expect(label.utf8.count <= 64 && label.utf8.count > 56, "\(label)")
            #expect(label.unicodeScalars.dropLast(8).last == "…")
        }
        #expect(Set(labels.map { Array($0.utf8) }).count == texts.count)
        // Made harmless, it grows.
        let bells = OpenLabel.value(of: String(repeating: "\u{7}", count: 22))
        #expect(bells.hasPrefix("␇␇") && bells.utf8.count <= 64)
        #expect(OpenLabel.value(of: String(repeating: "\u{7}", count: 21)) == String(repeating: "␇", count: 21))
    }

    /// A label that is read back, from the state or a file, is its own label.
    @Test func isStable() {
        var random = SeededGenerator(seed: 7)
        let scalars: [Unicode.Scalar] = ["a", "\n", "\u{0}", "é", "\u{301}", "👍", "\u{FEFF}", "\u{2028}", "\"", "\\", "…"]
        for _ in 0..<400 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...60, using: &random) { text.append(scalars.randomElement(using: &random) ?? "a") }
            let label = OpenLabel.value(of: String(text))
            #expect(label.utf8.count <= OpenLabel.longestValue)
            #expect(OpenLabel.value(of: label).utf8.elementsEqual(label.utf8), "\(label)")
        }
    }

    @Test func versionsAreShownAsReleasesAndWhatIsNoneLast() {
        let shown = ["other", "unknown", "latest", "5.10", "5.9", "5.10-beta"].sorted(by: OpenLabel.appVersion.precedes)
        #expect(shown == ["5.9", "5.10-beta", "5.10", "latest", "unknown", "other"])
        #expect(["other", "b", "unknown", "B", "a"].sorted(by: OpenLabel.product.precedes) == ["B", "a", "b", "unknown", "other"])
    }

    @Test func theNewerReleaseHasTheRoom() {
        #expect(["b", "5.9", "a", "5.10"].sorted(by: OpenLabel.appVersion.outranks) == ["5.10", "5.9", "a", "b"])
        #expect(["b", "5.9", "a", "5.10"].sorted(by: OpenLabel.product.outranks) == ["5.10", "5.9", "a", "b"])
    }
}

import Testing
import WatchModel

struct LabelSetTests {
    @Test func theOrderOfLabelsMeansNothing() {
        let one = LabelSet([("store", "google"), ("kind", "refund")])
        let other = LabelSet([("kind", "refund"), ("store", "google")])
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(one.labels.map(\.name) == ["kind", "store"])
        #expect(one["store"] == "google" && one["kind"] == "refund" && one["other"] == nil)
    }

    /// Swift calls these strings equal; Prometheus does not, and their figures may not be added up.
    @Test func comparesBytes() {
        let composed = LabelSet([("product", "caf\u{E9}")])
        let decomposed = LabelSet([("product", "cafe\u{301}")])
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        // 65 sorts before C3.
        #expect(decomposed < composed && !(composed < decomposed))
    }

    @Test(
        arguments: [
            ([("a", "1")], [("a", "2")]), ([("a", "2")], [("b", "1")]), ([], [("a", "")]), ([("a", "1")], [("a", "1"), ("b", "0")]),
            ([("a", "1"), ("c", "1")], [("a", "1"), ("d", "0")]), ([("a", "Z")], [("a", "a")]), ([("a", "~")], [("a", "é")]),
            ([("a", "1")], [("a", "10")]),
        ] as [([(String, String)], [(String, String)])])
    func sortsByNameAndThenByValue(lower: [(String, String)], upper: [(String, String)]) {
        let (left, right) = (LabelSet(lower.map { ($0.0, $0.1) }), LabelSet(upper.map { ($0.0, $0.1) }))
        #expect(left < right)
        #expect(!(right < left) && left != right)
    }

    @Test func namesAndValuesDoNotRunTogether() {
        #expect(LabelSet([("a", "bc")]) != LabelSet([("ab", "c")]))
        #expect(Set([LabelSet([("a", "b"), ("c", "d")]), LabelSet([("a", "bc"), ("d", "")])]).count == 2)
        #expect(LabelSet() == LabelSet([]))
    }
}

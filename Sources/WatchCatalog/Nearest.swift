/// The candidate that a mistyped word most likely means, for "did you mean".
///
/// - Returns: nil when none is within two slips of a finger (one for words of up to four letters); case does not count.
package func nearest(_ word: String, in candidates: [String]) -> String? {
    let letters = folded(word)
    let limit = letters.count <= 4 ? 1 : 2
    // A mistyped word is short; a pasted page is not worth a distance.
    guard !letters.isEmpty, letters.count <= 64 else { return nil }
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
        let other = folded(candidate)
        guard abs(other.count - letters.count) <= limit else { continue }
        let distance = editDistance(letters, other)
        if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
}

/// Dashes and underscores are taken for each other, too.
private func folded(_ word: String) -> [Unicode.Scalar] {
    word.lowercased().unicodeScalars.map { $0 == "-" ? "_" : $0 }
}

/// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for (i, a) in left.enumerated() {
        var current = [i + 1]
        for (j, b) in right.enumerated() {
            var cost = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a == b ? 0 : 1))
            if i > 0, j > 0, a == right[j - 1], left[i - 1] == b { cost = min(cost, beforePrevious[j - 1] + 1) }
            current.append(cost)
        }
        (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
}

/// The word of `candidates` that somebody probably meant, by edit distance; nil when none is near.
package func nearest(_ word: String, in candidates: [String]) -> String? { nil }

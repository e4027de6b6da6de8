/// A text that must not be printed: passwords and what may hold one.
///
/// Interpolation, `print`, `dump` and reflection show a placeholder; only `revealed` gives the text.
package struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The text itself. Every use of it is a place to look at in a review.
    package let revealed: String

    package init(_ text: String) {
        revealed = text
    }

    package var isEmpty: Bool { revealed.isEmpty }
    package var description: String { "(hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }

    /// `text` with every occurrence of this secret replaced, for messages that come from elsewhere.
    package func redacted(from text: String) -> String {
        guard !isEmpty else { return text }
        let needle = Array(revealed.utf8)
        let haystack = Array(text.utf8)
        var result: [UInt8] = []
        var index = 0
        while index < haystack.count {
            if haystack[index...].starts(with: needle) {
                result += Array("(hidden)".utf8)
                index += needle.count
            } else {
                result.append(haystack[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

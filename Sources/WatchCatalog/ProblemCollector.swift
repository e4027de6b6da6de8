package import WatchModel

/// Gathers everything that is wrong with one file, so that it can be reported at once.
package final class ProblemCollector {
    package let source: SourceText
    package private(set) var problems: [Problem] = []

    package init(_ source: SourceText) {
        self.source = source
    }

    package var hasErrors: Bool { problems.contains { $0.severity == .error } }

    /// In the order of the file.
    package var sorted: [Problem] {
        let nowhere = FilePosition(file: source.file, line: 0, column: 0)
        return problems.enumerated().sorted { left, right in
            let (a, b) = (left.element.position ?? nowhere, right.element.position ?? nowhere)
            return a == b ? left.offset < right.offset : a < b
        }.map(\.element)
    }

    package func error(_ code: String, at position: FilePosition?, _ summary: String, hint: String? = nil) {
        add(.error, code, position, summary, hint)
    }

    package func warning(_ code: String, at position: FilePosition?, _ summary: String, hint: String? = nil) {
        add(.warning, code, position, summary, hint)
    }

    /// How to call a word of the file in a sentence: in backticks where its line may be shown, otherwise `instead`.
    package func name(_ word: String, at position: FilePosition, instead: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil || "_-. ".unicodeScalars.contains($0)
        }
        guard source.mayShow(line: position.line), isPlain, (1...60).contains(word.unicodeScalars.count) else { return instead }
        return "`\(word)`"
    }

    /// "Did you mean ...?" where one is near, otherwise the whole list.
    package func suggestion(for word: String, among known: [String]) -> String {
        if let near = nearest(word, in: known) { return "Did you mean `\(near)`?" }
        return "Known here: \(known.joined(separator: ", "))."
    }

    private func add(_ severity: Problem.Severity, _ code: String, _ position: FilePosition?, _ summary: String, _ hint: String?) {
        let excerpt = position.flatMap { source.excerpt(line: $0.line) }
        problems.append(Problem(severity, code: code, at: position, excerpt: excerpt, summary: summary, hint: hint))
    }
}

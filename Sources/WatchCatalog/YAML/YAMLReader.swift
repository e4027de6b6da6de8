package import WatchModel

/// Reads YAML into a tree: plain data only, without anchors, tags and several documents, which hide what a file says.
package enum YAMLReader {
    /// No file of ours nests deeper; a deeper one is a mistake or an attack.
    static let maximumDepth = 64
    static let maximumNodes = 100_000

    /// - Returns: nil for an empty text.
    /// - Throws: all problems. A syntax error ends the reading; everything else is found in one pass.
    package static func read(text: String, file: String) throws(Problems) -> YAMLNode? {
        let problems = ProblemCollector(SourceText(text, file: file))
        let root = read(into: problems)
        guard !problems.hasErrors else { throw Problems(problems.sorted) }
        return root
    }

    /// The same for callers that go on to look for problems in what could be read.
    ///
    /// - Returns: nil for an empty text, and after a syntax error. Aliases and odd keys, once reported, are left out.
    package static func read(into problems: ProblemCollector) -> YAMLNode? {
        let source = problems.source
        guard source.text.utf8.count <= TextFile.maximumBytes else {
            let position = FilePosition(file: source.file, line: 1, column: 1)
            problems.error("file-too-large", at: position, "the file is larger than 1 MiB", hint: "Is this the right file?")
            return nil
        }
        var builder = YAMLTreeBuilder(problems: problems)
        if let failure = YAMLEvents.walk(source.text, handle: { builder.take($0) }) {
            problems.report(failure)
            return nil
        }
        return builder.root
    }
}

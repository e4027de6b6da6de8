import WatchModel

extension ProblemCollector {
    /// A syntax error in words for somebody who does not know YAML's own.
    func report(_ failure: YAMLFailure) {
        if let offset = failure.byteOffset {
            error(
                "control-character", at: position(byteOffset: offset), "a character here is not allowed in YAML",
                hint: "Remove the invisible character, or write it as an escape in double quotes.")
            return
        }
        let explanation = failure.explanation
        let mark = explanation.pointsAtBeginning ? failure.contextMark : failure.mark
        if let tab = tab(before: mark) {
            error("yaml-tab", at: tab, "a tab stands where YAML allows only spaces", hint: "Indent with spaces.")
            return
        }
        error("yaml-syntax", at: position(mark), explanation.summary, hint: explanation.hint)
    }

    /// The end of the file is no place to look at: the last line that holds something is.
    private func position(_ mark: YAMLEvent.Mark) -> FilePosition {
        var (line, column) = (min(mark.line, source.lines.count), mark.column)
        if line < mark.line || source.lines[line - 1].isEmpty, line == source.lines.count {
            while line > 1, source.lines[line - 1].allSatisfy({ $0 == " " }) { line -= 1 }
            column = source.lines[line - 1].unicodeScalars.count + 1
        }
        return FilePosition(file: source.file, line: line, column: column)
    }

    private func position(byteOffset: Int) -> FilePosition {
        let before = SourceText(String(decoding: Array(source.text.utf8).prefix(byteOffset), as: UTF8.self), file: source.file)
        return FilePosition(file: source.file, line: before.lines.count, column: (before.lines.last ?? "").unicodeScalars.count + 1)
    }

    private func tab(before mark: YAMLEvent.Mark) -> FilePosition? {
        guard source.lines.indices.contains(mark.line - 1) else { return nil }
        let blanks = source.lines[mark.line - 1].unicodeScalars.prefix { $0 == " " || $0 == "\t" }
        guard let tab = Array(blanks).firstIndex(of: "\t") else { return nil }
        return FilePosition(file: source.file, line: mark.line, column: tab + 1)
    }
}

extension YAMLFailure {
    fileprivate struct Explanation {
        var summary: String
        var hint: String
        /// The place where the unfinished thing began says more than the place where it was missed.
        var pointsAtBeginning = false
    }

    /// After the texts of libyaml 0.2.5 (scanner.c, parser.c); one that is not known here still gets its place.
    fileprivate var explanation: Explanation {
        switch reason {
        case "found unexpected end of stream":
            Explanation(summary: "a quote is opened here and never closed", hint: "Close it on the same line.", pointsAtBeginning: true)
        case "did not find expected ',' or ']'":
            Explanation(
                summary: "the list that begins here is not closed, or lacks a comma", hint: "Write it as `[a, b]`.",
                pointsAtBeginning: true)
        case "did not find expected ',' or '}'":
            Explanation(
                summary: "the braces that begin here are not closed, or lack a comma", hint: "Write them as `{ a: 1, b: 2 }`.",
                pointsAtBeginning: true)
        case "mapping values are not allowed in this context":
            Explanation(
                summary: "a colon stands where no `key: value` can begin",
                hint: "Check the indentation, and quote a text that holds a colon and a space.")
        case "could not find expected ':'":
            Explanation(
                summary: "a line here is neither `key: value` nor part of a text", hint: "Add the colon and a space behind the key.",
                pointsAtBeginning: true)
        case "did not find expected key", "did not find expected '-' indicator", "did not find expected <document start>",
            "block sequence entries are not allowed in this context":
            Explanation(
                summary: "this line does not fit what stands above it",
                hint: "Lines of one section must begin in the same column; a text with quotes inside must be quoted as a whole.")
        case "found character that cannot start any token":
            Explanation(summary: "a plain text cannot begin with this character", hint: "Put the text in quotes.")
        case "found unknown escape character":
            Explanation(summary: "this is no escape that YAML knows", hint: "Use single quotes for a text with backslashes.")
        default:
            Explanation(
                summary: "this cannot be read as YAML", hint: "Check indentation, colons and quotes on this line and the one above.")
        }
    }
}

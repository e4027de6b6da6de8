package import WatchModel

/// Problems as a person reads them in a terminal: what is wrong, where, the line itself with carets under it, what to do.
///
///     error[unknown-key]: there is no setting "thresold"
///      --> iapwatch.yaml:12:3
///        |
///     12 |   thresold: 5
///        |   ^^^^^^^^
///     help: did you mean "threshold"?
package enum ProblemText {
    /// All of `problems` in their order, with an empty line between them; empty when there are none.
    package static func render(_ problems: [Problem], colour: Bool) -> String {
        problems.map { render($0, colour: colour) }.joined(separator: "\n")
    }

    /// `2 errors, 1 warning`; empty when there are no problems.
    package static func tally(_ problems: [Problem]) -> String {
        let errors = problems.count { $0.severity == .error }
        let warnings = problems.count - errors
        let parts = [(errors, "error"), (warnings, "warning")].filter { $0.0 > 0 }
        return parts.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }.joined(separator: ", ")
    }

    private static func render(_ problem: Problem, colour: Bool) -> String {
        let style: TerminalStyle = problem.severity == .error ? .error : .warning
        let title = style("\(problem.severity.rawValue)[\(TerminalText.visible(problem.code))]", colour: colour)
        var text = "\(title): \(continued(problem.summary))\n"
        if let position = problem.position { text += place(position, excerpt: problem.excerpt, colour: colour) }
        if let hint = problem.hint { text += "\(TerminalStyle.help("help", colour: colour)): \(continued(hint))\n" }
        return text
    }

    /// The line feeds of a message are kept, but what follows is indented: it cannot pass for a problem of its own.
    private static func continued(_ message: String) -> String {
        message.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
            .map { TerminalText.visible(String($0)) }
            .joined(separator: "\n      ")
    }

    private static func place(_ position: FilePosition, excerpt: String?, colour: Bool) -> String {
        let number = String(position.line)
        let blank = String(repeating: " ", count: number.utf8.count)
        let gutter = { TerminalStyle.gutter($0, colour: colour) }
        var text = "\(blank)\(gutter("-->")) \(TerminalText.visible(position.file)):\(position.line):\(position.column)\n"
        guard let excerpt else { return text }
        let marked = MarkedExcerpt(excerpt, column: position.column, length: position.length)
        let style = TerminalStyle.error
        text += "\(blank) \(gutter("|"))\n"
        text += gutter("\(number) |") + (marked.line.isEmpty ? "" : " " + marked.line) + "\n"
        text += "\(blank) \(gutter("|")) \(marked.indentation)\(style(marked.carets, colour: colour))\n"
        return text
    }
}

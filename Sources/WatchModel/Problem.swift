/// A place in a file that the user wrote. Lines and columns count from 1; a column counts Unicode scalars.
package struct FilePosition: Hashable, Comparable, Sendable {
    package var file: String
    package var line: Int
    package var column: Int
    /// How many scalars are meant, for the line of carets.
    package var length: Int

    package init(file: String, line: Int, column: Int, length: Int = 1) {
        (self.file, self.line, self.column, self.length) = (file, line, column, length)
    }

    package static func < (left: FilePosition, right: FilePosition) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }
}

/// Something that is wrong, for the person who can put it right. Data only: `WatchOutput` renders it.
package struct Problem: Equatable, Sendable, Error {
    package enum Severity: String, Sendable {
        case error
        case warning
    }

    package var severity: Severity
    /// A stable word for programs, such as `unknown-key`.
    package var code: String
    package var position: FilePosition?
    /// The line the position names, when it may be shown; nil where it may hold a secret.
    package var excerpt: String?
    /// What is wrong, in one sentence. Never holds values from the database, or secrets.
    package var summary: String
    /// What to do about it.
    package var hint: String?

    package init(
        _ severity: Severity = .error, code: String, at position: FilePosition? = nil, excerpt: String? = nil,
        summary: String, hint: String? = nil
    ) {
        (self.severity, self.code, self.position) = (severity, code, position)
        (self.excerpt, self.summary, self.hint) = (excerpt, summary, hint)
    }
}

/// All problems of one load. Thrown only when at least one of them is an error.
package struct Problems: Error, Sendable {
    package var all: [Problem]

    package init(_ all: [Problem]) {
        self.all = all
    }
}

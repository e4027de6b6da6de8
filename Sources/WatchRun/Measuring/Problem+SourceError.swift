package import WatchModel

extension Problem {
    /// What a database error means for the reader: what was being done, what the database said, and what to do.
    package init(_ error: SourceError, doing: String, at position: FilePosition? = nil, excerpt: String? = nil) {
        let code = error.code.isEmpty ? "" : " (\(error.code))"
        self.init(
            code: Self.code(of: error.kind), at: position, excerpt: excerpt, summary: "\(doing): \(error.message)\(code)", hint: error.hint)
    }

    private static func code(of kind: SourceError.Kind) -> String {
        switch kind {
        case .unreachable: "source-unreachable"
        case .authenticationFailed: "authentication-failed"
        case .invalidLocation: "invalid-location"
        case .damaged: "source-damaged"
        case .locked: "locked"
        case .queryTimedOut: "query-timed-out"
        case .runTimedOut: "run-timed-out"
        case .cancelled: "cancelled"
        case .missingRelation: "missing-table"
        case .permissionDenied: "permission-denied"
        case .rowSecurity: "row-security"
        case .connectionLost: "connection-lost"
        case .transient: "transient-error"
        case .tooManyRows: "too-many-rows"
        case .query: "query-failed"
        }
    }
}

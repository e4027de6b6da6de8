/// Why the database did not do what it was asked.
///
/// Holds kind, code, message and the position in the SQL; never bound values, rows, or a connection string.
package struct SourceError: Error, Equatable, Sendable {
    package enum Kind: String, Sendable {
        /// No server there, a connection refused or lost before it was up, a file that does not exist.
        case unreachable
        case authenticationFailed
        /// The location itself cannot be understood.
        case invalidLocation
        /// The file is no database, or is damaged.
        case damaged
        /// Somebody else holds a lock for longer than we wait.
        case locked
        case queryTimedOut
        case runTimedOut
        case cancelled
        case missingRelation
        case permissionDenied
        /// Row-level security would hide rows.
        case rowSecurity
        /// The connection ended while we used it.
        case connectionLost
        /// Serialization failure, deadlock, recovery conflict: the same again on a fresh snapshot may work.
        case transient
        /// The query returned more than it may.
        case tooManyRows
        /// The SQL is wrong, or a value in the data cannot be computed with.
        case query
    }

    package var kind: Kind
    /// SQLSTATE, or SQLite's extended result code by name.
    package var code: String
    package var message: String
    /// What to do about it.
    package var hint: String?
    /// UTF-8 offset into the SQL that was sent.
    package var sqlOffset: Int?

    package init(_ kind: Kind, code: String = "", message: String, hint: String? = nil, sqlOffset: Int? = nil) {
        (self.kind, self.code, self.message, self.hint, self.sqlOffset) = (kind, code, message, hint, sqlOffset)
    }

    /// True when everything should be tried again on a fresh connection and snapshot.
    package var isWorthRetrying: Bool { kind == .transient || kind == .connectionLost }

    /// True when no further query can be run on this connection.
    package var endsSnapshot: Bool {
        switch kind {
        case .unreachable, .authenticationFailed, .invalidLocation, .runTimedOut, .cancelled, .connectionLost, .transient: true
        case .damaged, .locked, .queryTimedOut, .missingRelation, .permissionDenied, .rowSecurity, .tooManyRows, .query: false
        }
    }
}

package import WatchModel

/// Something to do on one snapshot, whichever database it is of.
package protocol SnapshotWork {
    associatedtype Result
    mutating func perform<Source: SourceConnection & ~Copyable>(on source: inout Source) throws(SourceError) -> Result
}

/// Opens a snapshot of the database at `location`, does the work on it, and closes it before returning.
///
/// - Parameter schema: where Postgres looks for unqualified tables; nil for the role's own search path.
package func withSnapshot<Work: SnapshotWork>(
    of location: SourceLocation, schema: String?, acceptsRowSecurity: Bool, limits: SourceLimits,
    interruption: Interruption, perform work: inout Work
) throws(SourceError) -> Work.Result {
    switch location {
    case .sqlite(let path):
        var source = try SQLiteConnection(path: path, limits: limits, interruption: interruption)
        let result = try work.perform(on: &source)
        source.close()
        return result
    case .postgres(let server):
        var source = try PostgresConnection(
            location: server, schema: schema, acceptsRowSecurity: acceptsRowSecurity, limits: limits, interruption: interruption)
        let result = try work.perform(on: &source)
        source.close()
        return result
    }
}

package import WatchModel
package struct PostgresConnection: ~Copyable, SourceConnection {
  package static var dialect: Dialect { .postgres }
  package init(location: PostgresLocation, schema: String?, acceptsRowSecurity: Bool, limits: SourceLimits, interruption: Interruption) throws(SourceError) { throw SourceError(.unreachable, message: "") }
  package var facts: SnapshotFacts { fatalError() }
  package mutating func describe(_ relation: Relation) throws(SourceError) -> RelationDescription { fatalError() }
  package mutating func run(_ statement: Statement, row: ([Cell]) throws(SourceError) -> Void) throws(SourceError) -> [String] { fatalError() }
  package mutating func prepare(_ statement: Statement) throws(SourceError) -> [String] { fatalError() }
  package mutating func plan(_ statement: Statement) throws(SourceError) -> [String] { fatalError() }
  package consuming func close() {}
}

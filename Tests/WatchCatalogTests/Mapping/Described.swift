import WatchModel

@testable import WatchCatalog

/// What preflight would say of a table with these columns.
func described(
    _ columns: [(String, String)], unreadable: Set<String> = [], schema: String? = nil, hidesRows: Bool = false, relation: Relation? = nil
) -> RelationDescription {
    RelationDescription(
        relation: relation ?? .table(schema: nil, name: "purchases"), resolvedSchema: schema,
        columns: columns.map { .init(name: $0.0, declaredType: $0.1, isReadable: !unreadable.contains($0.0)) }, hidesRows: hidesRows)
}

/// A canonical table with its required columns and some others, as it stands in the user's database.
func describedCanonical(_ table: String, _ dialect: Dialect, also: Set<String> = []) -> RelationDescription {
    let columns = CanonicalSchema[table: table]?.columns.filter { $0.isRequired || also.contains($0.name) } ?? []
    return described(
        columns.map { column in
            switch (dialect, column.type) {
            case (.sqlite, .integer): (column.name, "INTEGER")
            case (.sqlite, _): (column.name, "TEXT")
            case (.postgres, .text): (column.name, "text")
            case (.postgres, .integer): (column.name, "integer")
            case (.postgres, .time): (column.name, "timestamp with time zone")
            }
        }, schema: dialect == .sqlite ? "main" : "public", relation: .table(schema: nil, name: table))
}

/// The canonical tables as they are, without those named.
func states(_ dialect: Dialect, without: Set<String> = [], also: Set<String> = []) throws -> [String: TableState] {
    var states: [String: TableState] = [:]
    for table in CanonicalSchema.tables.map(\.name) {
        if without.contains(table) {
            states[table] = .absent(wants: "the table \(table)")
        } else {
            states[table] = .usable(try ShadowCompiler.compile(.identity(table), describedCanonical(table, dialect, also: also), dialect))
        }
    }
    return states
}

func compileProblems(_ mapping: TableMapping, _ description: RelationDescription, _ dialect: Dialect) -> [Problem] {
    do {
        _ = try ShadowCompiler.compile(mapping, description, dialect)
        return []
    } catch {
        return error.all
    }
}

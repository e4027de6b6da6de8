package import WatchModel

extension SQLiteConnection {
    package mutating func describe(_ relation: Relation) throws(SourceError) -> RelationDescription {
        switch relation {
        case .select(let sql):
            let prepared = try begin(Statement(sql), prefix: "SELECT * FROM (\n", suffix: "\n)")
            let columns = prepared.columns.enumerated().map { index, name in
                RelationDescription.Column(name: name, declaredType: prepared.declaredType(column: index))
            }
            return RelationDescription(relation: relation, columns: columns)
        case .table(let schema, let name):
            let columns = try columns(ofTable: name, schema: schema ?? "main")
            guard !columns.isEmpty else {
                throw SourceError(.missingRelation, message: "there is no table or view \(relation.displayName)")
            }
            return RelationDescription(
                relation: relation, resolvedSchema: schema ?? "main", columns: columns, estimatedRows: try estimatedRows(of: name))
        }
    }

    /// Nothing but `main` is ever open: a name in another schema is the name of nothing.
    private mutating func columns(ofTable name: String, schema: String) throws(SourceError) -> [RelationDescription.Column] {
        guard schema.lowercased() == "main" else { return [] }
        // hidden: 1 is a hidden column of a virtual table, 2 and 3 are generated columns, which can be read.
        let query = Statement(
            "SELECT name, type FROM pragma_table_xinfo(:name, 'main') WHERE hidden <> 1 ORDER BY cid", parameters: ["name": .text(name)])
        var columns: [RelationDescription.Column] = []
        _ = try run(query) { (row) throws(SourceError) in
            guard case .text(let name) = row[0], case .text(let type) = row[1] else { return }
            columns.append(RelationDescription.Column(name: name, declaredType: type))
        }
        return columns
    }

    /// What the last ANALYZE counted: every `stat` begins with the number of rows in the index.
    private mutating func estimatedRows(of table: String) throws(SourceError) -> Int64? {
        var isAnalyzed = false
        _ = try run(Statement("SELECT 1 FROM main.sqlite_schema WHERE name = 'sqlite_stat1'")) { _ in isAnalyzed = true }
        guard isAnalyzed else { return nil }
        let query = Statement(
            "SELECT stat FROM main.sqlite_stat1 WHERE tbl = :name COLLATE NOCASE", parameters: ["name": .text(table)])
        var most: Int64?
        _ = try run(query) { (row) throws(SourceError) in
            guard case .text(let stat) = row[0], let first = stat.split(separator: " ").first, let count = Int64(first) else { return }
            most = max(most ?? 0, count)
        }
        return most
    }
}

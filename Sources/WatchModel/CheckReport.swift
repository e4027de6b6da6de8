/// What `iapwatch check` found out about a database, before any figure is trusted.
package struct CheckReport: Equatable, Sendable {
    /// One canonical table.
    package struct Table: Equatable, Sendable {
        package enum State: Equatable, Sendable {
            case usable
            case absent(wants: String)
            case failed
        }

        package var name: String
        /// What stands for it in the user's database.
        package var relation: String
        package var state: State
        /// The canonical columns that hold something.
        package var columns: [String]
        /// The planner's estimate; nil when it has none.
        package var estimatedRows: Int64?

        package init(name: String, relation: String, state: State, columns: [String] = [], estimatedRows: Int64? = nil) {
            (self.name, self.relation, self.state, self.columns, self.estimatedRows) = (name, relation, state, columns, estimatedRows)
        }
    }

    /// Something that is not there, and what it would make known.
    package struct Missing: Equatable, Sendable {
        /// For example `the column purchases.verified_at`.
        package var what: String
        package var unlocks: [String]

        package init(what: String, unlocks: [String]) {
            (self.what, self.unlocks) = (what, unlocks)
        }
    }

    package struct Query: Equatable, Sendable {
        package enum State: Equatable, Sendable {
            /// Prepared against the database.
            case ready
            case unavailable(wants: String)
            case failed
        }

        package var name: String
        package var state: State
        /// The indexes that its plan uses, and the tables that it reads whole.
        package var indexesUsed: [String]
        package var tablesScanned: [String]
        /// True when reading whole tables is what the query is for, and it runs hourly or daily because of that.
        package var scansOnPurpose: Bool
        /// The database's own words.
        package var plan: [String]

        package init(
            name: String, state: State, indexesUsed: [String] = [], tablesScanned: [String] = [], scansOnPurpose: Bool = false,
            plan: [String] = []
        ) {
            (self.name, self.state, self.indexesUsed) = (name, state, indexesUsed)
            (self.tablesScanned, self.scansOnPurpose, self.plan) = (tablesScanned, scansOnPurpose, plan)
        }
    }

    package var facts: SnapshotFacts
    package var tables: [Table]
    package var queries: [Query]
    package var missing: [Missing]
    /// Ready `CREATE INDEX` statements for what is read whole and need not be.
    package var indexes: [String]
    package var problems: [Problem]

    package init(
        facts: SnapshotFacts, tables: [Table] = [], queries: [Query] = [], missing: [Missing] = [], indexes: [String] = [],
        problems: [Problem] = []
    ) {
        (self.facts, self.tables, self.queries) = (facts, tables, queries)
        (self.missing, self.indexes, self.problems) = (missing, indexes, problems)
    }

    /// 0 when every query runs, 1 when there are warnings, 2 when something is broken.
    package var exitCode: Int32 {
        if problems.contains(where: { $0.severity == .error }) { return 2 }
        return problems.isEmpty ? 0 : 1
    }
}

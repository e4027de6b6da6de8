package import WatchModel

/// What `iapwatch check` shows a person.
package enum CheckReportText {
    /// - Parameter showsPlans: whether the database's own plan of each query is shown as well.
    package static func render(_ report: CheckReport, showsPlans: Bool, colour: Bool, width: Int) -> String {
        var sections = [headline(report), tables(report), queries(report, showsPlans)]
        if !report.missing.isEmpty { sections.append(missing(report)) }
        if !report.indexes.isEmpty {
            sections.append(
                "Indexes that would help (a run then no longer reads whole tables):\n" + report.indexes.map { "  \($0)\n" }.joined())
        }
        if !report.problems.isEmpty { sections.append(ProblemText.render(report.problems, colour: colour)) }
        sections.append(verdict(report))
        return sections.joined(separator: "\n")
    }

    private static func headline(_ report: CheckReport) -> String {
        var text = report.facts.server
        if report.facts.isStandby {
            text += ", a standby" + (report.facts.replayLagSeconds.map { ", \(Int($0)) s behind" } ?? ", how far behind cannot be known")
        }
        return text + "\n"
    }

    private static func tables(_ report: CheckReport) -> String {
        let rows = report.tables.map { table in
            let state =
                switch table.state {
                case .usable: "\(table.columns.count) columns"
                case .absent: "absent"
                case .failed: "not usable"
                }
            return [table.name, table.relation, state, table.estimatedRows.map { "about \($0)" } ?? ""]
        }
        return AlignedTable(header: ["table", "is", "state", "rows"], rows: rows, alignments: [.left, .left, .left, .right]).render(
            indent: 0)
    }

    private static func queries(_ report: CheckReport, _ showsPlans: Bool) -> String {
        let rows = report.queries.map { query in
            switch query.state {
            case .unavailable(let wants): [query.name, "unavailable", "wants \(wants)"]
            case .failed: [query.name, "failed", ""]
            case .ready: [query.name, "ready", access(query)]
            }
        }
        var text = AlignedTable(header: ["query", "state", "how it reads"], rows: rows, alignments: [.left, .left, .left]).render(indent: 0)
        guard showsPlans else { return text }
        for query in report.queries where !query.plan.isEmpty {
            text += "\nPlan of \(query.name):\n" + query.plan.map { "  \($0)\n" }.joined()
        }
        return text
    }

    private static func access(_ query: CheckReport.Query) -> String {
        var parts: [String] = []
        if !query.indexesUsed.isEmpty { parts.append("uses \(query.indexesUsed.joined(separator: ", "))") }
        if !query.tablesScanned.isEmpty {
            parts.append("reads all of \(query.tablesScanned.joined(separator: ", "))" + (query.scansOnPurpose ? ", on purpose" : ""))
        }
        return parts.joined(separator: "; ")
    }

    private static func missing(_ report: CheckReport) -> String {
        var text = "What is missing, and what it would make known:\n"
        for missing in report.missing {
            text += "  \(missing.what)\n" + missing.unlocks.map { "    \($0)\n" }.joined()
        }
        return text
    }

    private static func verdict(_ report: CheckReport) -> String {
        switch report.exitCode {
        case 0: "Everything that a run needs is there.\n"
        case 1: "A run will work; the warnings above say what it will not tell you.\n"
        default: "A run will fail in part: see the errors above.\n"
        }
    }
}

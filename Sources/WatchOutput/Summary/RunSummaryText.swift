package import WatchModel

/// What a person sees after a run: one headline, the figures, what could not be measured, and the problems.
package enum RunSummaryText {
    /// - Parameter width: Columns of the terminal; sentences are wrapped and titles cut to fit where that is possible.
    package static func render(_ result: RunResult, colour: Bool, width: Int) -> String {
        let width = max(width, 40)
        let tables = FigureTables(result.metrics, now: result.now, width: width)
        var problems = result.problems
        for query in result.queries {
            if case .failed(let problem) = query.status, !problems.contains(problem) { problems.append(problem) }
        }
        let sections = [
            headline(result, colour: colour, width: width),
            tables.byStore.render(),
            tables.others.render(),
            section("Could not be measured", notMeasured(result), colour: colour, width: width),
            section("Nothing to measure just now", withoutData(result), colour: colour, width: width),
            ProblemText.render(problems, colour: colour),
        ]
        return sections.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func headline(_ result: RunResult, colour: Bool, width: Int) -> String {
        let sentences = [opening(result)] + RunSummarySentences.others(result)
        let paragraphs = sentences.enumerated().map { index, sentence in
            TerminalText.wrapped(TerminalText.visible(sentence), to: width)
                .map { index == 0 ? TerminalStyle.heading($0, colour: colour) : $0 }
                .joined(separator: "\n")
        }
        return paragraphs.joined(separator: "\n") + "\n"
    }

    /// `Measured 27 figures in 0.03 s from Postgres 15.18, as of 2026-12-01T04:00:00Z.`
    private static func opening(_ result: RunResult) -> String {
        let moment = "as of \(result.now.iso8601)"
        guard let snapshot = result.snapshot else {
            return "Measured nothing, \(moment): the database could not be read."
        }
        let measured = result.metrics.count { $0.outcome.word == "measured" }
        let duration = RunSummarySentences.duration(result.phases.reduce(0) { $0 + $1.seconds })
        return "Measured \(measured) figure\(measured == 1 ? "" : "s") in \(duration) from \(snapshot.server), \(moment)."
    }

    private static func notMeasured(_ result: RunResult) -> [[String]] {
        result.metrics.compactMap { metric in
            let title = FigureReading(metric: metric.name).title
            return switch metric.outcome {
            case .unavailable(let wants): [title, "wants \(wants)"]
            case .failed(let problem): [title, problem.summary]
            case .measured, .noData: nil
            }
        }
    }

    private static func withoutData(_ result: RunResult) -> [[String]] {
        result.metrics.compactMap { metric in
            guard case .noData(let reason) = metric.outcome else { return nil }
            return [FigureReading(metric: metric.name).title, reason]
        }
    }

    private static func section(_ title: String, _ rows: [[String]], colour: Bool, width: Int) -> String {
        guard !rows.isEmpty else { return "" }
        return TerminalStyle.heading(title, colour: colour) + "\n" + AlignedTable(rows: rows).render(indent: 2, width: width)
    }
}

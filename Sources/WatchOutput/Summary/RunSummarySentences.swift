import WatchModel

/// The sentences under the headline of a run; most runs have none.
enum RunSummarySentences {
    static func others(_ result: RunResult) -> [String] {
        [standby(result.snapshot), kept(result), figures(result), lastSuccess(result)].compactMap { $0 }
    }

    /// Seconds to two decimals; from a minute on in minutes.
    static func duration(_ seconds: Double) -> String {
        guard seconds.isFinite, seconds < 60 else { return DurationText.render(seconds) }
        let hundredths = Int(max(seconds, 0) * 100 + 0.5)
        guard hundredths > 0 else { return "less than 0.01 s" }
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
    }

    private static func standby(_ snapshot: SnapshotFacts?) -> String? {
        guard let snapshot, snapshot.isStandby else { return nil }
        guard let lag = snapshot.replayLagSeconds else { return "The server is a standby; how far it is behind is not known." }
        return "The server is a standby, \(duration(lag)) behind its primary."
    }

    /// Figures that are older than the run must not pass for fresh ones.
    private static func kept(_ result: RunResult) -> String? {
        let names = result.queries.compactMap { query -> String? in
            guard query.status == .kept else { return nil }
            guard let moment = query.measuredAt else { return query.name }
            return "\(query.name) (\(ago(moment, now: result.now)))"
        }
        return names.isEmpty ? nil : "Not due yet, shown as measured before: \(names.joined(separator: ", "))."
    }

    private static func figures(_ result: RunResult) -> String? {
        if result.ending == .outputFailed { return "The output could not be written." }
        return result.wroteFigures ? nil : "The figures file was left as it was."
    }

    private static func lastSuccess(_ result: RunResult) -> String? {
        guard result.ending != .measured else { return nil }
        guard let moment = result.lastSuccess else { return "No complete run is known." }
        return "The last complete run was \(ago(moment, now: result.now))."
    }

    /// `3 h ago`; the moment itself where it lies ahead, as it may with a clock set back.
    private static func ago(_ moment: Instant, now: Instant) -> String {
        moment > now ? "at \(moment.iso8601)" : "\(DurationText.age(of: moment.secondsWithFraction, now: now)) ago"
    }
}

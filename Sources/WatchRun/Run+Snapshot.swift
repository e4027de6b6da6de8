import Glibc
import WatchCatalog
import WatchDatabase
import WatchModel
import WatchOutput

extension Run {
    /// Snapshot, figures, state, files: in this order, and each whatever became of the one before.
    func perform(on location: SourceLocation, state: borrowing StateStore, warnings: [Problem]) throws(Refusal) -> Product {
        var phases = PhaseTimer(clock: options.clock)
        var result = RunResult(now: options.clock.hostNow())
        result.problems = warnings
        result.lastSuccess = try? state.lastSuccess()
        do throws(SourceError) {
            let measured = try measuredSnapshot(of: location, kept: (try? state.keptResults()) ?? [:], key: state.key)
            phases.record("snapshot", seconds: measured.preflightSeconds + measured.querySeconds)
            add(measured, to: &result, state: state)
        } catch {
            try refuse(error)
            addFailure(error, to: &result)
        }
        if result.snapshot != nil { noteHistory(&result, state: state) }
        phases.mark("judging")
        return write(&result, phases: &phases, state: state)
    }

    /// Tries again, on a fresh connection and snapshot, after errors that come and go. What an aborted try had measured is
    /// dropped: figures of two snapshots do not add up.
    private func measuredSnapshot(
        of location: SourceLocation, kept: [String: KeptResult], key: FingerprintKey
    ) throws(SourceError) -> Measured {
        var attempt = 0
        while true {
            var work = Measurement(
                configuration: configuration, queries: queries.filter { options.only?.contains($0.name) ?? true }, clock: options.clock,
                key: key, kept: kept, ignoresCadence: options.only != nil, progress: progress)
            do throws(SourceError) {
                return try withSnapshot(
                    of: location, schema: configuration.source.schema, acceptsRowSecurity: configuration.source.acceptsRowSecurity,
                    limits: configuration.source.limits, interruption: interruption, perform: &work)
            } catch {
                // A server that restarts is first lost, and then out of reach for a moment.
                let isWorthRetrying = error.isWorthRetrying || (attempt > 0 && error.kind == .unreachable)
                guard isWorthRetrying, attempt < configuration.source.retries else { throw error }
                attempt += 1
                try pause(seconds: Double(1 << attempt) / 2)
            }
        }
    }

    /// Waits, and wakes for a signal.
    private func pause(seconds: Double) throws(SourceError) {
        for _ in 0..<Int(seconds * 20) {
            if interruption.isCancelled() { throw SourceError(.cancelled, message: "the run was interrupted") }
            usleep(50_000)
        }
    }

    /// Errors that mean that the run should not have begun, or was asked to end.
    private func refuse(_ error: SourceError) throws(Refusal) {
        switch error.kind {
        case .cancelled: throw .interrupted(Termination.signalNumber ?? SIGTERM)
        case .invalidLocation:
            throw .configuration([Problem(error, doing: "the source", at: configuration.positions["source.url"])])
        default: return
        }
    }

    private func add(_ measured: Measured, to result: inout RunResult, state: borrowing StateStore) {
        result.now = measured.now
        result.snapshot = measured.facts
        let parameters = QueryParameters.values(now: measured.now, configuration: configuration, available: [])
        let run = (try? state.nextRunNumber()) ?? 0
        let outcomes = OutcomeAssembly(
            measured: measured, runNumber: run, parameters: parameters, limit: configuration.limit
        ).outcomes(state: state)
        result.queries = outcomes.queries
        result.metrics = outcomes.metrics
        result.problems += outcomes.problems
        let isComplete = result.queries.allSatisfy {
            switch $0.status {
            case .succeeded, .kept, .unavailable: true
            case .failed, .notReached: false
            }
        }
        result.ending = isComplete ? .measured : .somethingFailed
    }

    /// What was measured now goes into the history, with what it cost; what was only kept is there already.
    private func noteHistory(_ result: inout RunResult, state: borrowing StateStore) {
        let now = result.now
        let fresh = Set(result.queries.filter { $0.status == .succeeded && $0.measuredAt == now }.map(\.name))
        var families: [(family: MetricFamily, at: Instant)] = result.metrics.compactMap { metric in
            guard fresh.contains(metric.query), case .measured(let family, _) = metric.outcome else { return nil }
            return (family, now)
        }
        families += JobMetrics.costs(result).map { ($0, now) }
        do throws(SourceError) {
            let leftOut = try state.noteHistory(families)
            if leftOut > 0 {
                result.problems.append(
                    Problem(
                        .warning, code: "history-full", summary: "\(leftOut) series have no history: the state holds as many as it may",
                        hint: "Series that are no longer measured make room after \(StateStore.Retention.dailySeconds / 86_400) days."))
            }
            // Once an hour is enough, also after the clock was set back.
            let last = try state.lastThinning()
            guard last.map({ abs(now.seconds(since: $0)) >= 3600 }) ?? true else { return }
            try state.thinHistory(now: now)
            try state.setLastThinning(now)
        } catch {
            result.problems.append(
                Problem(.warning, code: "state-unusable", summary: "the history could not be kept: \(error.message)"))
        }
    }

    private func addFailure(_ error: SourceError, to result: inout RunResult) {
        // Whatever it was, no snapshot came of it, and nothing was measured.
        result.ending = .sourceUnreachable
        result.problems.append(Problem(error, doing: "opening the source", at: configuration.positions["source.url"]))
        let selected = queries.filter { options.only?.contains($0.name) ?? true }
        result.queries = selected.map {
            RunResult.QueryRun(name: $0.name, hash: FingerprintKey.digest($0.sourceText), origin: $0.origin.text, status: .notReached)
        }
    }

    private func write(_ result: inout RunResult, phases: inout PhaseTimer, state: borrowing StateStore) -> Product {
        var figures: [UInt8] = []
        let hasFigures = result.metrics.contains { if case .measured = $0.outcome { true } else { false } }
        if hasFigures {
            do throws(PrometheusTextError) {
                figures = try PrometheusText.render(JobMetrics.figures(result, configuration: configuration))
            } catch {
                result.ending = .somethingFailed
                result.problems.append(
                    Problem(
                        code: "unwritable-figures", summary: error.description, hint: "The figures of the run before were left as they are."
                    ))
            }
        }
        phases.mark("rendering")
        if !figures.isEmpty && !options.isDry { replaceFigures(figures, &result) }
        let completedAt = options.clock.hostNow()
        if result.ending == .measured {
            result.lastSuccess = completedAt
            do throws(SourceError) { try state.setLastSuccess(completedAt) } catch {
                result.problems.append(
                    Problem(.warning, code: "state-unusable", summary: "the time of this success could not be kept: \(error.message)"))
            }
        }
        phases.mark("writing")
        result.phases = phases.phases
        let health = replaceHealth(&result, completedAt: completedAt, ledger: (try? state.ledgerSizes()) ?? [:])
        return Product(result: result, figures: figures, health: health)
    }

    private func replaceFigures(_ bytes: [UInt8], _ result: inout RunResult) {
        guard let directory = configuration.outputDirectory else { return }
        do throws(SystemError) {
            try AtomicFile.write(bytes, to: Self.figuresFileName, in: directory)
            result.wroteFigures = true
        } catch {
            noteOutputFailure(error, "the figures", &result)
        }
    }

    /// Written last, because it tells how everything else went.
    private func replaceHealth(_ result: inout RunResult, completedAt: Instant, ledger: [String: Int64]) -> [UInt8] {
        do throws(PrometheusTextError) {
            let bytes = try PrometheusText.render(
                JobMetrics.health(result, configuration: configuration, completedAt: completedAt, version: options.version, ledger: ledger))
            guard !options.isDry, let directory = configuration.outputDirectory, let stateDirectory = configuration.stateDirectory else {
                return bytes
            }
            do throws(SystemError) {
                try AtomicFile.write(bytes, to: Self.healthFileName, in: directory)
            } catch {
                noteOutputFailure(error, "the health file", &result)
            }
            do throws(SystemError) {
                try AtomicFile.write(RunResultJSON.render(result), to: Self.resultFileName, in: stateDirectory, mode: 0o600)
            } catch {
                result.problems.append(Problem(.warning, code: "state-unusable", summary: error.message))
            }
            return bytes
        } catch {
            result.ending = .outputFailed
            result.problems.append(Problem(code: "unwritable-health", summary: error.description))
            return []
        }
    }

    private func noteOutputFailure(_ error: SystemError, _ what: String, _ result: inout RunResult) {
        result.ending = .outputFailed
        result.problems.append(
            Problem(
                code: "output-failed", at: configuration.positions["output.directory"],
                summary: "\(what) could not be written: \(error.message)",
                hint: "What stood there before still stands. See that the directory is writable for this user and has room."))
    }
}

/// How long each part of a run takes.
struct PhaseTimer {
    let clock: RunClock
    private var last: Double
    private(set) var phases: [(name: String, seconds: Double)] = []

    init(clock: RunClock) {
        self.clock = clock
        last = clock.monotonicSeconds()
    }

    /// The time since the last mark goes to this phase.
    mutating func mark(_ name: String) {
        let now = clock.monotonicSeconds()
        phases.append((name, now - last))
        last = now
    }

    /// A phase that was timed elsewhere.
    mutating func record(_ name: String, seconds: Double) {
        phases.append((name, seconds))
        last = clock.monotonicSeconds()
    }
}

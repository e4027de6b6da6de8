import Glibc
package import WatchCatalog
package import WatchDatabase
package import WatchModel
import WatchOutput

/// One run of the job, from the lock to the files.
package struct Run {
    package struct Options: Sendable {
        package var clock = RunClock()
        /// Only these queries; nil for all.
        package var only: Set<String>?
        /// Measure and show: no file, no lock, no state is touched.
        package var isDry = false
        package var version = "0"

        package init() {}
    }

    /// Why a run did not even begin. The files of earlier runs are left alone.
    package enum Refusal: Error {
        case lockedByAnotherRun
        case configuration([Problem])
        /// The signal that ended it.
        case interrupted(Int32)
    }

    /// What a run leaves: its result, and the bytes of its files.
    package struct Product {
        package var result: RunResult
        package var figures: [UInt8]
        package var health: [UInt8]
    }

    let configuration: Configuration
    let queries: [QueryDefinition]
    let options: Options
    let interruption: Interruption
    let progress: (RunProgress) -> Void

    package static let figuresFileName = "iapwatch.prom"
    package static let healthFileName = "iapwatch_job.prom"
    package static let resultFileName = "last_run.json"

    package init(
        configuration: Configuration, queries: [QueryDefinition], options: Options, interruption: Interruption = .never,
        progress: @escaping (RunProgress) -> Void = { _ in }
    ) {
        (self.configuration, self.queries, self.options) = (configuration, queries, options)
        (self.interruption, self.progress) = (interruption, progress)
    }

    package func perform() throws(Refusal) -> Product {
        guard let location = configuration.source.location else {
            throw .configuration([
                Problem(
                    code: "no-source", summary: "no database is named",
                    hint: "Set `source: { url: ... }` in the configuration, or use --source.")
            ])
        }
        guard !options.isDry else {
            return try perform(on: location, state: try scratchState(copyOf: configuration.stateDirectory, after: []), warnings: [])
        }
        let (output, directory) = try directories()
        let lock = try lock(directory)
        AtomicFile.removeLeftovers(of: [Self.figuresFileName, Self.healthFileName], in: output)
        AtomicFile.removeLeftovers(of: [Self.resultFileName, StateStore.keyFileName], in: directory)
        var warnings: [Problem] = []
        let state = try openState(directory, &warnings)
        let product = try perform(on: location, state: state, warnings: warnings)
        // Held until here: a value that cannot be copied may end with its last use.
        _ = consume lock
        return product
    }

    /// The state of the directory, or a copy to throw away when it cannot be written: the job still measures, with what can
    /// be read of its memory, and remembers nothing of this run.
    private func openState(_ directory: String, _ warnings: inout [Problem]) throws(Refusal) -> StateStore {
        do throws(SourceError) {
            return try StateStore(directory: directory, now: options.clock.hostNow(), warnings: &warnings)
        } catch {
            warnings.append(
                Problem(
                    .warning, code: "state-unusable", summary: "the state in \(directory) cannot be used: \(error.message)",
                    hint: "This run works without it. See that the directory exists, is writable, and has room."))
            return try scratchState(copyOf: directory, after: warnings)
        }
    }

    private func scratchState(copyOf directory: String?, after warnings: [Problem]) throws(Refusal) -> StateStore {
        do throws(SourceError) { return try StateStore(copyOf: directory) } catch {
            throw .configuration(warnings + [Problem(error, doing: "a temporary state")])
        }
    }

    private func directories() throws(Refusal) -> (output: String, state: String) {
        var problems: [Problem] = []
        if configuration.outputDirectory == nil {
            problems.append(
                Problem(
                    code: "no-output", summary: "no output directory is named",
                    hint: "Set `output: { directory: ... }`, or use --output or --stdout."))
        }
        if configuration.stateDirectory == nil {
            problems.append(
                Problem(code: "no-state", summary: "no state directory is named", hint: "Set `state: { directory: ... }`, or use --state."))
        }
        guard let output = configuration.outputDirectory, let state = configuration.stateDirectory else { throw .configuration(problems) }
        if !Directory.exists(output) {
            problems.append(
                Problem(
                    code: "no-output", at: configuration.positions["output.directory"],
                    summary: "the output directory \(output) does not exist",
                    hint: "Create it, writable for this user and readable for node_exporter."))
        }
        do throws(SystemError) { try Directory.create(state) } catch {
            problems.append(Problem(code: "no-state", at: configuration.positions["state.directory"], summary: error.message))
        }
        guard problems.isEmpty else { throw .configuration(problems) }
        return (output, state)
    }

    private func lock(_ directory: String) throws(Refusal) -> RunLock {
        do throws(RunLock.Failure) {
            return try RunLock(directory: directory)
        } catch {
            switch error {
            case .heldByAnotherRun: throw .lockedByAnotherRun
            case .system(let error):
                throw .configuration([
                    Problem(
                        code: "no-lock", at: configuration.positions["state.directory"], summary: error.message,
                        hint: "The state directory must be writable for this user.")
                ])
            }
        }
    }
}

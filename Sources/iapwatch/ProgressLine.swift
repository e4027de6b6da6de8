import Synchronization
import WatchRun

/// One line on a terminal that tells how far a long run has come; nothing at all into a pipe, or for a quick run.
final class ProgressLine: Sendable {
    private struct State {
        var progress: RunProgress?
        /// The seconds that the line shows; nil while there is none.
        var drawnSeconds: Int?
    }

    private let isVisible = Terminal.errorIsTerminal
    private let clock = RunClock()
    private let started: Double
    private let state = Mutex(State())

    /// A run that is over before this needs no line.
    private static let patienceSeconds = 2.0

    init() {
        started = clock.monotonicSeconds()
    }

    /// A query begins.
    func show(_ progress: RunProgress) {
        guard isVisible else { return }
        state.withLock { state in
            state.progress = progress
            state.drawnSeconds = nil
        }
        tick()
    }

    /// Called again and again while a query runs: a slow one is when a person wonders. Draws once a second.
    func tick() {
        guard isVisible else { return }
        let elapsed = clock.monotonicSeconds() - started
        guard elapsed >= Self.patienceSeconds else { return }
        state.withLock { state in
            guard let progress = state.progress, state.drawnSeconds != Int(elapsed) else { return }
            state.drawnSeconds = Int(elapsed)
            Terminal.error("\r\u{1B}[K[\(progress.done)/\(progress.of)] \(Int(elapsed)) s  \(progress.query)")
        }
    }

    func clear() {
        guard isVisible, clock.monotonicSeconds() - started >= Self.patienceSeconds else { return }
        state.withLock { state in
            guard state.progress != nil else { return }
            state = State()
            Terminal.error("\r\u{1B}[K")
        }
    }
}

/// A bar on a terminal for work whose share is known; nothing at all into a pipe.
final class ProgressBar {
    private let title: String
    private let isVisible = Terminal.errorIsTerminal
    private var drawn = -1

    private static let cells = 40

    init(_ title: String) {
        self.title = title
    }

    /// - Parameter share: from 0 to 1.
    func show(_ share: Double) {
        let percent = Int(share * 100)
        guard isVisible, percent != drawn else { return }
        drawn = percent
        let full = Int(share * Double(Self.cells))
        Terminal.error(
            "\r\(title) [\(String(repeating: "#", count: full))\(String(repeating: ".", count: Self.cells - full))] \(percent) %")
    }

    func clear() {
        if drawn >= 0 { Terminal.error("\r\u{1B}[K") }
    }
}

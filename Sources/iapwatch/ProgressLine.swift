import Glibc
import WatchRun

/// One line on a terminal that tells how far a long run has come; nothing at all into a pipe, or for a quick run.
final class ProgressLine {
    private let isVisible = Terminal.errorIsTerminal
    private let clock = RunClock()
    private let started: Double
    private var isDrawn = false

    /// A run that is over before this needs no line.
    private static let patienceSeconds = 2.0

    init() {
        started = clock.monotonicSeconds()
    }

    func show(_ progress: RunProgress) {
        let elapsed = clock.monotonicSeconds() - started
        guard isVisible, elapsed >= Self.patienceSeconds else { return }
        Terminal.error("\r\u{1B}[K[\(progress.done)/\(progress.of)] \(Int(elapsed)) s  \(progress.query)")
        isDrawn = true
    }

    func clear() {
        if isDrawn { Terminal.error("\r\u{1B}[K") }
        isDrawn = false
    }
}

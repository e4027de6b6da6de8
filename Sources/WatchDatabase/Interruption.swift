/// Asks whether the run should stop, and until when it may go on.
package struct Interruption: Sendable {
    /// True once SIGTERM or SIGINT arrived. Called often, from the thread that runs the query; must be cheap.
    package var isCancelled: @Sendable () -> Bool

    package init(isCancelled: @escaping @Sendable () -> Bool) {
        self.isCancelled = isCancelled
    }

    package static let never = Interruption { false }
}

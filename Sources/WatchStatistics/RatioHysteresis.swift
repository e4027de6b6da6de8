/// Whether a share is too high, without flapping: a state that is carried from run to run.
///
/// It fires on proof and resolves on a run of good shares; without enough data it keeps what it knew, and says when that is old.
package struct RatioHysteresis: Equatable, Sendable {
    package enum State: String, Equatable, Sendable, CaseIterable {
        case ok
        case firing
        /// Still alerting; nothing has told otherwise for a while.
        case firingStale = "firing_stale"
        case noData = "no_data"

        package var isAlerting: Bool { self == .firing || self == .firingStale }
    }

    package struct Limits: Equatable, Sendable {
        /// The share above which it is too high.
        package var threshold: Double
        /// The one-sided error of the proof.
        package var alpha = 0.01
        /// It resolves at this part of the threshold, or below.
        package var resolveFactor = 0.8
        /// After this many good runs on end.
        package var resolveRuns = 12
        package var leastCount = 20
        package var leastBad = 3
        /// After this many runs without enough data the state is stale.
        package var staleRuns = 4

        package init(threshold: Double) {
            self.threshold = threshold
        }
    }

    package var state = State.ok
    /// Good runs on end while it fires.
    package var goodRuns = 0
    /// Runs on end without enough data.
    package var idleRuns = 0

    package init() {}

    /// - Parameters:
    ///   - bad: of `count`.
    ///   - badUsers: distinct ones, where they are known; the proof must not rest on one user.
    package mutating func observe(bad: Int, of count: Int, badUsers: Int? = nil, _ limits: Limits) {
        let isEnough = count >= limits.leastCount
        idleRuns = isEnough ? 0 : idleRuns + 1
        let isGood = isEnough && Double(bad) <= limits.resolveFactor * limits.threshold * Double(count)
        switch state {
        case .ok, .noData:
            if isEnough, bad >= limits.leastBad, (badUsers ?? bad) >= limits.leastBad,
                BinomialInterval.exactLower(successes: bad, trials: count, alpha: limits.alpha) > limits.threshold
            {
                (state, goodRuns) = (.firing, 0)
            } else if idleRuns >= limits.staleRuns {
                state = .noData
            } else if isEnough {
                state = .ok
            }
        case .firing:
            guard isEnough else {
                if idleRuns >= limits.staleRuns { state = .firingStale }
                return
            }
            goodRuns = isGood ? goodRuns + 1 : 0
            if goodRuns >= limits.resolveRuns { (state, goodRuns) = (.ok, 0) }
        case .firingStale:
            guard isEnough else { return }
            (state, goodRuns) = (.firing, isGood ? 1 : 0)
        }
    }
}

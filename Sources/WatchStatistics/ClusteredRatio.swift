/// A share of starts, where the starts of one user go together: the ratio of sums with an error clustered by user.
///
/// - Source: the linearised variance of a ratio estimator; Wilson's interval with the effective number of starts.
package struct ClusteredRatio: Equatable, Sendable {
    package var starts: Double
    package var bad: Double
    package var users: Int
    package var ratio: Double
    package var standardError: Double
    /// How many independent starts would tell as much.
    package var effectiveStarts: Double
    package var interval: BinomialInterval

    /// - Parameter users: starts and bad starts of each user.
    /// - Returns: nil for fewer than two users, whose spread cannot be told.
    package init?(users: [(starts: Double, bad: Double)], confidence: Double = 0.95) {
        let starts = users.reduce(0) { $0 + $1.starts }
        guard users.count > 1, starts > 0 else { return nil }
        let bad = users.reduce(0) { $0 + $1.bad }
        let ratio = bad / starts
        let count = Double(users.count)
        let squares = users.reduce(0) { $0 + ($1.bad - ratio * $1.starts) * ($1.bad - ratio * $1.starts) }
        let variance = count / (count - 1) * squares / (starts * starts)
        let effective = variance > 0 ? min(starts, ratio * (1 - ratio) / variance) : starts
        (self.starts, self.bad, self.users, self.ratio) = (starts, bad, users.count, ratio)
        (standardError, effectiveStarts) = (variance.squareRoot(), effective)
        interval = BinomialInterval.wilson(
            share: ratio, trials: effective, z: SpecialFunctions.normalQuantile((1 + confidence) / 2))
    }
}

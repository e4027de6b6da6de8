import Glibc

/// Evidence, valid at every look, on whether one arm's rate of bad users is above another's by more than is tolerated.
///
/// Each block is a closed hour in one stratum; the product of block factors is an e-process: looked at as often as one likes, it
/// exceeds 1/α with probability at most α when the tolerated rates hold.
/// - Source: mixtures of two-sample likelihood ratios for Poisson-bounded counts; composite weights as documented in the gate.
package struct GateEvidence: Equatable, Sendable {
    /// Users that matured in one hour and stratum: all of them, and the bad ones.
    package struct Block: Equatable, Sendable {
        package var newBad: Double
        package var new: Double
        package var baseBad: Double
        package var base: Double

        package init(newBad: Double, new: Double, baseBad: Double, base: Double) {
            (self.newBad, self.new, self.baseBad, self.base) = (newBad, new, baseBad, base)
        }
    }

    /// What is tolerated: new <= ratio * base + difference.
    package struct Tolerance: Equatable, Sendable {
        package var ratio: Double
        package var difference: Double

        package init(ratio: Double, difference: Double) {
            (self.ratio, self.difference) = (ratio, difference)
        }
    }

    /// Ratios that evidence for "worse" is looked for at; for "not worse" their inverses.
    package static let worseGrid = [1.25, 1.5, 2, 3, 5, 10]
    package static let betterGrid = worseGrid.map { 1 / $0 }

    /// ln e of one block for one ratio of the grid.
    package static func logE(_ block: Block, _ tolerance: Tolerance, multiplier m: Double) -> Double {
        guard block.new > 0, block.base > 0 else { return 0 }
        let s = tolerance.ratio * block.new / (tolerance.ratio * block.new + block.base)
        let excess = block.new * tolerance.difference * (m - 1) * (1 - s) / (1 + s * (m - 1))
        return block.newBad * log(m) - (block.newBad + block.baseBad) * log1p(s * (m - 1)) - excess
    }

    /// ln of the mixture over the grid, equal weights, of what the blocks say together.
    package static func logMixture(_ blocks: [Block], _ tolerance: Tolerance, grid: [Double]) -> Double {
        let sums = grid.map { m in blocks.reduce(0) { $0 + logE($1, tolerance, multiplier: m) } }
        return logMean(sums)
    }

    /// ln of the mean of exponentials.
    package static func logMean(_ logs: [Double]) -> Double {
        guard !logs.isEmpty else { return 0 }
        return SpecialFunctions.logSumExp(logs) - log(Double(logs.count))
    }

    /// ln of the weighted sum of a pooled, a restarting and a per-stratum e-process; it is one itself.
    ///
    /// - Parameters:
    ///   - restarts: one for each day that evidence may begin on, 0 for those still to come.
    ///   - strata: one for each declared stratum; with a single one its weight goes to the pooled one.
    package static func logComposite(pooled: Double, restarts: [Double], strata: [Double]) -> Double {
        let hasStrata = strata.count > 1
        var terms = [log(hasStrata ? 0.5 : 0.75) + pooled, log(0.25) + logMean(restarts)]
        if hasStrata { terms.append(log(0.25) + logMean(strata)) }
        return SpecialFunctions.logSumExp(terms)
    }

    /// Bounds of the ratio of the rates that hold at any time, each side at level `alpha`; 0 and infinity where there is none.
    package static func ratioBounds(_ blocks: [Block], alpha: Double) -> (lower: Double, upper: Double) {
        let threshold = log(1 / alpha)
        let usable = blocks.filter { $0.new > 0 && $0.base > 0 }
        let (newBad, baseBad) = (usable.reduce(0) { $0 + $1.newBad }, usable.reduce(0) { $0 + $1.baseBad })
        func mixture(_ logRatio: Double, _ grid: [Double]) -> Double {
            logMixture(usable, Tolerance(ratio: exp(logRatio), difference: 0), grid: grid)
        }
        var (lower, upper) = (0.0, Double.infinity)
        // The evidence grows without bound as the ratio goes to 0, but only as far as the bad users carry it.
        if logMean(worseGrid.map { newBad * log($0) }) >= threshold {
            lower = exp(SpecialFunctions.root(in: -15...15) { threshold - mixture($0, worseGrid) })
        }
        if logMean(worseGrid.map { baseBad * log($0) }) >= threshold {
            upper = exp(SpecialFunctions.root(in: -15...15) { mixture($0, betterGrid) - threshold })
        }
        return (lower, upper)
    }

    /// ln e against a cap on one rate: above 0 says that it is exceeded (`worseGrid`), or kept (`betterGrid`).
    package static func logGuardrail(bad: Double, of count: Double, cap: Double, grid: [Double]) -> Double {
        logMean(grid.map { bad * log($0) - count * log1p(cap * ($0 - 1)) })
    }

    /// The least bad users of the new arm with which one block would reach `e`; nil when none of its users suffice.
    package static func badNeeded(new: Int, baseBad: Double, base: Double, _ tolerance: Tolerance, e: Double) -> Int? {
        (0...max(0, new)).first { bad in
            let block = Block(newBad: Double(bad), new: Double(new), baseBad: baseBad, base: base)
            return logMixture([block], tolerance, grid: worseGrid) >= log(e)
        }
    }

    /// The most bad users of the new arm with which one block would still prove that it is not worse; nil when none would.
    package static func badAllowed(new: Int, baseBad: Double, base: Double, _ tolerance: Tolerance, e: Double) -> Int? {
        var most: Int?
        for bad in 0...max(0, new) {
            let block = Block(newBad: Double(bad), new: Double(new), baseBad: baseBad, base: base)
            guard logMixture([block], tolerance, grid: betterGrid) >= log(e) else { break }
            most = bad
        }
        return most
    }
}

import Testing

@testable import WatchStatistics

@Suite struct BaselineTests {
    @Test func tails() throws {
        for row in try Vectors("anomaly_nb_tail").rows {
            let baseline = WeekdayBaseline(mean: row.number("mu"), dispersion: row.number("phi"), weeks: row.integer("k_refs"))
            let x = row.number("x")
            #expect(isClose(baseline.size, row.number("nb_size")) && isClose(baseline.probability, row.number("nb_prob")))
            #expect(isClose(baseline.upperTail(x), row.number("p_hi")), "\(row.cells): \(baseline.upperTail(x))")
            #expect(isClose(baseline.lowerTail(x), row.number("p_lo")), "\(row.cells): \(baseline.lowerTail(x))")
        }
    }

    @Test func fits() throws {
        var history: [String: [Double]] = [:]
        for row in try Vectors("anomaly_history").rows { history[row["series"], default: []].append(row.number("count")) }
        for row in try Vectors("anomaly_fit_expected").rows {
            let baseline = try #require(WeekdayBaseline(history: history[row["series"]] ?? []))
            let x = row.number("x_day56")
            #expect(
                isClose(baseline.mean, row.number("mu")) && isClose(baseline.dispersion, row.number("phi")), "\(row.cells): \(baseline)")
            #expect(isClose(baseline.upperTail(x), row.number("p_hi")) && isClose(baseline.lowerTail(x), row.number("p_lo")))
        }
    }

    @Test func whatWasNotMeasuredIsNotZero() throws {
        let full: [Double?] = Array(repeating: 10, count: 56)
        var gaps = full
        for week in 0..<4 { gaps[56 - 7 - 7 * week] = nil }
        #expect(try #require(WeekdayBaseline(history: gaps)).mean == 10.125 && WeekdayBaseline(history: gaps)?.weeks == 4)
        gaps[56 - 7 - 7 * 4] = nil
        #expect(WeekdayBaseline(history: gaps) == nil && WeekdayBaseline(history: []) == nil)
        #expect(WeekdayBaseline(history: Array(full.prefix(27))) == nil && WeekdayBaseline(history: Array(full.prefix(28))) != nil)
    }

    @Test func theBandHoldsWhatIsNotOdd() {
        let baseline = WeekdayBaseline(mean: 30, dispersion: 1, weeks: 8)
        let band = baseline.band()
        #expect(baseline.lowerTail(band.low) >= 1e-3 && baseline.lowerTail(band.low - 1) < 1e-3)
        #expect(baseline.upperTail(band.high) >= 1e-3 && baseline.upperTail(band.high + 1) < 1e-3)
        #expect(WeekdayBaseline(mean: 0.1, dispersion: 1, weeks: 8).band().low == 0)
    }

    @Test func replaysTheHysteresis() throws {
        var limits = RatioHysteresis.Limits(threshold: 0.05)
        limits.resolveRuns = 3
        var hysteresis = RatioHysteresis()
        let words = ["OK": RatioHysteresis.State.ok, "FIRING": .firing, "FIRING_STALE": .firingStale, "NODATA": .noData]
        for row in try Vectors("hysteresis_replay").rows {
            let (bad, count) = (row.integer("x_bad"), row.integer("n"))
            if count > 0 {
                #expect(isClose(BinomialInterval.exactLower(successes: bad, trials: count, alpha: 0.01), row.number("cp_lower_a01")))
            }
            hysteresis.observe(bad: bad, of: count, limits)
            #expect(hysteresis.state == words[row["state_after"]] && hysteresis.goodRuns == row.integer("ok_streak"), "\(row.cells)")
        }
    }

    /// Forty bad starts of two people are no proof.
    @Test func oneUserProvesNothing() {
        var hysteresis = RatioHysteresis()
        hysteresis.observe(bad: 40, of: 60, badUsers: 2, RatioHysteresis.Limits(threshold: 0.05))
        #expect(hysteresis.state == .ok)
        hysteresis.observe(bad: 40, of: 60, badUsers: 3, RatioHysteresis.Limits(threshold: 0.05))
        #expect(hysteresis.state == .firing)
    }
}

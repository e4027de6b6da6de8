import Testing

@testable import WatchStatistics

@Suite struct IntervalTests {
    @Test func twoSided() throws {
        for row in try Vectors("binom_ci").rows {
            let (x, n, confidence) = (row.integer("x"), row.integer("n"), row.number("conf"))
            let intervals = [
                ("wilson", BinomialInterval.wilson(successes: Double(x), trials: Double(n), confidence: confidence)),
                ("cp", BinomialInterval.clopperPearson(successes: x, trials: n, confidence: confidence)),
                ("jeffreys", BinomialInterval.jeffreys(successes: x, trials: n, confidence: confidence)),
            ]
            for (name, interval) in intervals {
                #expect(isClose(interval?.lower, row.number(name + "_lo")), "\(name) \(row.cells): \(interval as Any)")
                #expect(isClose(interval?.upper, row.number(name + "_hi")), "\(name) \(row.cells): \(interval as Any)")
            }
        }
    }

    @Test func oneSided() throws {
        for row in try Vectors("binom_one_sided").rows {
            let (x, n, alpha) = (row.integer("x"), row.integer("n"), row.number("alpha"))
            #expect(isClose(BinomialInterval.exactLower(successes: x, trials: n, alpha: alpha), row.number("cp_lower")), "\(row.cells)")
            #expect(isClose(BinomialInterval.exactUpper(successes: x, trials: n, alpha: alpha), row.number("cp_upper")), "\(row.cells)")
        }
    }

    /// Nothing seen of nothing says nothing: it is not 0 %.
    @Test func noTrialsHaveNoInterval() {
        #expect(BinomialInterval.wilson(successes: 0, trials: 0) == nil && BinomialInterval.jeffreys(successes: 0, trials: 0) == nil)
        #expect(BinomialInterval.clopperPearson(successes: 0, trials: 0) == nil)
        #expect(ProportionConfidenceSequence.limits(successes: 0, trials: 0, alpha: 0.05) == nil)
    }

    @Test func poisson() throws {
        for row in try Vectors("poisson_ci_garwood").rows {
            let limits = PoissonInterval.garwood(count: row.integer("x"), confidence: row.number("conf"))
            #expect(isClose(limits.lower, row.number("lo")) && isClose(limits.upper, row.number("hi")), "\(row.cells): \(limits)")
        }
    }

    @Test func atAnyTime() throws {
        for row in try Vectors("prop_confseq").rows {
            let (x, n) = (row.number("x"), row.number("n"))
            #expect(isClose(ProportionConfidenceSequence.logE(successes: x, trials: n, at: row.number("p0")), row.number("log_e_at_p0")))
            let limits = ProportionConfidenceSequence.limits(successes: x, trials: n, alpha: row.number("alpha"))
            #expect(isClose(limits?.lower, row.number("lower")) && isClose(limits?.upper, row.number("upper")), "\(row.cells)")
        }
    }

    @Test func clustered() throws {
        var users: [String: [(starts: Double, bad: Double)]] = [:]
        for row in try Vectors("clustered_ratio_data").rows {
            users[row["series"], default: []].append((row.number("starts"), row.number("bad_starts")))
        }
        for row in try Vectors("clustered_ratio_expected").rows {
            let ratio = try #require(ClusteredRatio(users: users[row["series"]] ?? []))
            #expect(ratio.starts == row.number("starts") && ratio.bad == row.number("bad") && ratio.users == row.integer("users"))
            #expect(isClose(ratio.ratio, row.number("ratio")) && isClose(ratio.standardError, row.number("se_clustered")))
            #expect(isClose(ratio.effectiveStarts, row.number("n_eff")))
            #expect(isClose(ratio.interval.lower, row.number("wilson95_lo_neff")))
            #expect(isClose(ratio.interval.upper, row.number("wilson95_hi_neff")))
        }
        #expect(ClusteredRatio(users: [(3, 1)]) == nil)
        // Nobody is bad: no spread, and still no certainty.
        let none = ClusteredRatio(users: [(3, 0), (2, 0)])
        #expect(none?.ratio == 0 && none?.effectiveStarts == 5 && (none?.interval.upper ?? 0) > 0.4)
    }
}

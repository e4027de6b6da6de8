import Foundation
import Testing

@testable import WatchStatistics

@Suite struct GateEvidenceTests {
    private static let flip = GateEvidence.Tolerance(ratio: 1.25, difference: 0.001)
    private static let keep = GateEvidence.Tolerance(ratio: 1.5, difference: 0.005)

    private func block(_ row: Vectors.Row) -> GateEvidence.Block {
        GateEvidence.Block(newBad: row.number("x_new"), new: row.number("n_new"), baseBad: row.number("x_base"), base: row.number("n_base"))
    }

    @Test func oneBlock() throws {
        for row in try Vectors("gate_block_loge").rows {
            let tolerance = GateEvidence.Tolerance(ratio: row.number("r"), difference: row.number("delta"))
            #expect(isGateClose(GateEvidence.logE(block(row), tolerance, multiplier: row.number("m")), row.number("log_e")), "\(row.cells)")
        }
    }

    @Test func oneMixture() throws {
        let plain = GateEvidence.Tolerance(ratio: 1, difference: 0)
        for row in try Vectors("gate_mixture_one_block").rows {
            let blocks = [block(row)]
            #expect(
                isGateClose(GateEvidence.logMixture(blocks, Self.flip, grid: GateEvidence.worseGrid), row.number("log_e_flip")),
                "\(row.cells)")
            #expect(isGateClose(GateEvidence.logMixture(blocks, Self.keep, grid: GateEvidence.betterGrid), row.number("log_e_keep")))
            #expect(isGateClose(GateEvidence.logMixture(blocks, plain, grid: GateEvidence.worseGrid), row.number("log_e_flip_r1_d0")))
        }
    }

    @Test func ratioBounds() throws {
        for row in try Vectors("gate_ratio_cs_one_block").rows {
            let bounds = GateEvidence.ratioBounds([block(row)], alpha: row.number("alpha_side"))
            #expect(isClose(bounds.lower, row.number("ratio_lower")) && isClose(bounds.upper, row.number("ratio_upper")), "\(row.cells)")
        }
    }

    /// On the edge of what is tolerated the expected evidence is at most 1: that is the whole guarantee.
    @Test func expectsAtMostOne() throws {
        func binomial(_ n: Int, _ p: Double) -> [Double] {
            (0...n).map { k in
                let choose =
                    SpecialFunctions.logGamma(Double(n + 1)) - SpecialFunctions.logGamma(Double(k + 1))
                    - SpecialFunctions.logGamma(Double(n - k + 1))
                guard p > 0 else { return k == 0 ? 1 : 0 }
                return exp(choose + Double(k) * log(p) + Double(n - k) * log1p(-p))
            }
        }
        for row in try Vectors("gate_null_expectation").rows {
            let (new, base) = (row.integer("n_new"), row.integer("n_base"))
            let tolerance = GateEvidence.Tolerance(ratio: row.number("r"), difference: row.number("delta"))
            let (newRates, baseRates) = (binomial(new, row.number("p_new_at_boundary")), binomial(base, row.number("p_base")))
            var expectation = 0.0
            for x in 0...new {
                for y in 0...base {
                    let block = GateEvidence.Block(newBad: Double(x), new: Double(new), baseBad: Double(y), base: Double(base))
                    expectation += newRates[x] * baseRates[y] * exp(GateEvidence.logE(block, tolerance, multiplier: row.number("m")))
                }
            }
            #expect(isClose(expectation, row.number("expected_e")) && expectation <= 1 + 1e-12, "\(row.cells): \(expectation)")
        }
    }

    /// Thirty blocks in two strata, three days, all components at every look.
    @Test func sequences() throws {
        var blocks: [String: [(block: Int, stratum: Int, values: GateEvidence.Block)]] = [:]
        for row in try Vectors("gate_sequence_blocks").rows {
            blocks[row["scenario"], default: []].append((row.integer("block"), row.integer("stratum"), block(row)))
        }
        var best: [String: Double] = [:]
        for row in try Vectors("gate_sequence_expected").rows {
            let seen = try #require(blocks[row["scenario"]]).filter { $0.block <= row.integer("block") }
            func evidence(_ included: (Int, Int) -> Bool) -> Double {
                let chosen = seen.filter { included($0.block, $0.stratum) }.map(\.values)
                return GateEvidence.logMixture(chosen, Self.flip, grid: GateEvidence.worseGrid)
            }
            let pooled = evidence { _, _ in true }
            let strata = (0...1).map { stratum in evidence { $1 == stratum } }
            let restarts = (1...13).map { day in evidence { block, _ in block >= 10 * day } }
            let composite = GateEvidence.logComposite(pooled: pooled, restarts: restarts, strata: strata)
            let expected = [
                (pooled, "log_e_pooled"), (strata[0], "log_e_stratum0"), (strata[1], "log_e_stratum1"),
                (GateEvidence.logMean(restarts), "log_e_restarts_mean"), (composite, "log_e_flip_composite"),
                (GateEvidence.logMixture(seen.map(\.values), Self.keep, grid: GateEvidence.betterGrid), "log_e_keep"),
            ]
            for (value, column) in expected { #expect(isGateClose(value, row.number(column)), "\(column) \(row.cells): \(value)") }
            best[row["scenario"]] = max(best[row["scenario"]] ?? -.infinity, composite)
            #expect(isGateClose(min(1, exp(-(best[row["scenario"]] ?? 0))), row.number("p_always_valid")))
            if row.optional("ratio_lower_a05") != nil {
                let bounds = GateEvidence.ratioBounds(seen.map(\.values), alpha: 0.05)
                #expect(isClose(bounds.lower, row.number("ratio_lower_a05")) && isClose(bounds.upper, row.number("ratio_upper_a05")))
            }
        }
    }

    @Test func orderAndEmptyBlocksChangeNothing() throws {
        let blocks = try Vectors("gate_sequence_blocks").rows.filter { $0["scenario"] == "regression_x4_both" }.map(block)
        let value = GateEvidence.logMixture(blocks, Self.flip, grid: GateEvidence.worseGrid)
        let reversed = GateEvidence.logMixture(blocks.reversed(), Self.flip, grid: GateEvidence.worseGrid)
        let empty = [
            GateEvidence.Block(newBad: 0, new: 0, baseBad: 3, base: 90), GateEvidence.Block(newBad: 2, new: 9, baseBad: 0, base: 0),
        ]
        #expect(isGateClose(reversed, value))
        #expect(GateEvidence.logMixture(blocks + empty, Self.flip, grid: GateEvidence.worseGrid) == value)
    }

    @Test func oneStratumGivesItsWeightToThePool() {
        #expect(
            isGateClose(GateEvidence.logComposite(pooled: 1, restarts: [0, 2], strata: [5]), log(0.75 * exp(1) + 0.125 * (1 + exp(2)))))
    }

    @Test func howMuchIsMissing() throws {
        for row in try Vectors("gate_decision_table").rows {
            let (new, bad, base) = (row.integer("n_new"), row.number("x_base"), row.number("n_base"))
            func needed(_ e: Double) -> Int? { GateEvidence.badNeeded(new: new, baseBad: bad, base: base, Self.flip, e: e) }
            #expect(needed(20) == row.optional("min_x_new_for_e20").map { Int($0) }, "\(row.cells)")
            #expect(needed(100) == row.optional("min_x_new_for_e100").map { Int($0) }, "\(row.cells)")
            #expect(
                GateEvidence.badAllowed(new: new, baseBad: bad, base: base, Self.keep, e: 20)
                    == row.optional("max_x_new_for_keep_e20").map { Int($0) }, "\(row.cells)")
        }
    }

    @Test func guardrail() throws {
        for row in try Vectors("guardrail_loge").rows {
            let (x, n, cap) = (row.number("x"), row.number("n"), row.number("cap"))
            #expect(
                isGateClose(GateEvidence.logGuardrail(bad: x, of: n, cap: cap, grid: GateEvidence.worseGrid), row.number("log_e_exceeds")))
            #expect(
                isGateClose(GateEvidence.logGuardrail(bad: x, of: n, cap: cap, grid: GateEvidence.betterGrid), row.number("log_e_below")))
        }
    }

    @Test func mantelHaenszel() throws {
        var ratios: [String: RateRatio] = [:]
        for row in try Vectors("mh_ratio").rows {
            let strata = row["tables_xnew/nnew/xbase/nbase"].split(separator: ";").map { table in
                let numbers = table.split(separator: "/").map { Double($0) ?? .nan }
                return GateEvidence.Block(newBad: numbers[0], new: numbers[1], baseBad: numbers[2], base: numbers[3])
            }
            let ratio = try #require(RateRatio(mantelHaenszel: strata))
            ratios[row["case"]] = ratio
            #expect(isClose(ratio.ratio, row.number("rr_mh")) && isClose(ratio.standardError, row.number("se_log_rr")))
            #expect(isClose(ratio.limits().lower, row.number("lo95")) && isClose(ratio.limits().upper, row.number("hi95")))
        }
        for row in try Vectors("did_ratio").rows {
            let (this, earlier) = (try #require(ratios[row["this_release_case"]]), try #require(ratios[row["previous_release_case"]]))
            let change = this.relative(to: earlier)
            #expect(isClose(change.ratio, row.number("ratio_of_ratios")) && isClose(change.standardError, row.number("se_log")))
            #expect(isClose(change.limits().lower, row.number("lo95")) && isClose(change.limits().upper, row.number("hi95")))
        }
        #expect(RateRatio(mantelHaenszel: [GateEvidence.Block(newBad: 0, new: 10, baseBad: 1, base: 10)]) == nil)
    }
}

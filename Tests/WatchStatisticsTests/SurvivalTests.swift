import Foundation
import Testing

@testable import WatchStatistics

@Suite struct SurvivalTests {
    private func latency() throws -> [String: [SurvivalCurve.Observation]] {
        var series: [String: [SurvivalCurve.Observation]] = [:]
        for row in try Vectors("latency_data").rows {
            let isVerified = row["verified"] == "1"
            series[row["series"], default: []].append(
                SurvivalCurve.Observation(duration: row.number("minutes"), finished: isVerified ? 1 : 0, waiting: isVerified ? 0 : 1))
        }
        return series
    }

    @Test func quantiles() throws {
        let series = try latency()
        for row in try Vectors("latency_quantiles_expected").rows {
            let curve = SurvivalCurve(series[row["series"]] ?? [])
            #expect(curve.count == row.integer("n") && curve.finishedCount == row.integer("n_verified"))
            #expect(curve.longestFollowUp == row.number("max_follow_up"))
            let quantile = curve.quantile(row.number("q"))
            #expect(isClose(quantile.value, row.optional("quantile")), "\(row.cells): \(quantile)")
            #expect(isClose(quantile.lower, row.optional("ci_lower")), "\(row.cells): \(quantile)")
            #expect(isClose(quantile.upper, row.optional("ci_upper")), "\(row.cells): \(quantile)")
            let reached = curve.finishedShare(within: row.number("max_follow_up"))
            #expect(isClose(reached, row.number("max_reached_fraction")))
            #expect(curve.finishedShare(within: row.number("max_follow_up") + 1) == nil)
        }
    }

    /// Counts may be given one by one or together, in any order.
    @Test func groupingChangesNothing() throws {
        let single = try #require(try latency()["verify_300"])
        var grouped: [Double: SurvivalCurve.Observation] = [:]
        for one in single {
            var group = grouped[one.duration] ?? SurvivalCurve.Observation(duration: one.duration)
            group.finished += one.finished
            group.waiting += one.waiting
            grouped[one.duration] = group
        }
        #expect(SurvivalCurve(Array(grouped.values)) == SurvivalCurve(single) && SurvivalCurve(single.reversed()) == SurvivalCurve(single))
    }

    @Test func nothingObserved() {
        let curve = SurvivalCurve([])
        #expect(curve.longestFollowUp == nil && curve.quantile(0.5).value == nil && curve.finishedShare(within: 0) == nil)
        // Everything still waits: the curve is at 1, and no quantile is reached.
        let waiting = SurvivalCurve([SurvivalCurve.Observation(duration: 5, waiting: 7)])
        #expect(waiting.quantile(0.5) == SurvivalCurve.Quantile() && waiting.finishedShare(within: 5) == 0)
    }

    private func cohorts() throws -> [String: [CumulativeIncidence.Subject]] {
        var cohorts: [String: [CumulativeIncidence.Subject]] = [:]
        for row in try Vectors("cohort_data").rows {
            let cause = row.integer("cause")
            cohorts[row["cohort"], default: []].append(
                CumulativeIncidence.Subject(age: row.number("age_days"), cause: cause == 0 ? nil : cause - 1))
        }
        return cohorts
    }

    @Test func cumulativeIncidence() throws {
        let cohorts = try cohorts()
        for row in try Vectors("cif_expected").rows {
            let subjects = cohorts[row["cohort"]] ?? []
            let curve = CumulativeIncidence(subjects, causes: 2)
            let age = row.number("age_days")
            #expect(curve.atRisk(at: age) == row.integer("n_at_risk"))
            let estimates = [
                ("any", curve.estimateOfAny(at: age)), ("refund", curve.estimate(of: 0, at: age)),
                ("revoke", curve.estimate(of: 1, at: age)),
            ]
            for (name, estimate) in estimates {
                let text = "\(name) \(row.cells): \(estimate as Any)"
                #expect(isClose(estimate?.share, row.optional("cif_\(name)"), absolute: 1e-15), "\(text)")
                #expect(isClose(estimate?.standardError, row.optional("se_\(name)"), absolute: 1e-15), "\(text)")
                #expect(isClose(estimate?.lower, row.optional("lo_\(name)")), "\(text)")
                #expect(isClose(estimate?.upper, row.optional("hi_\(name)")), "\(text)")
            }
        }
        // So rare that even 200 without one are only just believable.
        let limit = try #require(CumulativeIncidence.upperLimitOfNothing(count: 200))
        #expect(isClose(pow(1 - limit, 200), 0.025))
        #expect(CumulativeIncidence.upperLimitOfNothing(count: 0) == nil)
    }

    @Test func finalRate() throws {
        let mature = CumulativeIncidence(try cohorts()["mature"] ?? [], causes: 2)
        let final = try #require(mature.estimateOfAny(at: 90)?.share)
        func completeness(_ age: Double) -> Double { (mature.estimateOfAny(at: min(age, 90))?.share ?? 0) / final }
        for row in try Vectors("completeness_curve").rows {
            let age = row.number("age_days")
            #expect(isClose(mature.estimateOfAny(at: age)?.share, row.number("F")) && isClose(completeness(age), row.number("G")))
        }
        for row in try Vectors("nowcast_expected").rows {
            let cells = row["age/purchases/reversed;..."].split(separator: ";").map { cell in
                let numbers = cell.split(separator: "/").map { Double($0) ?? .nan }
                return FinalRate.Cell(purchases: numbers[1], completeness: completeness(numbers[0]), reversed: Int(numbers[2]))
            }
            let rate = FinalRate(cells)
            #expect(rate.purchases == row.number("N") && rate.reversed == row.integer("R"))
            #expect(isClose(rate.exposure, row.number("effective_exposure")) && isClose(rate.maturityShare, row.number("maturity")))
            #expect(isClose(rate.naiveRate, row.number("naive_rate")) && isClose(rate.rate, row.optional("expected_final_rate")))
            #expect(isClose(rate.lower, row.optional("lo95")) && isClose(rate.upper, row.optional("hi95")), "\(row.cells): \(rate)")
            #expect(isClose(rate.shrunkRate(towards: final, weight: 50), row.number("shrunk_rate_kappa50")))
            #expect(rate.maturity.rawValue == row["flag"])
        }
        #expect(FinalRate([]).rate == nil && FinalRate([]).naiveRate == nil && FinalRate([]).maturity == .immature)
    }
}

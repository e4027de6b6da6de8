import Testing

@testable import WatchStatistics

@Suite struct DistributionTests {
    @Test func normal() throws {
        for row in try Vectors("norm_cdf").rows {
            #expect(isClose(SpecialFunctions.normalCDF(row.number("z")), row.number("cdf")), "\(row.cells)")
        }
        for row in try Vectors("norm_ppf").rows {
            // At 1/2 it is 0, where a relative error means nothing.
            #expect(isClose(SpecialFunctions.normalQuantile(row.number("p")), row.number("z"), absolute: 1e-15), "\(row.cells)")
        }
    }

    @Test func beta() throws {
        for row in try Vectors("lbeta").rows {
            #expect(
                isClose(SpecialFunctions.logBeta(row.number("a"), row.number("b")), row.number("log_beta"), absolute: 1e-14), "\(row.cells)"
            )
        }
        for row in try Vectors("reg_inc_beta").rows {
            let value = SpecialFunctions.regularizedBeta(row.number("a"), row.number("b"), row.number("x"))
            #expect(isClose(value, row.number("I")), "\(row.cells): \(value)")
        }
        for row in try Vectors("inv_reg_inc_beta").rows {
            let value = SpecialFunctions.inverseRegularizedBeta(row.number("a"), row.number("b"), row.number("p"))
            #expect(isClose(value, row.number("x")), "\(row.cells): \(value)")
        }
    }

    @Test func gamma() throws {
        for row in try Vectors("reg_inc_gamma_p").rows {
            let value = SpecialFunctions.regularizedGamma(row.number("a"), row.number("x"))
            #expect(isClose(value.p, row.number("P")) && isClose(value.q, row.number("Q")), "\(row.cells): \(value)")
        }
    }

    @Test func edges() {
        #expect(SpecialFunctions.regularizedBeta(2, 3, -1) == 0 && SpecialFunctions.regularizedBeta(2, 3, 2) == 1)
        #expect(SpecialFunctions.inverseRegularizedBeta(2, 3, 0) == 0 && SpecialFunctions.inverseRegularizedBeta(2, 3, 1) == 1)
        #expect(SpecialFunctions.logSumExp([]) == -.infinity && SpecialFunctions.logSumExp([-.infinity, 2]) == 2)
        // Far beyond what exp() can hold.
        #expect(isClose(SpecialFunctions.logSumExp([10_000, 10_000]), 10_000 + 0.6931471805599453))
    }
}

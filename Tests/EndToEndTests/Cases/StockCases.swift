import TestSupport
import Testing

/// How many purchases are in each state.
@Suite struct StockCases {
    private static let states = ["active", "grace", "on_hold", "paused", "lapsed"]

    @Test(arguments: SourceDatabase.Kind.allCases)
    func eachStateIsALineOfItsOwn(_ kind: SourceDatabase.Kind) throws {
        var rows = CaseRows.products
        for (index, state) in (Self.states + ["expired", "revoked", "pending"]).enumerated() {
            for copy in 0...index { rows += CaseRows.purchase("\(state)\(copy)", user: "\(state)\(copy)", store: "apple", state: state) }
            rows += CaseRows.purchase("\(state) test", state: state, ["environment": "sandbox"])
        }
        let run = try CaseRun(kind, rows, configuration: CaseRun.allStates)
        for (index, state) in Self.states.enumerated() {
            #expect(run.value("\(state)_purchases", "apple") == Double(index + 1), "\(state)")
            #expect(run.value("\(state)_purchases", "google") == 0, "\(state)")
        }
    }

    /// A word that the column cannot hold is not counted as 0.
    @Test(arguments: SourceDatabase.Kind.allCases)
    func whatTheSchemaCannotHoldIsUnavailable(_ kind: SourceDatabase.Kind) throws {
        let run = try CaseRun(kind, schema: "base", "")
        #expect(run.value("active_purchases", "apple") == 0)
        for state in Self.states.dropFirst() {
            #expect(run.total("\(state)_purchases") == nil)
            #expect(run.isAvailable("\(state)_purchases") == false)
        }
    }
}

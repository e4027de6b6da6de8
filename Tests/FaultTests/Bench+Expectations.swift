import Foundation
import TestSupport
import Testing

extension Bench {
    /// Which queries a fault touches.
    enum Touched {
        case all
        case only(Set<String>)
    }

    /// Judges a run that went wrong after a good one: its exit code, its files, and what it left behind.
    ///
    /// - Parameter failed: the queries whose figures have to be missing; with `.all` the figures file has to be the old one.
    @discardableResult
    func expectFailure(
        _ outcome: Tool.Outcome, exit code: Int32, after good: Remains, at time: Int = 1, failed: Touched = .all,
        _ place: Testing.SourceLocation = #_sourceLocation
    ) throws -> Remains {
        #expect(outcome.exitCode == code, "\(outcome)", sourceLocation: place)
        #expect(!outcome.errors.isEmpty, "a failure is told", sourceLocation: place)
        let left = try Remains(of: self)
        switch failed {
        case .all:
            #expect(left.figures == good.figures, "the figures are those of the last run that had any", sourceLocation: place)
            #expect(left.failed == Set(left.queries.keys), sourceLocation: place)
        case .only(let names):
            #expect(left.failed == names, "\(outcome)", sourceLocation: place)
            #expect(left.total("data_timestamp_seconds") == Self.seconds(time), sourceLocation: place)
        }
        #expect(left.queries.count == good.queries.count, sourceLocation: place)
        #expect(left.job("last_run_success") == 0, sourceLocation: place)
        #expect(left.job("last_success_timestamp_seconds") == good.job("last_success_timestamp_seconds"), sourceLocation: place)
        #expect(left.job("last_completion_timestamp_seconds") == Self.seconds(time), sourceLocation: place)
        try expectNothingLeftBehind(place)
        return left
    }

    /// Judges a run that nothing could stop.
    @discardableResult
    func expectSuccess(
        _ outcome: Tool.Outcome, at time: Int, after good: Remains? = nil, _ place: Testing.SourceLocation = #_sourceLocation
    ) throws -> Remains {
        #expect(outcome.exitCode == 0, "\(outcome)", sourceLocation: place)
        let left = try Remains(of: self)
        #expect(left.failed.isEmpty && left.job("last_run_success") == 1, sourceLocation: place)
        for name in ["last_success_timestamp_seconds", "last_completion_timestamp_seconds"] {
            #expect(left.job(name) == Self.seconds(time), sourceLocation: place)
        }
        #expect(left.total("data_timestamp_seconds") == Self.seconds(time), sourceLocation: place)
        if let good { #expect(left.queries == good.queries, sourceLocation: place) }
        try expectNothingLeftBehind(place)
        return left
    }

    /// No temporary file, and no session on the server after a moment.
    func expectNothingLeftBehind(_ place: Testing.SourceLocation = #_sourceLocation) throws {
        #expect(try outputNames() == ["iapwatch.prom", "iapwatch_job.prom"], sourceLocation: place)
        #expect(waitUntil(limitSeconds: 3) { sessions() == 0 }, "a session of the job is left on the server", sourceLocation: place)
    }

    func outputNames() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.file("metrics")).sorted()
    }

    /// How many sessions of the job the server has on this database.
    func sessions(where condition: String = "true") -> Int {
        guard let server else { return 0 }
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'iapwatch' AND datname = '\(name)' AND \(condition)"
        return Int(server.execute(sql)) ?? -1
    }

    /// - Returns: false when it did not happen in time.
    func waitUntil(limitSeconds: Double = 20, _ happens: () -> Bool) -> Bool {
        let limit = ContinuousClock.now + .seconds(limitSeconds)
        while !happens() {
            guard ContinuousClock.now < limit else { return false }
            usleep(20_000)
        }
        return true
    }
}

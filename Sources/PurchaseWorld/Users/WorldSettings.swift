package import WatchModel

/// The parameters of a world. The same settings give the same world, byte for byte.
package struct WorldSettings: Equatable, Sendable {
    /// A version of the app, and how it spreads: early adopters first.
    package struct Release: Equatable, Sendable {
        package var version: String
        package var from: Instant
        package var rolloutSeconds: Int64
    }

    package var users: Int
    package var start: Instant
    package var end: Instant
    package var seed: UInt64
    package var releases: [Release]
    package var faults: [Fault] = []
    package var habits = StoreHabits()
    /// Of the users, those with Google; the others have Apple.
    package var googleShare = 0.6
    package var testerShare = 0.01
    package var startsPerDay = 3.0
    /// Of the starts, those in which somebody buys.
    package var purchaseShare = 0.02
    package var secondPhoneShare = 0.0005
    /// Of those who paid and see no access, at each start.
    package var complaintShare = 0.3

    private static let day: Int64 = 86_400

    /// A world of `days` days that ends at `end`, in which a new version rolls out over the last third.
    package init(users: Int, days: Int, end: Instant, seed: UInt64) {
        (self.users, self.end, self.seed) = (users, end, seed)
        start = end.adding(seconds: -Int64(days) * Self.day)
        let third = Int64(days) * Self.day / 3
        releases = [
            Release(version: "5.9.0", from: start, rolloutSeconds: 0),
            Release(version: "5.10.0", from: end.adding(seconds: -third), rolloutSeconds: max(third / 2, 1)),
        ]
    }

    package var newVersion: String { releases.last?.version ?? "" }

    /// The last hours before the end.
    package func last(hours: Int64) -> Range<Instant> { end.adding(seconds: -hours * 3600)..<end.adding(seconds: 1) }

    /// The version that a user runs, who is among the first or the last to update.
    ///
    /// - Parameter eagerness: 0 for the first to update, 1 for the last.
    func version(at time: Instant, eagerness: Double) -> String {
        let reached = releases.last { release in
            let age = Double(time.seconds(since: release.from))
            return age >= 0 && age >= eagerness * Double(release.rolloutSeconds)
        }
        return reached?.version ?? releases[0].version
    }
}

import Foundation

/// The program under test, as it was built with the tests.
package enum Program {
    /// Beside the test bundle, whatever the scratch path.
    package static let path: String = {
        let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        for folder in [bundle, bundle.deletingLastPathComponent(), repositoryURL.appendingPathComponent(".build/debug")] {
            let candidate = folder.appendingPathComponent("iapwatch").path
            if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
        }
        fatalError("the program iapwatch was not built with the tests")
    }()

    /// A file or folder of the repository, by its path from the top.
    package static func repository(_ path: String) -> String { repositoryURL.appendingPathComponent(path).path }

    private static let repositoryURL = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs `iapwatch` in a directory, with nothing of our environment but the path.
    @discardableResult
    package static func run(
        _ arguments: [String], in directory: String, environment: [String: String] = [:], timeoutSeconds: Double = 60
    ) throws -> Tool.Outcome {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return try Tool.run(
            Self.path, arguments, environment: ["PATH": path, "TZ": "UTC"].merging(environment) { $1 }, directory: directory,
            timeoutSeconds: timeoutSeconds)
    }
}

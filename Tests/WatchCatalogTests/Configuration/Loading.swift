import WatchModel

@testable import WatchCatalog

/// Loads a text as `/etc/iapwatch/iapwatch.yaml`, with a password in every file and in `IAPWATCH_PASSWORD`.
func load(_ text: String) throws(Problems) -> (configuration: Configuration, warnings: [Problem]) {
    try ConfigurationLoader.load(
        text: text, file: "/etc/iapwatch/iapwatch.yaml", environment: ["IAPWATCH_PASSWORD": "from environment"],
        readFile: { (_) throws(TextFile.Failure) in "from file\n" })
}

/// Everything that loading a text complains about.
func problems(
    in text: String, environment: [String: String] = [:], readFile: @escaping ConfigurationLoader.FileReader = { _ in "from file\n" }
) -> [Problem] {
    do {
        return try ConfigurationLoader.load(text: text, file: "iapwatch.yaml", environment: environment, readFile: readFile).warnings
    } catch {
        return error.all
    }
}

extension Problem {
    /// `3:5+4 unknown-key`, for short expectations.
    var place: String { "\(position.map { "\($0.line):\($0.column)+\($0.length)" } ?? "-") \(code)" }
}

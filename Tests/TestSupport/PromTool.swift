/// Prometheus's own checker.
package enum PromTool {
    /// `promtool check metrics`: exit 0 for a file that is fine, 3 for a naming or HELP lint, 1 for a parse error.
    package static func check(_ bytes: [UInt8]) throws -> (exit: Int32, output: String) {
        let promtool = try Tool.require("promtool", package: "prometheus")
        let outcome = try Tool.run(promtool, ["check", "metrics"], input: bytes, timeoutSeconds: 30)
        return (outcome.exitCode ?? -1, outcome.outputText + outcome.errorText)
    }
}

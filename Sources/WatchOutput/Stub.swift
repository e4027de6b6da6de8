package import WatchModel
package enum RunSummaryText { package static func render(_ result: RunResult, colour: Bool, width: Int) -> String { "" } }

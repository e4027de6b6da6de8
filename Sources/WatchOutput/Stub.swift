package import WatchModel
package struct PrometheusTextError: Error { package var message: String }
package enum PrometheusText { package static func render(_ families: [MetricFamily]) throws(PrometheusTextError) -> [UInt8] { [] } }
package enum RunResultJSON { package static func render(_ result: RunResult) -> String { "" } }
package enum ProblemText { package static func render(_ p: [Problem], colour: Bool) -> String { p.map { "\($0.code): \($0.summary) \($0.hint ?? "")\n" }.joined() } }
package enum RunSummaryText { package static func render(_ result: RunResult, colour: Bool, width: Int) -> String { "" } }
package struct AlignedTable { package enum A: Sendable { case left, right }
 let rows: [[String]]; package init(header: [String]?, rows: [[String]], alignments: [A] = []) { self.rows = rows }
 package func render(indent: Int = 0) -> String { rows.map { $0.joined(separator: " , ") + "\n" }.joined() } }
package enum AgeText { package static func render(seconds: Double) -> String { "\(seconds)" } }

import TestSupport

/// A file that the job wrote, read back by the strict parser.
struct OutputFile {
    let text: String
    let families: [PrometheusTextParser.Family]

    init(_ text: String) throws {
        self.text = text
        families = try PrometheusTextParser.parse(Array(text.utf8))
    }

    var names: [String] { families.map(\.name) }

    func family(_ name: String) -> PrometheusTextParser.Family? { families.first { $0.name == name } }

    /// Values by series, as `name{label="value"}`.
    var values: [String: Double] {
        var values: [String: Double] = [:]
        for family in families {
            for sample in family.samples {
                values[Self.key(family.name, sample.labels.map { ($0.name, $0.value) })] = sample.value
            }
        }
        return values
    }

    /// The value of one series; nil where it is absent.
    subscript(series: String) -> Double? { values[series] }

    static func key(_ name: String, _ labels: [(String, String)]) -> String {
        guard !labels.isEmpty else { return name }
        return "\(name){\(labels.sorted { $0.0 < $1.0 }.map { "\($0.0)=\"\($0.1)\"" }.joined(separator: ","))}"
    }
}

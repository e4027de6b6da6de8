package import WatchModel

/// Figures that must not be written, because Prometheus or node_exporter would drop or misread them.
package struct PrometheusTextError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Reason: Equatable, Sendable {
        case badMetricName
        case badLabelName(String)
        /// Begins with two underscores: node_exporter 1.5 exits on it.
        case internalLabelName(String)
        /// Prometheus, the scrape configuration or another type of metric owns this name.
        case reservedLabelName(String)
        case repeatedLabelName(String)
        case duplicateFamily
        /// Two samples are the same series once their labels are cleaned and shortened.
        case duplicateSeries
        case differentLabelNames(expected: [String])
        case emptyHelp
        case notANumber
        case infinite
        case totalOnGauge
        case counterWithoutTotal
    }

    package var reason: Reason
    package var family: String
    /// nil when the whole family is meant.
    package var labels: LabelSet?

    package init(_ reason: Reason, family: String, labels: LabelSet? = nil) {
        (self.reason, self.family, self.labels) = (reason, family, labels)
    }

    /// The series as a person would look for it: `name{label="value"}`.
    package var key: String {
        guard let labels, !labels.labels.isEmpty else { return TerminalText.visible(family) }
        let pairs = labels.labels.map { label in
            var bytes = Array("\(TerminalText.visible(label.name))=\"".utf8)
            PrometheusEscaping.append(labelValue: PrometheusEscaping.cleaned(labelValue: label.value), to: &bytes)
            return String(decoding: bytes, as: UTF8.self) + "\""
        }
        return TerminalText.visible(family) + "{" + pairs.joined(separator: ",") + "}"
    }

    package var description: String { "\(key): \(reason.sentence)" }
}

extension PrometheusTextError.Reason {
    fileprivate var sentence: String {
        switch self {
        case .badMetricName: "a metric name consists of ASCII letters, digits and underscores, and does not begin with a digit"
        case .badLabelName(let name):
            "the label name \"\(TerminalText.visible(name))\" must consist of ASCII letters, digits and underscores, not beginning with a digit"
        case .internalLabelName(let name): "the label name \"\(name)\" begins with two underscores, which Prometheus keeps for itself"
        case .reservedLabelName(let name): "the label name \"\(name)\" is reserved"
        case .repeatedLabelName(let name): "the label \"\(name)\" stands there twice"
        case .duplicateFamily: "two families have this name"
        case .duplicateSeries: "two samples are this series"
        case .differentLabelNames(let expected): "the other samples of this family have the labels (\(expected.joined(separator: ", ")))"
        case .emptyHelp: "the help text is empty"
        case .notANumber: "the value is not a number"
        case .infinite: "the value is infinite"
        case .totalOnGauge: "only a counter may end with \"_total\""
        case .counterWithoutTotal: "a counter has to end with \"_total\""
        }
    }
}

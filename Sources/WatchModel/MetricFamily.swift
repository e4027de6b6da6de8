/// One metric with all its samples, as Prometheus means it.
package struct MetricFamily: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case counter
        case gauge
        case untyped
    }

    package struct Sample: Equatable, Sendable {
        package var labels: LabelSet
        package var value: Double

        package init(_ labels: LabelSet = LabelSet(), _ value: Double) {
            (self.labels, self.value) = (labels, value)
        }
    }

    package var name: String
    package var help: String
    package var kind: Kind
    package var samples: [Sample]

    package init(name: String, help: String, kind: Kind = .gauge, samples: [Sample]) {
        (self.name, self.help, self.kind, self.samples) = (name, help, kind, samples)
    }
}

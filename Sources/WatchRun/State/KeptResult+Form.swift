import WatchCatalog
import WatchModel

extension KeptResult {
    /// Whether it has the form that its query gives: the state is a file, and files get damaged.
    ///
    /// Each metric that can be known is there, under the query's own labels and label values, once each, and finite.
    func fits(_ query: QueryDefinition, _ gauges: [QueryCompiler.GaugePlan]) -> Bool {
        let known = gauges.filter { if case .unavailable = $0.source { false } else { true } }.map(\.gauge)
        return labelValues.map(\.label) == query.labels.compactMap { $0.open?.rawValue } && Set(samples.keys) == Set(known.map(\.metric))
            && known.allSatisfy { gauge in
                let list = samples[gauge.metric] ?? []
                var definitions = gauge.hasLabels ? query.labels : []
                if gauge.percentiles != nil { definitions.append(Folding.percentileLabel) }
                return Set(list.map(\.labels)).count == list.count
                    && list.allSatisfy { $0.value.isFinite && Self.are($0.labels, of: definitions) }
            }
    }

    private static func are(_ labels: LabelSet, of definitions: [QueryDefinition.LabelDefinition]) -> Bool {
        labels.labels.count == definitions.count
            && definitions.allSatisfy { definition in
                guard let value = labels[definition.name] else { return false }
                if definition.open != nil { return OpenLabel.value(of: value).utf8.elementsEqual(value.utf8) }
                return FoldedText.closed(value, definition.values) == value
            }
    }
}

/// The labels of one sample. Two sets are equal when their bytes are: Prometheus knows no Unicode equivalence.
package struct LabelSet: Hashable, Comparable, Sendable {
    package struct Label: Sendable {
        package var name: String
        package var value: String
    }

    /// Names that Prometheus, a scrape configuration or most people's relabelling give a meaning of their own.
    package static let reservedNames: Set<String> = [
        "job", "instance", "env", "service", "region", "cluster", "type", "le", "quantile",
    ]

    /// Sorted by name.
    package let labels: [Label]

    package init(_ labels: [(name: String, value: String)] = []) {
        self.labels = labels.map { Label(name: $0.name, value: $0.value) }.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    package subscript(name: String) -> String? { labels.first { $0.name == name }?.value }

    package static func == (left: LabelSet, right: LabelSet) -> Bool {
        left.labels.count == right.labels.count
            && zip(left.labels, right.labels).allSatisfy {
                $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.utf8.elementsEqual($1.value.utf8)
            }
    }

    package func hash(into hasher: inout Hasher) {
        for label in labels {
            for byte in label.name.utf8 { hasher.combine(byte) }
            hasher.combine(UInt8(0xFF))
            for byte in label.value.utf8 { hasher.combine(byte) }
            hasher.combine(UInt8(0xFE))
        }
    }

    package static func < (left: LabelSet, right: LabelSet) -> Bool {
        for (a, b) in zip(left.labels, right.labels) {
            if !a.name.utf8.elementsEqual(b.name.utf8) { return a.name.utf8.lexicographicallyPrecedes(b.name.utf8) }
            if !a.value.utf8.elementsEqual(b.value.utf8) { return a.value.utf8.lexicographicallyPrecedes(b.value.utf8) }
        }
        return left.labels.count < right.labels.count
    }
}

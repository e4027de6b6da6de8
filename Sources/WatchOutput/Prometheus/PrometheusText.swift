package import WatchModel

/// Prometheus text format 0.0.4.
///
/// Families are sorted by name and samples by their labels: the same figures give the same bytes. A family without
/// samples is left out. Samples carry no timestamps: node_exporter drops a file that has any.
///
/// - Source: https://github.com/prometheus/docs/blob/main/content/docs/instrumenting/exposition_formats.md
package enum PrometheusText {
    /// The text file of `families`, as UTF-8 that ends with a line feed; empty when there is no sample at all.
    ///
    /// - Parameter allowingInfinities: For families that mean `+Inf` or `-Inf`. NaN is refused always.
    /// - Throws: The first rule that is broken, naming the family and the labels. Nothing is rendered then.
    package static func render(
        _ families: [MetricFamily], allowingInfinities: Bool = false
    ) throws(PrometheusTextError) -> [UInt8] {
        let sorted = families.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        var cleaned: [MetricFamily] = []
        for family in sorted {
            guard cleaned.last?.name != family.name else { throw PrometheusTextError(.duplicateFamily, family: family.name) }
            cleaned.append(try validated(family, allowingInfinities: allowingInfinities))
        }
        var bytes: [UInt8] = []
        for family in cleaned where !family.samples.isEmpty { append(family, to: &bytes) }
        return bytes
    }

    /// Writes a family that has been validated.
    private static func append(_ family: MetricFamily, to bytes: inout [UInt8]) {
        bytes += "# HELP \(family.name) ".utf8
        PrometheusEscaping.append(help: family.help, to: &bytes)
        bytes += "\n# TYPE \(family.name) \(family.kind.rawValue)\n".utf8
        for sample in family.samples {
            bytes += family.name.utf8
            append(sample.labels, to: &bytes)
            bytes += " \(PrometheusNumber.text(sample.value))\n".utf8
        }
    }

    private static func append(_ labels: LabelSet, to bytes: inout [UInt8]) {
        guard !labels.labels.isEmpty else { return }
        var separator = "{"
        for label in labels.labels {
            bytes += "\(separator)\(label.name)=\"".utf8
            PrometheusEscaping.append(labelValue: label.value, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
            separator = ","
        }
        bytes.append(UInt8(ascii: "}"))
    }
}

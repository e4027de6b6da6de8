package import WatchModel

extension PrometheusText {
    /// `family` as it will be written: texts cleaned and shortened, samples sorted by their labels.
    ///
    /// Series are compared after cleaning, since two values may be the same once they are.
    ///
    /// - Throws: The first rule that is broken.
    package static func validated(
        _ family: MetricFamily, allowingInfinities: Bool = false
    ) throws(PrometheusTextError) -> MetricFamily {
        try validateName(of: family)
        var cleaned = family
        cleaned.help = PrometheusEscaping.cleaned(help: family.help)
        guard !cleaned.help.isEmpty else { throw PrometheusTextError(.emptyHelp, family: family.name) }

        var seen: Set<LabelSet> = []
        cleaned.samples = []
        for sample in family.samples {
            try validate(sample, of: family, allowingInfinities: allowingInfinities)
            let labels = LabelSet(sample.labels.labels.map { ($0.name, PrometheusEscaping.cleaned(labelValue: $0.value)) })
            guard seen.insert(labels).inserted else {
                throw PrometheusTextError(.duplicateSeries, family: family.name, labels: labels)
            }
            cleaned.samples.append(MetricFamily.Sample(labels, sample.value))
        }
        cleaned.samples.sort { $0.labels < $1.labels }
        return cleaned
    }

    private static func validateName(of family: MetricFamily) throws(PrometheusTextError) {
        guard isName(family.name) else { throw PrometheusTextError(.badMetricName, family: family.name) }
        let endsWithTotal = family.name.hasSuffix("_total")
        switch family.kind {
        case .gauge where endsWithTotal: throw PrometheusTextError(.totalOnGauge, family: family.name)
        case .counter where !endsWithTotal: throw PrometheusTextError(.counterWithoutTotal, family: family.name)
        case .gauge, .counter, .untyped: break
        }
    }

    private static func validate(
        _ sample: MetricFamily.Sample, of family: MetricFamily, allowingInfinities: Bool
    ) throws(PrometheusTextError) {
        func refuse(_ reason: PrometheusTextError.Reason) -> PrometheusTextError {
            PrometheusTextError(reason, family: family.name, labels: sample.labels)
        }
        let names = sample.labels.labels.map(\.name)
        for name in names {
            guard isName(name) else { throw refuse(.badLabelName(name)) }
            guard !name.hasPrefix("__") else { throw refuse(.internalLabelName(name)) }
            guard !LabelSet.reservedNames.contains(name) else { throw refuse(.reservedLabelName(name)) }
        }
        // Labels are sorted by name, so that a repeated one stands beside itself.
        if let repeated = zip(names, names.dropFirst()).first(where: { $0 == $1 }) { throw refuse(.repeatedLabelName(repeated.0)) }
        let expected = family.samples[0].labels.labels.map(\.name)
        guard names == expected else { throw refuse(.differentLabelNames(expected: expected)) }
        guard !sample.value.isNaN else { throw refuse(.notANumber) }
        guard allowingInfinities || sample.value.isFinite else { throw refuse(.infinite) }
    }

    /// `[a-zA-Z_][a-zA-Z0-9_]*`. Colons are legal in Prometheus, and kept for recording rules.
    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, !isDigit(first) else { return false }
        return name.utf8.allSatisfy { byte in
            isDigit(byte) || byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) && byte < 0x80
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

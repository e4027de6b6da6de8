import TestSupport
import Testing
import WatchModel
import WatchOutput

/// Random families, hostile ones on purpose, come back as they were written.
@Suite struct PrometheusRoundTripTests {
    @Test(arguments: 0..<60 as Range<UInt64>) func comesBack(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let families = (0..<Int.random(in: 1...6, using: &generator)).map { Self.family($0, using: &generator) }
        let bytes = try PrometheusText.render(families)
        let parsed = try PrometheusTextParser.parse(bytes)
        #expect(parsed.map(\.name) == families.map(\.name).sorted())
        for family in families {
            let read = try #require(parsed.first { $0.name == family.name })
            #expect(read.help == family.help)
            #expect(read.type == family.kind.rawValue)
            let written = Dictionary(uniqueKeysWithValues: family.samples.map { ($0.labels, $0.value) })
            let found = Dictionary(uniqueKeysWithValues: read.samples.map { (LabelSet($0.labels.map { ($0.name, $0.value) }), $0.value) })
            #expect(written == found)
        }
        if seed % 20 == 0 {
            let (exit, output) = try PromTool.check(bytes)
            #expect(exit == 0, "\(output)")
        }
    }

    private static func family(_ index: Int, using generator: inout SeededGenerator) -> MetricFamily {
        let count = Int.random(in: 0...3, using: &generator)
        let names = ["check", "kind", "store", "Store", "_x9"].shuffled(using: &generator).prefix(count)
        var samples: [LabelSet: Double] = [:]
        for _ in 0..<(names.isEmpty ? 1 : Int.random(in: 1...12, using: &generator)) {
            let labels = names.map { (name: $0, value: text(20, using: &generator)) }
            samples[LabelSet(labels)] = number(using: &generator)
        }
        // promtool's lint takes a single `m` for metres.
        let name = "iapwatch_\(["zeta", "alpha", "Mid_", "_y", "k9"].randomElement(using: &generator) ?? "x")_\(index)_purchases"
        return MetricFamily(
            name: name.lowercased(), help: "h" + text(40, using: &generator) + ".",
            kind: Bool.random(using: &generator) ? .gauge : .untyped,
            samples: samples.map { .init($0.key, $0.value) }
        )
    }

    /// Text of scalars that nothing strips, with many that need care.
    private static func text(_ longest: Int, using generator: inout SeededGenerator) -> String {
        let careful = Array("\\\"\nn{},= \u{301}\u{E9}e\u{1F600}\u{200D}\u{202E}".unicodeScalars)
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...longest, using: &generator) {
            let any = Unicode.Scalar(UInt32.random(in: 0xA0...0x10FFFF, using: &generator))
            let scalar = Bool.random(using: &generator) ? any : careful.randomElement(using: &generator)
            if let scalar, scalar != "\u{FEFF}" { scalars.append(scalar) }
        }
        return String(scalars)
    }

    private static func number(using generator: inout SeededGenerator) -> Double {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: return Double(Int64.random(in: -1000...1_000_000, using: &generator))
        case 1: return Double(Int64.random(in: .min ... .max, using: &generator))
        default:
            let any = Double(bitPattern: generator.next())
            return any.isFinite ? any : 0
        }
    }
}

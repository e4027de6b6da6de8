/// A strict reader of Prometheus text format 0.0.4, for tests.
///
/// promtool accepts interleaved samples, repeated series and a file cut short; this one refuses whatever is not exactly
/// as the format says: HELP, TYPE, samples, each family in one piece, nothing else.
package struct PrometheusTextParser {
    package struct Family: Equatable {
        package var name: String
        package var help: String
        package var type: String
        package var samples: [Sample]
    }

    package struct Sample: Equatable {
        /// In the order of the file.
        package var labels: [Label]
        package var value: Double
        /// The number as it stands there.
        package var numberText: String

        package subscript(name: String) -> String? { labels.first { $0.name == name }?.value }
    }

    package struct Label: Equatable {
        package var name: String
        package var value: String

        /// Equal when the bytes are.
        package static func == (left: Label, right: Label) -> Bool {
            left.name.utf8.elementsEqual(right.name.utf8) && left.value.utf8.elementsEqual(right.value.utf8)
        }
    }

    package struct Refusal: Error, Equatable, CustomStringConvertible {
        package var line: Int
        package var reason: String
        package var description: String { "line \(line): \(reason)" }
    }

    /// - Throws: `Refusal` with the number of the line.
    package static func parse(_ bytes: [UInt8]) throws(Refusal) -> [Family] {
        guard !bytes.isEmpty else { return [] }
        guard bytes.last == UInt8(ascii: "\n") else { throw Refusal(line: 0, reason: "the last line has no line feed") }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Refusal(line: 0, reason: "this is not UTF-8") }
        if let bad = text.unicodeScalars.first(where: isControl) {
            throw Refusal(line: 0, reason: "there is a control character, U+\(String(bad.value, radix: 16, uppercase: true))")
        }
        var parser = PrometheusTextParser()
        for (index, line) in bytes.dropLast().split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            parser.lineNumber = index + 1
            try parser.read(LineCursor(bytes: Array(line)))
        }
        guard let last = parser.families.last, !last.samples.isEmpty else {
            throw Refusal(line: parser.lineNumber, reason: "the last family has no sample")
        }
        return parser.families
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\n" && (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar == "\u{FEFF}")
    }

    private var families: [Family] = []
    private var series: Set<[UInt8]> = []
    private var lineNumber = 0

    private mutating func read(_ cursor: LineCursor) throws(Refusal) {
        var cursor = cursor
        if cursor.skip("# HELP ") {
            try readHelp(&cursor)
        } else if cursor.skip("# TYPE ") {
            try readType(&cursor)
        } else {
            try readSample(&cursor)
        }
    }

    private mutating func readHelp(_ cursor: inout LineCursor) throws(Refusal) {
        if let last = families.last, last.samples.isEmpty { throw refuse("\(last.name) has no sample") }
        let name = try name(&cursor)
        guard !families.contains(where: { $0.name == name }) else { throw refuse("the family \(name) stands there twice") }
        guard cursor.skip(" "), let help = cursor.escaped(until: nil, escapes: ["\\": "\\", "n": "\n"]), !help.isEmpty else {
            throw refuse("a help text is bad or empty")
        }
        families.append(Family(name: name, help: help, type: "", samples: []))
    }

    private mutating func readType(_ cursor: inout LineCursor) throws(Refusal) {
        let name = try name(&cursor)
        guard let last = families.indices.last, families[last].name == name, families[last].type.isEmpty else {
            throw refuse("TYPE of \(name) does not follow its HELP")
        }
        guard cursor.skip(" ") else { throw refuse("a type is missing") }
        let type = cursor.rest()
        guard ["counter", "gauge", "untyped"].contains(type) else { throw refuse("\(type) is no type we write") }
        families[last].type = type
    }

    private mutating func readSample(_ cursor: inout LineCursor) throws(Refusal) {
        let name = try name(&cursor)
        guard let last = families.indices.last, families[last].name == name, !families[last].type.isEmpty else {
            throw refuse("a sample of \(name) does not follow its HELP and TYPE")
        }
        let labels = cursor.skip("{") ? try labels(&cursor) : []
        let key = Array(cursor.consumed)
        guard series.insert(key).inserted else { throw refuse("the series \(String(decoding: key, as: UTF8.self)) stands there twice") }
        if let first = families[last].samples.first, first.labels.map(\.name) != labels.map(\.name) {
            throw refuse("the samples of \(name) have different label names")
        }
        guard cursor.skip(" ") else { throw refuse("a value is missing") }
        let number = cursor.rest()
        families[last].samples.append(Sample(labels: labels, value: try value(number), numberText: number))
    }

    private func labels(_ cursor: inout LineCursor) throws(Refusal) -> [Label] {
        var labels: [Label] = []
        repeat {
            let name = try name(&cursor)
            guard cursor.skip("=\"") else { throw refuse("the label \(name) has no quoted value") }
            guard let value = cursor.escaped(until: "\"", escapes: ["\\": "\\", "n": "\n", "\"": "\""]) else {
                throw refuse("the value of \(name) has a bad escape or no end")
            }
            guard labels.last.map({ $0.name < name }) ?? true else { throw refuse("the labels are not sorted, or one is there twice") }
            labels.append(Label(name: name, value: value))
        } while cursor.skip(",")
        guard cursor.skip("}") else { throw refuse("the labels have no end") }
        return labels
    }

    private func name(_ cursor: inout LineCursor) throws(Refusal) -> String {
        guard let name = cursor.name() else { throw refuse("a name was expected") }
        return name
    }

    private func value(_ text: String) throws(Refusal) -> Double {
        switch text {
        case "+Inf": return .infinity
        case "-Inf": return -.infinity
        case "NaN": return .nan
        default:
            // `Double.init` knows "inf", "nan" and hexadecimal too; Go's reader does not mind, ours does.
            guard text.utf8.allSatisfy({ "0123456789+-.e".utf8.contains($0) }), let value = Double(text), value.isFinite else {
                throw refuse("\"\(text)\" is no number")
            }
            return value
        }
    }

    private func refuse(_ reason: String) -> Refusal { Refusal(line: lineNumber, reason: reason) }
}

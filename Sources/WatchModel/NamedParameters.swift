/// Finds `:name` parameters in SQL, skipping string literals, quoted identifiers, comments and `::` casts.
package enum NamedParameters {
    package struct Occurrence: Equatable, Sendable {
        package var name: String
        /// UTF-8 offsets of the colon and of the first byte behind the name.
        package var range: Range<Int>
    }

    /// Every parameter in the order it stands in the text.
    package static func occurrences(in sql: String) -> [Occurrence] {
        var scanner = Scanner(bytes: Array(sql.utf8))
        return scanner.scan()
    }

    private struct Scanner {
        let bytes: [UInt8]
        var index = 0
        var found: [Occurrence] = []

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func scan() -> [Occurrence] {
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "'"): skipString()
                case UInt8(ascii: "\""): skipQuoted(until: UInt8(ascii: "\""))
                case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"): skipLineComment()
                case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipBlockComment()
                case UInt8(ascii: "$"): skipDollarQuoted()
                case UInt8(ascii: ":") where peek(1) == UInt8(ascii: ":"): index += 2
                case UInt8(ascii: ":"): parameter()
                default: index += 1
                }
            }
            return found
        }

        private func peek(_ distance: Int) -> UInt8? {
            index + distance < bytes.count ? bytes[index + distance] : nil
        }

        private mutating func parameter() {
            let start = index
            index += 1
            guard let first = peek(0), Self.startsName(first) else { return }
            while let byte = peek(0), Self.continuesName(byte) { index += 1 }
            found.append(Occurrence(name: String(decoding: bytes[start + 1..<index], as: UTF8.self), range: start..<index))
        }

        /// Postgres's `E'...'` knows backslashes; a plain string ends at the next single quote that is not doubled.
        private mutating func skipString() {
            let escapes =
                index > 0 && [UInt8(ascii: "E"), UInt8(ascii: "e")].contains(bytes[index - 1])
                && !(index > 1 && Self.continuesName(bytes[index - 2]))
            index += 1
            while index < bytes.count {
                if escapes && bytes[index] == UInt8(ascii: "\\") {
                    index += 2
                } else if bytes[index] == UInt8(ascii: "'") {
                    index += 1
                    guard peek(0) == UInt8(ascii: "'") else { return }
                    index += 1
                } else {
                    index += 1
                }
            }
            index = min(index, bytes.count)
        }

        private mutating func skipQuoted(until quote: UInt8) {
            index += 1
            while index < bytes.count, bytes[index] != quote { index += 1 }
            index = min(index + 1, bytes.count)
        }

        private mutating func skipLineComment() {
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
        }

        /// Nested in Postgres, not in SQLite; counting levels is right for both unless a comment holds a stray `/*`.
        private mutating func skipBlockComment() {
            var depth = 0
            repeat {
                if bytes[index] == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                    depth += 1
                    index += 2
                } else if bytes[index] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                    depth -= 1
                    index += 2
                } else {
                    index += 1
                }
            } while depth > 0 && index < bytes.count
        }

        /// `$tag$ ... $tag$`; a lone dollar sign is passed over.
        private mutating func skipDollarQuoted() {
            if index > 0, Self.continuesName(bytes[index - 1]) {
                index += 1
                return
            }
            var end = index + 1
            while end < bytes.count, Self.continuesName(bytes[end]), bytes[end] != UInt8(ascii: "$") { end += 1 }
            guard end < bytes.count, bytes[end] == UInt8(ascii: "$") else {
                index += 1
                return
            }
            let tag = bytes[index...end]
            index = end + 1
            while index < bytes.count, !bytes[index...].starts(with: tag) { index += 1 }
            index = min(index + tag.count, bytes.count)
        }

        private static func startsName(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: "_") || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
        }

        private static func continuesName(_ byte: UInt8) -> Bool {
            startsName(byte) || (byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")) || byte == UInt8(ascii: "$")
        }
    }
}

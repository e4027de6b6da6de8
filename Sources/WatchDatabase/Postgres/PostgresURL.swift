import WatchModel

/// What a Postgres URL looks like as written, before libpq reads it.
enum PostgresURL {
    /// False where a special character in the password would make libpq take a part of it for a host or a database.
    static func isUnambiguous(_ url: String) -> Bool {
        guard let body = body(url) else { return true }
        let authority = body.prefix { $0 != "/" }
        let beforeQuery = body.prefix { $0 != "?" }
        guard let at = authority.firstIndex(of: "@") else { return !beforeQuery.contains("@") }
        let user = authority[..<at]
        if let query = user.firstIndex(of: "?"), !user[..<query].contains(":") { return false }
        let rest = body[body.index(after: at)...].prefix { $0 != "?" }
        return !rest.contains("@")
    }

    /// The passwords of a URL in the form in which they stand there.
    static func passwordsAsWritten(_ url: String) -> [Secret] {
        guard let body = body(url) else { return [] }
        var found: [Substring] = []
        if let at = body.prefix(while: { $0 != "/" }).lastIndex(of: "@"), let colon = body[..<at].firstIndex(of: ":") {
            found.append(body[body.index(after: colon)..<at])
        }
        if let query = body.firstIndex(of: "?") {
            for item in body[body.index(after: query)...].split(separator: "&") {
                let parts = item.split(separator: "=", maxSplits: 1)
                if parts.count == 2, parts[0].hasSuffix("password") { found.append(parts[1]) }
            }
        }
        return found.filter { !$0.isEmpty }.map { Secret(String($0)) }
    }

    /// `text` percent-encoded, with capital and with small digits, where that makes a difference.
    static func encodings(of text: String) -> [String] {
        let forms = ["0123456789ABCDEF", "0123456789abcdef"].map { encoded(text, digits: Array($0)) }
        return forms.filter { $0 != text }
    }

    private static func encoded(_ text: String, digits: [Character]) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return result
    }

    /// What follows `postgresql://`; nil for libpq's `key=value` form.
    private static func body(_ url: String) -> Substring? {
        for scheme in ["postgresql://", "postgres://"] where url.hasPrefix(scheme) {
            return url.dropFirst(scheme.count)
        }
        return nil
    }
}

import CPQ
import Glibc
import WatchModel

/// What to connect with: libpq's keywords, and every text that must not appear in a message.
struct PostgresParameters {
    private(set) var values: [String: String] = [:]
    private(set) var secrets: [Secret] = []

    /// - Throws: `invalidLocation`, in words of our own: libpq's would quote the URL, and a password in it.
    init(_ location: PostgresLocation) throws(SourceError) {
        if let url = location.url?.revealed {
            guard PostgresURL.isUnambiguous(url), let parsed = Self.parse(url) else { throw Self.invalid }
            values = parsed
            secrets = PostgresURL.passwordsAsWritten(url)
        }
        override("host", location.host)
        override("port", location.port.map { String($0) })
        override("dbname", location.database)
        override("user", location.user)
        override("sslmode", location.sslMode)
        override("password", location.password.flatMap { $0.isEmpty ? nil : $0.revealed })
        // Without an address of its own, a new host must not be looked for at the URL's.
        if location.host != nil { values["hostaddr"] = nil }
        values["application_name"] = "iapwatch"
        values["client_encoding"] = "UTF8"
        guard Self.arePorts(values["port"] ?? ""), values.values.allSatisfy({ !$0.utf8.contains(0) }) else { throw Self.invalid }
        for keyword in ["password", "sslpassword"] { addSecret(values[keyword]) }
        addSecret(unsafe getenv("PGPASSWORD").map { unsafe String(cString: $0) })
    }

    /// Keeps a password out of messages, in the forms that a URL gives it, too.
    mutating func addSecret(_ text: String?) {
        guard let text, !text.isEmpty else { return }
        for form in [text] + PostgresURL.encodings(of: text) where !secrets.contains(Secret(form)) {
            secrets.append(Secret(form))
        }
    }

    private mutating func override(_ keyword: String, _ value: String?) {
        if let value { values[keyword] = value }
    }

    private static let invalid = SourceError(
        .invalidLocation, message: "the Postgres URL cannot be understood (it is not shown: it may hold a password)",
        hint:
            "Write postgresql://user@host:5432/database; percent-encode @ : / ? # and % inside a password, or give the password in a file.")

    /// A broken URL can leave a part of the password here, which libpq would quote.
    private static func arePorts(_ text: String) -> Bool {
        text.split(separator: ",").allSatisfy { UInt16($0).map { $0 > 0 } ?? false }
    }

    private static func parse(_ url: String) -> [String: String]? {
        guard !url.utf8.contains(0) else { return nil }
        var message: UnsafeMutablePointer<CChar>?
        let options = unsafe PQconninfoParse(url, &message)
        unsafe PQfreemem(message)
        guard let options = unsafe options else { return nil }
        defer { unsafe PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val { unsafe values[String(cString: keyword)] = unsafe String(cString: value) }
            unsafe option += 1
        }
        return values
    }
}

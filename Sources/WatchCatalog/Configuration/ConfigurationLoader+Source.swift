import WatchModel

extension ConfigurationLoader {
    private static let fieldsBesideURL = ["host", "port", "database", "user", "sslmode"]
    /// As libpq knows them; `sslmode` in a URL is libpq's to judge.
    private static let sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]

    mutating func readSource(_ section: ConfigurationSection) {
        readLimits(section)
        configuration.source.schema = section.text("schema")
        configuration.source.acceptsRowSecurity = section.word("row_security", among: ["refuse", "accept"]) == "accept"
        configuration.source.password = password(section)
        let fields = fields(section)
        let url = section.text("url").flatMap { location(url: $0, in: section) }
        if section["url"] != nil {
            configuration.source.location = url
            for key in Self.fieldsBesideURL {
                guard let entry = section[key] else { continue }
                problems.error(
                    "conflicting-keys", at: entry.keyPosition, "`source.url` and `source.\(key)` cannot stand together",
                    hint: "Keep the URL, or separate fields.")
            }
        } else if let fields {
            configuration.source.location = .postgres(fields)
        }
        warnAboutUnusedSettings(section)
    }

    private mutating func readLimits(_ section: ConfigurationSection) {
        set(\.source.limits.connectSeconds, section.duration("connect_timeout", in: 1...300))
        set(\.source.limits.querySeconds, section.duration("query_timeout", in: 1...3600))
        set(\.source.limits.runSeconds, section.duration("run_timeout", in: 1...21_600))
        set(\.source.limits.lockSeconds, section.duration("lock_timeout", in: 1...300))
        set(\.source.retries, section.integer("retries", in: 0...10))
    }

    private func fields(_ section: ConfigurationSection) -> PostgresLocation? {
        guard Self.fieldsBesideURL.contains(where: { section[$0] != nil }) else { return nil }
        return PostgresLocation(
            host: connectionField("host", in: section), port: section.integer("port", in: 1...65_535),
            database: connectionField("database", in: section), user: connectionField("user", in: section),
            sslMode: section.word("sslmode", among: Self.sslModes), password: configuration.source.password)
    }

    /// A URL or a connection string in one of the fields would carry its password to where none is expected.
    private func connectionField(_ key: String, in section: ConfigurationSection) -> String? {
        guard let text = section.text(key), let entry = section[key] else { return nil }
        let isDirectory = key == "host" && text.hasPrefix("/")
        // Some hosts want `user@server` as the user; a colon is for IPv6 addresses only.
        let isUserAtHost = text.contains("@") && key != "user"
        let isAddress = key == "host" && text.allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
        guard !text.contains("="), !isUserAtHost, isDirectory || !text.contains("/"), isAddress || !text.contains(":"),
            !text.contains(where: \.isWhitespace)
        else {
            problems.error(
                "bad-field", at: entry.position, "\(section.fullName(key)) must be a plain name",
                hint: "A whole URL belongs in `source.url`, in place of the separate fields.")
            return nil
        }
        return text
    }

    private func location(url: String, in section: ConfigurationSection) -> SourceLocation? {
        guard let position = section["url"]?.position else { return nil }
        if url.hasPrefix("sqlite:") { return sqlite(url, at: position) }
        guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://") else {
            problems.error(
                "bad-url", at: position, "`source.url` must begin with `sqlite:`, `postgres://` or `postgresql://`",
                hint: "For example `sqlite:purchases.sqlite` or `postgres://iapwatch@db.example.com/shop?sslmode=verify-full`.")
            return nil
        }
        guard !url.contains(where: { $0.isWhitespace || $0.isNewline }), url.unicodeScalars.allSatisfy({ $0.value > 32 && $0.value != 127 })
        else {
            problems.error(
                "bad-url", at: position, "`source.url` holds a space or a control character", hint: "Write it as `%20` and the like.")
            return nil
        }
        if Self.holdsPassword(url) { reportPasswordInURL(position, section) }
        return .postgres(PostgresLocation(url: Secret(url), password: configuration.source.password))
    }

    private func sqlite(_ url: String, at position: FilePosition) -> SourceLocation? {
        let path = String(url.dropFirst("sqlite:".count))
        guard !path.hasPrefix("//"), !path.contains("://") else {
            problems.error(
                "bad-url", at: position, "`source.url` must name the SQLite file directly behind `sqlite:`, without `//`",
                hint: "`sqlite:purchases.sqlite` is relative to the configuration file, `sqlite:/var/lib/shop/purchases.sqlite` absolute.")
            return nil
        }
        guard !path.isEmpty, !path.hasPrefix("?") else {
            problems.error("bad-url", at: position, "`source.url` names no SQLite file", hint: "For example `sqlite:purchases.sqlite`.")
            return nil
        }
        return .sqlite(path: path == ":memory:" ? path : resolved(path))
    }

    /// `user:password@` before the first slash, or `password=` in the query string.
    private static func holdsPassword(_ url: String) -> Bool {
        let rest = url.drop { $0 != "/" }.dropFirst(2)
        let query = rest.drop { $0 != "?" }
        guard !query.contains("password=") else { return true }
        let authority = rest.prefix { $0 != "?" }
        guard let at = authority.lastIndex(of: "@") else { return false }
        return authority[..<at].contains(":")
    }

    private func reportPasswordInURL(_ position: FilePosition, _ section: ConfigurationSection) {
        if let other = section["password_file"] ?? section["password_env"] {
            problems.error(
                "conflicting-keys", at: position, "the password is given twice: in `source.url` and as `source.\(other.key)`",
                hint: "Remove it from the URL.")
        } else {
            problems.warning(
                "password-in-url", at: position, "`source.url` holds a password: everybody who can read this file knows it",
                hint: "Better keep it in a file of its own, and name that as `password_file`.")
        }
    }

    private func warnAboutUnusedSettings(_ section: ConfigurationSection) {
        guard case .sqlite = configuration.source.location else { return }
        for key in ["schema", "password_file", "password_env", "row_security", "connect_timeout"] {
            guard let entry = section[key] else { continue }
            problems.warning(
                "unused-setting", at: entry.keyPosition, "\(section.fullName(key)) means nothing for SQLite", hint: "Remove it.")
        }
    }
}

import CPQ
import Glibc
package import WatchModel

extension SourceLocation {
    /// Whether both name one database, however it is written.
    ///
    /// A file is itself under every path and link. A Postgres database is known by host, port and name, with libpq's defaults in
    /// place of what is left out; all names of this machine are one host. Two names of another machine are not seen through.
    package func isSameDatabase(as other: SourceLocation) -> Bool {
        switch (self, other) {
        case (.sqlite(let path), .sqlite(let otherPath)): FileIdentity(path) == FileIdentity(otherPath)
        case (.postgres(let server), .postgres(let otherServer)): PostgresIdentity.overlap(server, otherServer)
        default: false
        }
    }
}

/// Which file a path leads to, whether it exists yet or not.
private enum FileIdentity: Equatable {
    case file(device: UInt, inode: UInt)
    case missing(path: String)

    init(_ path: String) {
        var status = stat()
        if unsafe stat(path, &status) == 0 {
            self = .file(device: status.st_dev, inode: status.st_ino)
            return
        }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard let real = unsafe realpath(folder, nil) else {
            self = .missing(path: path)
            return
        }
        defer { unsafe free(real) }
        self = .missing(path: unsafe String(cString: real) + "/" + name)
    }
}

/// Where libpq would connect to.
private enum PostgresIdentity {
    /// False for what libpq cannot read: it cannot be written to either.
    static func overlap(_ left: PostgresLocation, _ right: PostgresLocation) -> Bool {
        guard let left = try? PostgresParameters(left).values, let right = try? PostgresParameters(right).values else { return false }
        return database(left) == database(right) && !servers(left).isDisjoint(with: servers(right))
    }

    private static func database(_ values: [String: String]) -> String {
        filled("dbname", values) ?? filled("user", values) ?? ""
    }

    /// `host:port` for every address that may be tried.
    private static func servers(_ values: [String: String]) -> Set<String> {
        let hosts = list(filled("hostaddr", values) ?? filled("host", values))
        let ports = list(filled("port", values))
        return Set(
            hosts.enumerated().map { index, host in
                let port = ports.count > 1 && index < ports.count ? ports[index] : ports[0]
                return "\(isThisMachine(host) ? "" : host.lowercased()):\(port.isEmpty ? "5432" : port)"
            })
    }

    private static func list(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// A socket's directory, or the machine's name for itself. A port has one server on one machine, near enough.
    private static func isThisMachine(_ host: String) -> Bool {
        host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host.hasPrefix("127.")
            || ["localhost", "::1"].contains(host.lowercased())
    }

    /// What the location says, or else libpq's default: from the environment, or built in.
    private static func filled(_ keyword: String, _ values: [String: String]) -> String? {
        if let value = values[keyword], !value.isEmpty { return value }
        guard let defaults = unsafe PQconndefaults() else { return nil }
        defer { unsafe PQconninfoFree(defaults) }
        var option = unsafe defaults
        while let name = unsafe option.pointee.keyword {
            if unsafe String(cString: name) == keyword { return unsafe option.pointee.val.map { unsafe String(cString: $0) } }
            unsafe option += 1
        }
        return nil
    }
}

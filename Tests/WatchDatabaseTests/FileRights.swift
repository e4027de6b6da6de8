import Glibc

/// Lets the calling thread lose root's rights on files, which Linux keeps per thread.
enum FileRights {
    struct Unavailable: Error {}

    private typealias SetFSUID = @convention(c) (uid_t) -> Int32

    /// Runs `body` with the rights of the user `nobody`. It must not wait for anything asynchronous.
    static func asNobody<Result>(_ body: () -> Result) throws -> Result {
        // Not part of the Glibc module.
        guard let symbol = dlsym(nil, "setfsuid") else { throw Unavailable() }
        let setfsuid = unsafeBitCast(symbol, to: SetFSUID.self)
        _ = setfsuid(65_534)
        defer { _ = setfsuid(0) }
        return body()
    }
}

import Glibc

/// Arrays of C strings, as libpq takes them.
enum CStrings {
    static func with<Result>(_ strings: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result) -> Result {
        let copies = unsafe strings.map { string in unsafe string.flatMap { unsafe UnsafePointer(strdup($0)) } }
        defer {
            for index in strings.indices { unsafe free(UnsafeMutablePointer(mutating: copies[index])) }
        }
        return unsafe copies.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
    }
}

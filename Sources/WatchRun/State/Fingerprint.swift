import CCrypto

/// Stands for a purchase in the job's own state: whoever reads the state cannot tell the token.
///
/// - Source: HMAC-SHA-256 (RFC 2104) of the token under a key that never leaves the state directory.
struct Fingerprint: Hashable {
    let hex: String
}

/// The key for fingerprints, and plain digests, through libcrypto.
struct FingerprintKey {
    private let bytes: [UInt8]

    static let byteCount = 32

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// A fresh key from the system's random source.
    static func random() throws(SystemError) -> FingerprintKey {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        guard unsafe RAND_bytes(&bytes, Int32(byteCount)) == 1 else { throw SystemError("making a random key") }
        return FingerprintKey(bytes)
    }

    var rawBytes: [UInt8] { bytes }

    func fingerprint(_ token: String) -> Fingerprint {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        let message = Array(token.utf8)
        unsafe HMAC(EVP_sha256(), bytes, Int32(bytes.count), message, message.count, &digest, &length)
        return Fingerprint(hex: Self.hex(digest.prefix(Int(length))))
    }

    /// SHA-256 in hex, to tell one definition from another.
    static func digest(_ text: String) -> String {
        var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length: UInt32 = 0
        let message = Array(text.utf8)
        unsafe EVP_Digest(message, message.count, &digest, &length, EVP_sha256(), nil)
        return hex(digest.prefix(Int(length)))
    }

    private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

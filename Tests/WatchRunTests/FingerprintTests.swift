import Testing

@testable import WatchRun

@Suite struct FingerprintTests {
    /// - Source: RFC 4231, test case 2, and FIPS 180-2, appendix B.1.
    @Test func agreesWithThePublishedVectors() {
        let key = FingerprintKey(Array("Jefe".utf8))
        #expect(key.fingerprint("what do ya want for nothing?").hex == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        #expect(FingerprintKey.digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func keysDiffer() throws {
        let (first, second) = (try FingerprintKey.random(), try FingerprintKey.random())
        #expect(first.rawBytes.count == 32)
        #expect(first.fingerprint("token") != second.fingerprint("token"))
        #expect(first.fingerprint("token") == FingerprintKey(first.rawBytes).fingerprint("token"))
    }

    @Test func canonicallyEqualTokensAreTwo() throws {
        let key = try FingerprintKey.random()
        #expect(key.fingerprint("caf\u{E9}") != key.fingerprint("cafe\u{301}"))
    }
}

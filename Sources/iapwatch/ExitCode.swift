/// What the process tells its caller.
enum ExitCode {
    static let success: Int32 = 0
    static let somethingFailed: Int32 = 1
    static let broken: Int32 = 2
    static let sourceUnreachable: Int32 = 3
    static let outputFailed: Int32 = 4
    /// EX_USAGE of sysexits.h: a mistake in the command line or the configuration.
    static let usage: Int32 = 64
    /// EX_TEMPFAIL: another run holds the lock.
    static let locked: Int32 = 75

    /// As shells tell the end by a signal.
    static func signal(_ number: Int32) -> Int32 { 128 + number }
}

import CSQLite
import WatchModel

/// The SQL function `iapwatch_utc(text, zone)`: any ISO 8601 text as canonical UTC text.
///
/// SQLite's own date functions drop the fraction, take a time without zone for UTC, and know no zone by name.
enum SQLiteTimes {
    static func register(on handle: SQLiteHandle) throws(SourceError) {
        let code = unsafe sqlite3_create_function_v2(
            handle.pointer, "iapwatch_utc", 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, nil,
            { context, _, arguments in unsafe SQLiteTimes.answer(context, arguments) }, nil, nil, nil)
        guard code == SQLITE_OK else { throw handle.error(code) }
    }

    /// - Returns: nil for a text that is no time, and for a time without zone when `zone` names none.
    /// - Throws: for a zone that is in no time zone database: guessing UTC would shift every figure.
    static func canonical(_ text: some Sequence<UInt8>, zone: String) throws(UnknownTimeZone) -> String? {
        guard let parsed = CivilTime.Parser.parse(text) else { return nil }
        if let offset = parsed.offsetSeconds { return parsed.time.instant(offsetSeconds: offset).iso8601 }
        guard !zone.isEmpty else { return nil }
        return try LocalTime.instant(of: parsed.time, inZone: zone).iso8601
    }

    private static func answer(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
        guard let arguments = unsafe arguments, let text = unsafe bytes(arguments[0]) else {
            unsafe sqlite3_result_null(context)
            return
        }
        do {
            let zone = unsafe bytes(arguments[1]).map { unsafe String(decoding: $0, as: UTF8.self) } ?? ""
            guard let answer = unsafe try canonical(text, zone: zone) else {
                unsafe sqlite3_result_null(context)
                return
            }
            unsafe sqlite3_result_text(context, answer, -1, csqlite_transient())
        } catch {
            unsafe sqlite3_result_error(context, "iapwatch_utc: unknown time zone", -1)
        }
    }

    /// The text of an argument; nil for NULL.
    private static func bytes(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8>? {
        guard let start = unsafe sqlite3_value_text(value) else { return nil }
        return unsafe UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
    }
}

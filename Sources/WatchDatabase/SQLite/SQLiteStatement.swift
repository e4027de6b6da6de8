import CSQLite
import WatchModel

/// One prepared statement, which keeps its database open.
@safe final class SQLiteStatement {
    /// How a time becomes text.
    enum TimeForm {
        /// For comparing with whatever a watched database holds; see `Instant.iso8601WithoutZone`.
        case withoutZone
        /// For storing.
        case canonical
    }

    private let handle: SQLiteHandle
    private let pointer: OpaquePointer
    private let parameterNames: [String?]
    let columns: [String]

    /// - Parameter sqlShift: how many bytes of `sql` we put before what the user wrote, for positions.
    /// - Throws: also when there is no statement in `sql`, or more than one.
    init(_ sql: String, on handle: SQLiteHandle, isKept: Bool = false, sqlShift: Int = 0) throws(SourceError) {
        self.handle = handle
        let pointer = unsafe try Self.prepareOnly(sql, on: handle, isKept: isKept, sqlShift: sqlShift)
        unsafe self.pointer = unsafe pointer
        parameterNames = unsafe (0..<sqlite3_bind_parameter_count(pointer)).map { index in
            unsafe sqlite3_bind_parameter_name(pointer, index + 1).map { unsafe String(cString: $0) }
        }
        columns = unsafe (0..<sqlite3_column_count(pointer)).map { index in
            unsafe sqlite3_column_name(pointer, index).map { unsafe String(cString: $0) } ?? ""
        }
    }

    deinit {
        unsafe sqlite3_finalize(pointer)
    }

    /// The type that the column of a table was declared with; empty for an expression.
    func declaredType(column: Int) -> String {
        unsafe sqlite3_column_decltype(pointer, Int32(column)).map { unsafe String(cString: $0) } ?? ""
    }

    /// Gives every parameter of the SQL its value by name.
    ///
    /// - Throws: when one has none, before anything runs: SQLite would silently take NULL.
    func bind(_ values: [String: ParameterValue], times: TimeForm) throws(SourceError) {
        for (index, name) in parameterNames.enumerated() {
            guard let name, name.hasPrefix(":") else {
                throw SourceError(.query, message: "parameters are named like :now; \(name ?? "?") is not")
            }
            guard let value = values[String(name.dropFirst())] else {
                throw SourceError(.query, message: "the parameter \(name) has no value")
            }
            let cell: Cell =
                switch value {
                case .null: .null
                case .integer(let number): .integer(number)
                case .real(let number): .real(number)
                case .text(let text): .text(text)
                case .time(let instant): .time(instant)
                }
            try bind(cell, at: index, times: times)
        }
    }

    /// Gives the parameters their values in the order of their numbers.
    func bind(_ values: [Cell], times: TimeForm) throws(SourceError) {
        guard values.count == parameterNames.count else {
            throw SourceError(.query, message: "the SQL has \(parameterNames.count) parameters, not \(values.count)")
        }
        for (index, value) in values.enumerated() { try bind(value, at: index, times: times) }
    }

    /// Runs the statement from the start, and leaves it ready to run again.
    func run(row: ([Cell]) throws(SourceError) -> Void) throws(SourceError) {
        defer { unsafe sqlite3_reset(pointer) }
        var code = unsafe sqlite3_step(pointer)
        while code == SQLITE_ROW {
            var cells: [Cell] = []
            cells.reserveCapacity(columns.count)
            for index in 0..<columns.count { cells.append(cell(Int32(index))) }
            try row(cells)
            code = unsafe sqlite3_step(pointer)
        }
        guard code == SQLITE_DONE else { throw handle.error(code, isComputing: true) }
    }

    private func bind(_ value: Cell, at index: Int, times: TimeForm) throws(SourceError) {
        let position = Int32(index + 1)
        let code =
            switch value {
            case .null: unsafe sqlite3_bind_null(pointer, position)
            case .integer(let number): unsafe sqlite3_bind_int64(pointer, position, number)
            case .real(let number): unsafe sqlite3_bind_double(pointer, position, number)
            case .text(let text): bind(text: text, at: position)
            case .time(let instant): bind(text: times == .canonical ? instant.iso8601 : instant.iso8601WithoutZone, at: position)
            }
        guard code == SQLITE_OK else { throw handle.error(code) }
    }

    private func bind(text: String, at position: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { bytes in
            // An empty buffer may have no address, and SQLite takes no address for NULL.
            guard let start = bytes.baseAddress else {
                return unsafe sqlite3_bind_text(pointer, position, "", 0, csqlite_transient())
            }
            return unsafe start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
                unsafe sqlite3_bind_text64(pointer, position, start, UInt64(bytes.count), csqlite_transient(), UInt8(SQLITE_UTF8))
            }
        }
    }

    /// Text and blobs may hold NUL bytes and broken UTF-8; both become a String, repaired where they must be.
    private func cell(_ index: Int32) -> Cell {
        switch unsafe sqlite3_column_type(pointer, index) {
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(pointer, index))
        case SQLITE_FLOAT: return .real(unsafe sqlite3_column_double(pointer, index))
        case SQLITE_NULL: return .null
        default:
            guard let start = unsafe sqlite3_column_blob(pointer, index) else { return .text("") }
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(pointer, index)))
            return unsafe .text(String(decoding: bytes, as: UTF8.self))
        }
    }
}

extension SQLiteStatement {
    /// Compiles `sql` and sees to it that nothing but white space and comments follows.
    private static func prepareOnly(
        _ sql: String, on handle: SQLiteHandle, isKept: Bool, sqlShift: Int
    ) throws(SourceError) -> OpaquePointer {
        guard !sql.utf8.contains(0) else { throw SQLiteErrors.nulInSQL }
        var rest = sql
        let first = unsafe try compileNext(of: &rest, on: handle, isKept: isKept, sqlShift: sqlShift)
        guard let first = unsafe first else { throw SourceError(.query, message: "there is no statement in the SQL") }
        guard isBlank(rest, on: handle) else {
            unsafe sqlite3_finalize(first)
            throw SourceError(.query, message: "there is more than one statement in the SQL")
        }
        return unsafe first
    }

    /// True for white space, comments and semicolons; SQLite itself knows best what they are.
    private static func isBlank(_ sql: String, on handle: SQLiteHandle) -> Bool {
        var rest = sql
        while !rest.isEmpty {
            do {
                let next = unsafe try compileNext(of: &rest, on: handle, isKept: false, sqlShift: 0)
                guard let next = unsafe next else { continue }
                unsafe sqlite3_finalize(next)
                return false
            } catch {
                return false
            }
        }
        return true
    }

    /// - Returns: nil when `rest` began with nothing but white space and comments.
    private static func compileNext(
        of rest: inout String, on handle: SQLiteHandle, isKept: Bool, sqlShift: Int
    ) throws(SourceError) -> OpaquePointer? {
        var compiled: OpaquePointer?
        var used = 0
        let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let code = unsafe rest.withCString { start in
            var tail: UnsafePointer<CChar>?
            let code = unsafe sqlite3_prepare_v3(handle.pointer, start, -1, flags, &compiled, &tail)
            if let tail = unsafe tail { used = unsafe tail - start }
            return code
        }
        guard code == SQLITE_OK else { throw handle.error(code, sqlShift: sqlShift) }
        rest = String(decoding: rest.utf8.dropFirst(used), as: UTF8.self)
        return unsafe compiled
    }
}

import CPQ
import WatchModel

/// One answer of the server; freed when nothing uses it any more.
@safe final class PostgresResult {
    private let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe PQclear(pointer)
    }

    var status: ExecStatusType { unsafe PQresultStatus(pointer) }
    var rowCount: Int { unsafe Int(PQntuples(pointer)) }
    var columnCount: Int { unsafe Int(PQnfields(pointer)) }

    var columns: [String] {
        (0..<columnCount).map { column in
            unsafe PQfname(pointer, Int32(column)).map { unsafe String(cString: $0) } ?? ""
        }
    }

    func type(column: Int) -> UInt32 { unsafe PQftype(pointer, Int32(column)) }
    func modifier(column: Int) -> Int32 { unsafe PQfmod(pointer, Int32(column)) }

    func cells(row: Int) -> [Cell] {
        (0..<columnCount).map { column in
            guard unsafe PQgetisnull(pointer, Int32(row), Int32(column)) == 0,
                let start = unsafe PQgetvalue(pointer, Int32(row), Int32(column))
            else { return .null }
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(pointer, Int32(row), Int32(column))))
            return PostgresCells.cell(unsafe String(decoding: bytes, as: UTF8.self), type: type(column: column))
        }
    }

    var sqlState: String { field("C") }
    /// The primary message: DETAIL and HINT may quote rows.
    var message: String { field("M") }
    /// In characters, from 1.
    var position: Int? { Int(field("P")) }

    private func field(_ code: Unicode.Scalar) -> String {
        unsafe PQresultErrorField(pointer, Int32(code.value)).map { unsafe String(cString: $0) } ?? ""
    }
}

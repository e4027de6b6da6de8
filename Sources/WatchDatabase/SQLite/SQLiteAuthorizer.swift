import CSQLite

/// Lets a statement read, and nothing else: no writing, no ATTACH, no end of our transaction, no change of settings.
enum SQLiteAuthorizer {
    static func install(on handle: SQLiteHandle) {
        unsafe sqlite3_set_authorizer(
            handle.pointer,
            { _, action, first, second, _, _ in
                switch action {
                case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: SQLITE_OK
                case SQLITE_FUNCTION: unsafe SQLiteAuthorizer.isAllowed(function: SQLiteAuthorizer.string(second)) ? SQLITE_OK : SQLITE_DENY
                case SQLITE_PRAGMA: unsafe SQLiteAuthorizer.isAllowed(pragma: SQLiteAuthorizer.string(first)) ? SQLITE_OK : SQLITE_DENY
                // Asked when a virtual table such as json_each declares its columns; SQLite itself refuses it to a statement.
                case SQLITE_UPDATE: unsafe SQLiteAuthorizer.string(first) == "sqlite_master" ? SQLITE_OK : SQLITE_DENY
                default: SQLITE_DENY
                }
            }, nil)
    }

    private static func string(_ text: UnsafePointer<CChar>?) -> String {
        unsafe text.map { unsafe String(cString: $0).lowercased() } ?? ""
    }

    private static func isAllowed(function name: String) -> Bool { name != "load_extension" }

    /// Those that only describe the schema, whatever their argument.
    private static func isAllowed(pragma name: String) -> Bool {
        ["table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list"].contains(name)
    }
}

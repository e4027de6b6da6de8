import CPQ
import Glibc
import WatchModel

/// An open session of a Postgres server, and the patience with it; finished when nothing uses it any more.
@safe final class PostgresSession {
    private var pointer: OpaquePointer?
    private let limits: SourceLimits
    private let interruption: Interruption
    private let runDeadline: Int64
    private var queryDeadline = Int64.max
    private var parameters: PostgresParameters

    /// How much longer than the server's own limit we wait for its answer before we take the network for cut.
    private static let graceSeconds: Int64 = 2
    /// How long a look at the interruption may be delayed.
    private static let pollMilliseconds: Int32 = 100

    /// Connects, without blocking except for looking up the host's name.
    init(_ parameters: PostgresParameters, limits: SourceLimits, interruption: Interruption) throws(SourceError) {
        (self.parameters, self.limits, self.interruption) = (parameters, limits, interruption)
        runDeadline = Monotonic.deadline(inSeconds: limits.runSeconds)
        let pairs = Array(parameters.values)
        unsafe pointer = unsafe CStrings.with(pairs.map(\.key) + [nil]) { keywords in
            unsafe CStrings.with(pairs.map(\.value) + [nil]) { values in unsafe PQconnectStartParams(keywords, values, 0) }
        }
        guard let connection = unsafe pointer else { throw SourceError(.unreachable, message: "libpq is out of memory") }
        // Notices would go to standard error, in the server's words.
        unsafe PQsetNoticeReceiver(connection, { _, _ in }, nil)
        unsafe PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
        unsafe try finishConnecting(connection)
        self.parameters.addSecret(unsafe PQpass(connection).map { unsafe String(cString: $0) })
        unsafe PQsetnonblocking(connection, 1)
    }

    deinit {
        finish()
    }

    /// Ends the session now; whatever it was doing is rolled back by the server.
    func finish() {
        if let connection = unsafe pointer { unsafe PQfinish(connection) }
        unsafe pointer = nil
    }

    /// - Units: 150020 for 15.20.
    var serverVersion: Int { unsafe pointer.map { unsafe Int(PQserverVersion($0)) } ?? 0 }

    /// `15.20`, without what a distribution adds.
    var serverVersionText: String {
        guard let connection = unsafe pointer, let text = unsafe PQparameterStatus(connection, "server_version") else { return "" }
        return unsafe String(cString: text).split(separator: " ").first.map { String($0) } ?? ""
    }

    // MARK: Sending

    /// Starts the clock of one query.
    func beginQuery() {
        queryDeadline = Monotonic.deadline(inSeconds: min(limits.querySeconds, .max - Self.graceSeconds) + Self.graceSeconds)
    }

    /// Runs a script of our own, whose rows are dropped.
    func execute(_ script: String) throws(SourceError) {
        let connection = unsafe try open()
        guard unsafe PQsendQuery(connection, script) == 1 else { throw lost() }
        try drain { _ in nil }
    }

    /// Prepares the statement.
    ///
    /// - Returns: a description of its columns.
    func prepare(_ statement: PostgresStatement) throws(SourceError) -> PostgresResult {
        let connection = unsafe try open()
        let sent = unsafe PQsendPrepare(connection, "", statement.sql, Int32(statement.types.count), statement.types)
        guard sent == 1 else { throw lost() }
        try drain(statement.offset)
        guard unsafe PQsendDescribePrepared(connection, "") == 1 else { throw lost() }
        guard let description = try drain(statement.offset) else { throw lost() }
        return description
    }

    /// Runs what was prepared, row by row.
    func runPrepared(_ statement: PostgresStatement, row: ([Cell]) throws(SourceError) -> Void) throws(SourceError) {
        let connection = unsafe try open()
        let sent = unsafe CStrings.with(statement.values) { values in
            unsafe PQsendQueryPrepared(connection, "", Int32(statement.values.count), values, nil, nil, 0)
        }
        guard sent == 1, unsafe PQsetSingleRowMode(connection) == 1 else { throw lost() }
        while let result = try nextResult() {
            do {
                try check(result, isExecuting: true, statement.offset)
            } catch {
                _ = try? drain { _ in nil }
                throw error
            }
            for index in 0..<result.rowCount {
                do {
                    try row(result.cells(row: index))
                } catch {
                    stopQuery()
                    throw error
                }
            }
        }
    }

    /// Takes the server's answers to the end, so that it can be asked again.
    ///
    /// - Returns: the last of them.
    @discardableResult
    private func drain(_ positions: (Int) -> Int?) throws(SourceError) -> PostgresResult? {
        var last: PostgresResult?
        var failure: SourceError?
        while let result = try nextResult() {
            do {
                try check(result, positions)
            } catch {
                failure = failure ?? error
            }
            last = result
        }
        if let failure { throw failure }
        return last
    }

    /// Stops a query whose rows nobody wants any more, and leaves the session usable where that is possible.
    private func stopQuery() {
        guard let connection = unsafe pointer else { return }
        unsafe PostgresCancel.send(to: connection)
        _ = try? drain { _ in nil }
    }

    // MARK: Copying in, which only our own databases see

    func beginCopy(_ statement: String) throws(SourceError) {
        let connection = unsafe try open()
        guard unsafe PQsendQuery(connection, statement) == 1 else { throw lost() }
        guard let result = try nextResult() else { throw lost() }
        guard result.status != PGRES_COPY_IN else { return }
        try check(result) { _ in nil }
        throw lost()
    }

    func sendCopy(_ bytes: [UInt8]) throws(SourceError) {
        let connection = unsafe try open()
        guard !bytes.isEmpty else { return }
        while true {
            let sent = unsafe bytes.withUnsafeBytes { bytes in
                unsafe PQputCopyData(connection, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count))
            }
            if sent == 1 { return }
            guard sent == 0 else { throw lost() }
            try checkLimits()
            unsafe wait(for: Int16(POLLOUT), on: connection)
        }
    }

    func endCopy() throws(SourceError) {
        let connection = unsafe try open()
        var ended = unsafe PQputCopyEnd(connection, nil)
        while ended == 0 {
            try checkLimits()
            unsafe wait(for: Int16(POLLOUT), on: connection)
            ended = unsafe PQputCopyEnd(connection, nil)
        }
        guard ended == 1 else { throw lost() }
        try drain { _ in nil }
    }

    // MARK: Receiving

    /// The next answer to what was sent; nil when there is none left.
    private func nextResult() throws(SourceError) -> PostgresResult? {
        let connection = unsafe try open()
        var unsent = unsafe PQflush(connection)
        while unsafe unsent > 0 || PQisBusy(connection) == 1 {
            try checkLimits()
            unsafe wait(for: Int16(unsent > 0 ? POLLIN | POLLOUT : POLLIN), on: connection)
            guard unsafe PQconsumeInput(connection) == 1 else { throw lost() }
            unsent = unsafe PQflush(connection)
        }
        guard unsent >= 0 else { throw lost() }
        return unsafe PQgetResult(connection).map { unsafe PostgresResult($0) }
    }

    private func check(_ result: PostgresResult, isExecuting: Bool = false, _ positions: (Int) -> Int?) throws(SourceError) {
        switch result.status {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_SINGLE_TUPLE, PGRES_EMPTY_QUERY: return
        case PGRES_FATAL_ERROR, PGRES_NONFATAL_ERROR, PGRES_BAD_RESPONSE: break
        default: throw end(SourceError(.connectionLost, message: "the statement began to copy data, which the job does not do"))
        }
        guard !result.sqlState.isEmpty else { throw lost() }
        let error = PostgresErrors.error(
            sqlState: result.sqlState, message: redacted(result.message), position: result.position,
            isCancelled: interruption.isCancelled(), isExecuting: isExecuting, positions: positions)
        throw error.endsSnapshot ? end(error) : error
    }

    /// - Throws: what ends the run; the query is cancelled on the server first.
    private func checkLimits() throws(SourceError) {
        let now = Monotonic.nanoseconds
        let error: SourceError
        if interruption.isCancelled() {
            error = SourceError(.cancelled, message: "the run was interrupted")
        } else if now >= runDeadline {
            error = SourceError(.runTimedOut, message: "the run took longer than \(limits.runSeconds) s")
        } else if now >= queryDeadline {
            error = SourceError(
                .connectionLost, message: "the server gave no answer in \(limits.querySeconds) s, not even that it took too long")
        } else {
            return
        }
        if let connection = unsafe pointer { unsafe PostgresCancel.send(to: connection) }
        throw end(error)
    }

    private func open() throws(SourceError) -> OpaquePointer {
        guard let connection = unsafe pointer else { throw SourceError(.connectionLost, message: "the session has ended") }
        return unsafe connection
    }

    private func lost() -> SourceError {
        let words = unsafe pointer.map { unsafe String(cString: PQerrorMessage($0)) } ?? ""
        let line = words.split(separator: "\n").first.map { ": " + redacted(String($0)) } ?? ""
        return end(SourceError(.connectionLost, message: "the connection to the server was lost" + line))
    }

    private func end(_ error: SourceError) -> SourceError {
        finish()
        return error
    }

    private func redacted(_ text: String) -> String {
        parameters.secrets.reduce(text) { $1.redacted(from: $0) }
    }

    // MARK: Connecting

    private func finishConnecting(_ connection: OpaquePointer) throws(SourceError) {
        let deadline = min(runDeadline, Monotonic.deadline(inSeconds: limits.connectSeconds))
        var state = PGRES_POLLING_WRITING
        while state != PGRES_POLLING_OK {
            guard state != PGRES_POLLING_FAILED, unsafe PQstatus(connection) != CONNECTION_BAD else {
                let text = unsafe redacted(String(cString: PQerrorMessage(connection)))
                throw end(unsafe PostgresErrors.connecting(text, needsPassword: PQconnectionNeedsPassword(connection) == 1))
            }
            guard !interruption.isCancelled() else { throw end(SourceError(.cancelled, message: "the run was interrupted")) }
            guard Monotonic.nanoseconds < deadline else {
                throw end(
                    SourceError(
                        .unreachable, message: "the server did not answer within \(limits.connectSeconds) s",
                        hint: "Check host and port, and firewalls between here and there."))
            }
            let isReady = unsafe wait(for: Int16(state == PGRES_POLLING_READING ? POLLIN : POLLOUT), on: connection)
            if isReady { state = unsafe PQconnectPoll(connection) }
        }
    }

    /// - Returns: false when nothing happened in a tenth of a second.
    @discardableResult
    private func wait(for events: Int16, on connection: OpaquePointer) -> Bool {
        var descriptor = unsafe pollfd(fd: PQsocket(connection), events: events, revents: 0)
        return unsafe poll(&descriptor, 1, Self.pollMilliseconds) != 0
    }
}

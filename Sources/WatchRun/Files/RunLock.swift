import Glibc

/// Keeps a second run out while this one works. The kernel gives the lock back however the process ends.
struct RunLock: ~Copyable {
    private let file: Int32

    enum Failure: Error {
        case heldByAnotherRun
        case system(SystemError)
    }

    init(directory: String) throws(Failure) {
        let path = directory + "/lock"
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw .system(SystemError("opening the lock file \(path)")) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(file)
            throw code == EWOULDBLOCK ? .heldByAnotherRun : .system(SystemError("locking \(path)", code: code))
        }
        self.file = file
    }

    deinit {
        close(file)
    }
}

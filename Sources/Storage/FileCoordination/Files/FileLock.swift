import Glibc
import Synchronization

/// A lock between processes that is never stale: the system releases it when its holder ends for
/// any reason.
///
/// It is an `flock` on an empty file of its own, which only its owner can read, and which is never
/// deleted. Two locks on one path exclude each other within one process, too.
public final class FileLock: Sendable {
    /// Whether other processes may hold the lock at the same time.
    public enum Kind: Sendable {
        case exclusive
        /// Others may hold the lock, too, if they also take it shared.
        case shared

        fileprivate var operation: Int32 { self == .exclusive ? LOCK_EX : LOCK_SH }
    }

    public let path: String
    /// The open file while the lock is held.
    private let held = Mutex<Int32?>(nil)

    /// Creates the file if it is missing; does not take the lock.
    public init(path: String) throws(FileCoordinationError) {
        self.path = path
        close(try FileLock.openFile(path))
    }

    deinit { unlock() }

    /// Whether this object holds the lock, from ``tryLock(_:)`` or ``lock(_:lookingEvery:)`` to
    /// ``unlock()``.
    public var isHeld: Bool { held.withLock { $0 != nil } }

    /// Takes the lock unless another lock has it. Returns whether this object holds it now.
    ///
    /// Returns false if the file can no longer be opened.
    public func tryLock(_ kind: Kind = .exclusive) -> Bool { (try? take(kind)) ?? false }

    /// Takes the lock unless another lock has it. Returns whether this object holds it now.
    private func take(_ kind: Kind) throws(FileCoordinationError) -> Bool {
        try held.withLock { held throws(FileCoordinationError) in
            if held != nil { return true }
            let file = try FileLock.openFile(path)
            let error = FileLock.lock(file, kind.operation | LOCK_NB)
            if error == 0 {
                held = file
                return true
            }
            close(file)
            if error == EWOULDBLOCK { return false }
            throw FileCoordinationError("Cannot lock", path, errno: error)
        }
    }

    /// Takes the lock as soon as no other lock has it, without blocking a thread.
    ///
    /// Throws `CancellationError` if the task is cancelled, and ``FileCoordinationError`` if the
    /// file cannot be opened or locked.
    public func lock(
        _ kind: Kind = .exclusive, lookingEvery pause: Duration = .milliseconds(20)
    ) async throws {
        while try !take(kind) { try await Task.sleep(for: pause) }
    }

    /// Releases the lock if this object holds it.
    public func unlock() {
        held.withLock { held in
            if let file = held { FileLock.release(file) }
            held = nil
        }
    }

    /// Waits for the lock, blocking the thread, and holds it while `body` runs.
    ///
    /// Waits forever if this same lock is already held, by ``tryLock()`` or by an outer call.
    public func withLock<R>(_ kind: Kind, _ body: () throws -> R) throws -> R {
        let file = try FileLock.openFile(path)
        defer { FileLock.release(file) }
        let error = FileLock.lock(file, kind.operation)
        guard error == 0 else { throw FileCoordinationError("Cannot lock", path, errno: error) }
        return try body()
    }

    /// Holds the lock exclusively while `body` runs, like the other `withLock`.
    public func withLock<R>(_ body: () throws -> R) throws -> R {
        try withLock(.exclusive, body)
    }

    private static func openFile(_ path: String) throws(FileCoordinationError) -> Int32 {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw FileCoordinationError("Cannot open", path, errno: errno) }
        return file
    }

    /// Unlocks and closes the file. Closing alone is not enough: a child that another thread starts
    /// now has a copy of the descriptor until it runs its program, and keeps the lock with it.
    private static func release(_ file: Int32) {
        flock(file, LOCK_UN)
        close(file)
    }

    /// Locks the file. Returns the error number, or 0.
    private static func lock(_ file: Int32, _ operation: Int32) -> Int32 {
        while flock(file, operation) != 0 {
            if errno != EINTR { return errno }
        }
        return 0
    }
}

import Glibc
import Synchronization

/// A lock between processes that can never be stale: the system drops it when its holder ends,
/// however that happens.
///
/// It is an `flock` on an empty file of its own, which is created readable by its owner alone and
/// never deleted. Two locks on one path exclude each other inside one process too.
public final class FileLock: Sendable {
    /// Whether others may hold it too.
    public enum Kind: Sendable {
        case exclusive
        /// Others that want it shared, too.
        case shared

        fileprivate var operation: Int32 { self == .exclusive ? LOCK_EX : LOCK_SH }
    }

    public let path: String
    /// The open file while the lock is held.
    private let held = Mutex<Int32?>(nil)

    /// Creates the file when it is missing; takes no lock.
    public init(path: String) throws(FileCoordinationError) {
        self.path = path
        close(try FileLock.openFile(path))
    }

    deinit { unlock() }

    /// Whether ``tryLock()`` has taken the lock and ``unlock()`` not given it up.
    public var isHeld: Bool { held.withLock { $0 != nil } }

    /// Takes the lock unless another lock has it; true when this one holds it afterwards.
    ///
    /// A file that can no longer be opened counts as a lock that cannot be had.
    public func tryLock(_ kind: Kind = .exclusive) -> Bool {
        held.withLock { held in
            if held != nil { return true }
            guard let file = try? FileLock.openFile(path) else { return false }
            guard FileLock.lock(file, kind.operation | LOCK_NB) == 0 else {
                close(file)
                return false
            }
            held = file
            return true
        }
    }

    /// Takes the lock as soon as no other one has it, and blocks no thread until then.
    ///
    /// Throws when the task is cancelled.
    public func lock(lookingEvery pause: Duration = .milliseconds(20)) async throws {
        while !tryLock() { try await Task.sleep(for: pause) }
    }

    /// Gives up the lock that ``tryLock()`` took; does nothing when this lock does not hold it.
    public func unlock() {
        held.withLock { held in
            if let file = held { FileLock.release(file) }
            held = nil
        }
    }

    /// Waits for the lock, blocking the thread, and holds it while `body` runs.
    ///
    /// Waits for ever when this very lock is held already, by ``tryLock()`` or around this call.
    public func withLock<R>(_ kind: Kind, _ body: () throws -> R) throws -> R {
        let file = try FileLock.openFile(path)
        defer { FileLock.release(file) }
        let error = FileLock.lock(file, kind.operation)
        guard error == 0 else { throw FileCoordinationError("Cannot lock", path, errno: error) }
        return try body()
    }

    /// As the other `withLock`, excluding all others.
    public func withLock<R>(_ body: () throws -> R) throws -> R {
        try withLock(.exclusive, body)
    }

    private static func openFile(_ path: String) throws(FileCoordinationError) -> Int32 {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { throw FileCoordinationError("Cannot open", path, errno: errno) }
        return file
    }

    /// Unlocks and closes. Closing alone would not do: a child that another thread is about to
    /// start has a copy of the descriptor until it becomes its program, and keeps the lock with it.
    private static func release(_ file: Int32) {
        flock(file, LOCK_UN)
        close(file)
    }

    /// The error number, or 0.
    private static func lock(_ file: Int32, _ operation: Int32) -> Int32 {
        while flock(file, operation) != 0 {
            if errno != EINTR { return errno }
        }
        return 0
    }
}

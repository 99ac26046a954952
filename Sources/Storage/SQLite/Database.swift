import CSQLite
import Glibc
import Synchronization

/// One connection to a SQLite database.
///
/// A connection may be used from any thread: SQLite serializes its calls. A transaction, though,
/// belongs to the connection and not to a thread, so an owner with several threads must keep the
/// others out during one. Statements are prepared once and cached by their SQL, so the SQL of a
/// call should be a constant.
///
///     let database = try Database(path: "/tmp/notes.sqlite")
///     try database.execute("CREATE TABLE IF NOT EXISTS notes(text)")
///     try database.run("INSERT INTO notes VALUES(?)", "Buy milk")
///     let notes = try database.query("SELECT text FROM notes") { $0.text(0) }
public final class Database: Sendable {
    /// The way to open the file.
    public enum Access: Sendable {
        /// Creates a missing file, readable and writable by its owner alone; SQLite gives the files
        /// it puts beside it (-wal, -shm, -journal) the same permissions.
        case create
        /// Fails with ``SQLiteError/Code/cannotOpen`` if there is no file.
        case readWrite
        /// Does not write. In WAL mode, the files beside the database must exist, or the program
        /// must be allowed to make them.
        case readOnly
        /// Reads a file that cannot change, on a read-only disk, and takes no locks. Changes that
        /// are only in the write-ahead log are not visible.
        case immutable
    }

    /// The lock that a transaction takes first.
    public enum TransactionKind: String, Sendable {
        /// Takes the write lock at once, and waits for it up to the busy time-out.
        case immediate = "BEGIN IMMEDIATE"
        /// For reading: all reads see one state of the database.
        case deferred = "BEGIN"
    }

    /// The event that a commit waits for.
    public enum Synchronous: String, Sendable {
        /// Waits for the disk: a commit survives a power cut.
        case full = "PRAGMA synchronous=FULL"
        /// In WAL mode, waits only for the operating system: a commit survives the end of the
        /// process. A power cut may lose the latest commits, but never damages the database.
        case normal = "PRAGMA synchronous=NORMAL"
    }

    public let path: String
    // Addresses instead of pointers: SQLite's serialized mode makes the handles safe to share, but
    // the compiler cannot know that of a pointer.
    private let address: UInt
    let statements = Mutex<[StatementKey: UInt]>([:])
    private let canWrite: Bool
    /// The busy time-out in milliseconds.
    let busyTimeout: Int
    /// Whether the disk has failed since the log was last known to be on it.
    private let isInDoubt = Atomic(false)
    /// The latest setting; 0 before the first. Setting it again would cost as much as a small
    /// query.
    private let synchronous = Atomic(0)
    let hasMuchRoom = Atomic(false)
    /// Whether a large transaction has left a longer log than usual.
    let hasLongLog = Atomic(false)

    var connection: OpaquePointer {
        guard let pointer = OpaquePointer(bitPattern: address) else {
            preconditionFailure("An open connection has an address.")
        }
        return pointer
    }

    /// Opens a database; cheap, since SQLite reads the file only when it is first used.
    ///
    /// - Parameter busyTimeout: the time that a call waits for another connection's lock, in
    ///   milliseconds.
    public init(
        path: String, access: Access = .create, busyTimeout: Int = 5000
    ) throws(SQLiteError) {
        Self.configure
        var flags = SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE
        switch access {
        case .create, .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .immutable: flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
        }
        let name = access == .immutable ? Self.immutableURI(path) : path
        // mknod, because closing a descriptor of the file would drop the locks that other
        // connections of this process hold on it. SQLite treats an empty file as a new database.
        if access == .create { _ = mknod(path, S_IFREG | 0o600, 0) }
        try Self.refusePipes(path)
        var opened: OpaquePointer?
        let result = sqlite3_open_v2(name, &opened, flags, nil)
        guard result == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            var error = SQLiteError(
                code: .init(result), extendedCode: result, message: message, path: path)
            error.systemError = opened.map { sqlite3_system_errno($0) } ?? 0
            sqlite3_close_v2(opened)
            throw error
        }
        self.path = path
        canWrite = access == .create || access == .readWrite
        self.busyTimeout = busyTimeout
        address = UInt(bitPattern: opened)
        sqlite3_busy_timeout(opened, Int32(clamping: busyTimeout))
        // Otherwise every command that is alone with a database would end with a checkpoint, which
        // syncs the disk twice. The checkpoints of commits keep the log short.
        csqlite_leave_wal_on_close(opened)
        sqlite3_wal_autocheckpoint(opened, Self.usualLog)
    }

    /// Throws if a named pipe or a device is in the place of the database or its log: opening or
    /// reading it may never end.
    private static func refusePipes(_ path: String) throws(SQLiteError) {
        for suffix in ["", "-wal", "-journal"] {
            var status = stat()
            guard stat(path + suffix, &status) == 0,
                ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
            else { continue }
            throw SQLiteError(
                code: .cannotOpen, extendedCode: SQLITE_CANTOPEN,
                message: "\(path + suffix) is a named pipe or a device, not a file", path: path)
        }
    }

    /// Settings for all connections of the process, made before the first.
    private static let configure: Void = csqlite_leave_memory_uncounted()

    /// The least length of the log, in pages, at which a commit copies it to the database.
    static let usualLog: Int32 = 250

    /// Returns the URI with which SQLite treats a file as one that never changes.
    private static func immutableURI(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var name = Array("file:".utf8)
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                name += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: name.append(byte)
            }
        }
        return String(decoding: name + "?immutable=1".utf8, as: UTF8.self)
    }

    deinit {
        statements.withLock { statements in
            for statement in statements.values {
                sqlite3_finalize(OpaquePointer(bitPattern: statement))
            }
        }
        sqlite3_close_v2(connection)
    }

    /// Runs statements separated by semicolons, without values; drops their rows.
    public func execute(_ sql: String) throws(SQLiteError) {
        try check(sqlite3_exec(connection, sql, nil, nil, nil), sql)
    }

    /// Sets what the commits of this connection wait for; throws inside a transaction.
    public func setSynchronous(_ level: Synchronous) throws(SQLiteError) {
        let number = level == .full ? 2 : 1
        if synchronous.load(ordering: .relaxed) == number { return }
        try execute(level.rawValue)
        synchronous.store(number, ordering: .relaxed)
    }

    /// Runs `body` between BEGIN and COMMIT. Rolls back if it or the commit throws.
    ///
    /// Transactions do not nest: an inner one throws. After a failure of the disk, nothing is
    /// committed until all earlier commits are on the disk.
    @discardableResult
    public func transaction<T>(
        _ kind: TransactionKind = .immediate, _ body: () throws -> T
    ) throws -> T {
        if kind == .immediate {
            try settle()
            try checkPlace()
        }
        try run(kind.rawValue)
        do {
            let value = try body()
            do {
                try run("COMMIT")
            } catch {
                var error = error
                error.isCommit = true
                throw error
            }
            return value
        } catch {
            // Some failures, such as a full disk, have already rolled back.
            if sqlite3_get_autocommit(connection) == 0 { _ = try? run("ROLLBACK") }
            try? settle()
            throw error
        }
    }

    /// Makes sure that the log is on the disk after a failure of the disk.
    ///
    /// Linux marks pages as written even if writing them failed, and the next sync succeeds: a
    /// commit would seem durable although the log has a gap before it. So the contents of the log
    /// are copied to the database, and a new log is begun.
    private func settle() throws {
        guard canWrite, isInDoubt.load(ordering: .relaxed) else { return }
        let sql = "PRAGMA wal_checkpoint(TRUNCATE)"
        let isBusy = try first(sql) { $0.integer(0) != 0 }
        if isBusy == true {
            throw SQLiteError(
                code: .busy, extendedCode: SQLITE_BUSY, message: "The log is being read",
                path: path, sql: sql)
        }
        isInDoubt.store(false, ordering: .relaxed)
    }

    func check(_ result: Int32, _ sql: String) throws(SQLiteError) {
        guard result != SQLITE_OK && result != SQLITE_DONE && result != SQLITE_ROW else { return }
        if result & 0xff == SQLITE_IOERR { isInDoubt.store(true, ordering: .relaxed) }
        var error = SQLiteError(
            code: .init(result), extendedCode: result,
            message: String(cString: sqlite3_errmsg(connection)), path: path, sql: sql)
        error.systemError = sqlite3_system_errno(connection)
        throw error
    }
}

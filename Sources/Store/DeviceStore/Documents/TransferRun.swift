import Documents
import FileCoordination
import LocalCloud
import ReplicaFile
import SQLite

/// A transfer that this process makes. Its progress is written at once, so that other processes see
/// it, and the next process can continue from there.
struct TransferRun {
    let content: ChunkName
    let direction: Transfer.Direction
    let replica: ReplicaFile
    /// Tells the other processes that a transfer began or ended.
    let ring: @Sendable () -> Void

    private var isUp: SQLiteValue { SQLiteValue(direction == .up) }
    private var name: SQLiteValue { .text(content.description) }

    /// Begins the transfer. Returns `false` if a person paused it, or all.
    ///
    /// - Parameter isAsked: whether a person opened the document, which resumes the transfer.
    func begin(total: Int, isAsked: Bool) throws -> Bool {
        let count = try replica.withDatabase { database in
            if isAsked {
                return try database.run(
                    """
                    INSERT INTO transfers VALUES(?, ?, 0, ?, 1, 0, 1, '', 0)
                    ON CONFLICT(content, up) DO UPDATE
                    SET total = excluded.total, running = 1, paused = 0, asked = 1, reason = ''
                    """, name, isUp, SQLiteValue(total))
            }
            return try database.run(
                """
                INSERT INTO transfers SELECT ?1, ?2, 0, ?3, 1, 0, 0, '', 0
                WHERE NOT EXISTS (SELECT 1 FROM transfer_pause)
                OR EXISTS (SELECT 1 FROM transfers WHERE content = ?1 AND up = ?2)
                ON CONFLICT(content, up) DO UPDATE
                SET total = excluded.total, running = 1, reason = '' WHERE NOT paused
                """, name, isUp, SQLiteValue(total))
        }
        if count > 0 { ring() }
        return count > 0
    }

    /// Writes down the progress. Throws ``TransferStopped`` if a person paused or canceled the
    /// transfer.
    ///
    /// - Parameter isHere: whether this device has the whole content. Then another transfer of the
    ///   same content was done first, and removed the row of both.
    func note(_ progress: DocumentExchange.Progress, isHere: () -> Bool) throws {
        let isStopped = try replica.withDatabase { database in
            let count = try database.run(
                """
                UPDATE transfers SET done = ?, total = ?, running = 1
                WHERE content = ? AND up = ? AND NOT paused
                """, SQLiteValue(progress.done), SQLiteValue(progress.total), name, isUp)
            if count > 0 { return false }
            let isPaused = try database.first(
                "SELECT 1 FROM transfers WHERE content = ? AND up = ?", name, isUp
            ) { _ in true }
            return isPaused ?? !isHere()
        }
        if isStopped { throw TransferStopped() }
    }

    /// Writes down that the transfer has stopped for now.
    ///
    /// - Parameters:
    ///   - error: the reason why it did not succeed; `nil` if it was only interrupted.
    ///   - isLeft: whether the person who opened the document no longer waits for it.
    func rest(_ error: ChunkStoreError? = nil, isLeft: Bool = false) throws {
        _ = try replica.withDatabase { database in
            try database.run(
                """
                UPDATE transfers SET running = 0, reason = ?, failed = ?, asked = asked AND ?
                WHERE content = ? AND up = ?
                """, .text(error?.description ?? ""),
                .integer(failure(error)),
                SQLiteValue(!isLeft), name, isUp)
        }
        ring()
    }

    /// Returns the value of the column `failed`: 0 for a cloud out of reach, 1 for a failure, or
    /// the time when the cloud refused the content.
    private func failure(_ error: ChunkStoreError?) -> Int64 {
        guard let error, error.code != .unreachable else { return 0 }
        let isRefusal = direction == .up && error.code == .full && !error.isFullHere
        return isRefusal ? Int64(ChunkFolder.time()) : 1
    }
}

/// A lock held while a process transfers contents. The system frees it when the process ends.
struct TransferSign {
    private let path: String

    init(chunks: String) { path = chunks + "/transfers.lock" }

    /// Whether any process transfers contents now.
    var isGiven: Bool {
        guard let lock = try? FileLock(path: path) else { return false }
        return !lock.tryLock()
    }

    /// Takes the lock; it is held until the returned one is unlocked.
    func give() async throws -> FileLock? {
        guard let lock = try? FileLock(path: path) else { return nil }
        // ``isGiven`` takes the lock for a moment.
        for _ in 0..<200 {
            if lock.tryLock(.shared) { return lock }
            try await Task.sleep(for: .milliseconds(5))
        }
        return nil
    }
}

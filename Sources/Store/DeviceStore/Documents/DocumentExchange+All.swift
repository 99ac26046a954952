public import Documents
import FileCoordination
import LocalCloud

extension DocumentExchange {
    /// Sends unsent contents, then fetches the wanted ones that are not here, except those that a
    /// person paused. An error with one content does not stop the others; it is thrown at the end.
    ///
    /// - Parameters:
    ///   - isWanted: whether this device wants a content of that many bytes; called once for each.
    ///   - waits: whether to wait for another process that exchanges, and then do the rest.
    ///     Otherwise this does nothing in that case.
    ///   - tell: receives the progress, in bytes of all contents together.
    /// - Returns: whether a wanted content is not in the cloud yet.
    @discardableResult
    public func exchange(
        fetching isWanted: (Int) -> Bool, waits: Bool = false,
        _ tell: (Progress) -> Void = { _ in }
    ) async throws -> Bool {
        var uploads = try dueUploads()
        // If it waits, `isWanted` is called later: it may count its calls.
        var downloads = try dueDownloads(wanting: waits ? { _ in true } : isWanted)
        if uploads.isEmpty, downloads.isEmpty { return false }
        let lock: FileLock
        do {
            try createPrivateFolder(contents.chunks.path)
            lock = try FileLock(path: contents.chunks.path + "/exchange.lock")
        } catch {
            throw ChunkStoreError(error)
        }
        if waits {
            try await lock.lock()
        } else if !lock.tryLock() {
            return !downloads.isEmpty
        }
        defer { lock.unlock() }
        try TransferTable.noteNoneRunning(in: replica)
        if waits {
            uploads = try dueUploads()
            downloads = try dueDownloads(wanting: isWanted)
        }
        var progress = Progress(done: 0, total: (uploads + downloads).reduce(0) { $0 + $1.length })
        var isAnythingMissing = false
        func follow(_ one: Progress) {
            var all = progress
            all.done += one.done
            tell(all)
        }
        var failure: ChunkStoreError?
        func each(_ length: Int, _ body: () async throws -> Void) async throws {
            do {
                try await body()
            } catch is TransferStopped {
                // A person paused or canceled this transfer. The others continue.
            } catch let error as ChunkStoreError where error.isOfOneContent {
                failure = failure ?? error
            }
            progress.done += length
        }
        for (content, length) in uploads {
            try await each(length) { try await send(content, follow) }
        }
        for (content, length) in downloads {
            try await each(length) {
                if try await !fetch(content, isAsked: false, follow) { isAnythingMissing = true }
            }
        }
        if let failure { throw failure }
        return isAnythingMissing
    }
}

public import Documents
import FileCoordination
import Glibc
import KeyValueStore
import LocalCloud
import Synchronization

extension DocumentContainer {
    /// A transfer that this process is making.
    public struct Transfer: Sendable, Hashable {
        /// The direction of the transfer.
        public enum Direction: Sendable, Hashable { case up, down }
        public var direction: Direction
        public var progress: DocumentExchange.Progress
    }

    /// Returns the progress of a content that this process sends or fetches now; otherwise `nil`.
    public func transfer(of content: ChunkName) -> Transfer? {
        transfers.withLock { $0[content] }
    }

    /// Whether this process sends or fetches anything.
    public var isTransferring: Bool { transfers.withLock { !$0.isEmpty } }

    /// Returns a stream with an element whenever a document or the progress of its transfer may
    /// have changed. It ends with the task that reads it.
    public func rings() -> AsyncStream<Void> {
        let (rings, continuation) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let number = followers.withLock { followers in
            followers.last += 1
            followers.all[followers.last] = continuation
            return followers.last
        }
        let deviceRings = device.rings()
        let task = Task {
            for await _ in deviceRings { continuation.yield() }
            continuation.finish()
        }
        continuation.onTermination = { [weak self] _ in
            task.cancel()
            _ = self?.followers.withLock { $0.all.removeValue(forKey: number) }
        }
        return rings
    }

    // Not with the device's doorbell: the task that sends contents listens to that, and would try
    // again right after a failure.
    private func tellFollowers() {
        for follower in followers.withLock({ Array($0.all.values) }) { follower.yield() }
    }

    /// Tracks the progress of a content while `body` runs, and tells the readers of ``rings()``.
    private func following<R>(
        _ content: ChunkName, _ direction: Transfer.Direction,
        _ tell: @escaping (DocumentExchange.Progress) -> Void,
        _ body: (@escaping (DocumentExchange.Progress) -> Void) async throws -> R
    ) async throws -> R {
        defer {
            _ = transfers.withLock { $0.removeValue(forKey: content) }
            tellFollowers()
        }
        return try await body { [self] progress in
            transfers.withLock {
                $0[content] = Transfer(direction: direction, progress: progress)
            }
            tellFollowers()
            tell(progress)
        }
    }

    /// Returns the content of a version, from this device or else from the cloud; `nil` if neither
    /// has it. Continues an interrupted transfer.
    public func content(
        of version: DocumentVersion,
        _ tell: @escaping (DocumentExchange.Progress) -> Void = { _ in }
    ) async throws -> [UInt8]? {
        try await deviceContents.content(version.content) { try await fetch($0, tell) }
    }

    /// Fetches a content. Returns `false` if the cloud does not have it yet.
    public func fetch(
        _ content: ChunkName, _ tell: @escaping (DocumentExchange.Progress) -> Void = { _ in }
    ) async throws -> Bool {
        if contents.contains(content) { return true }
        guard device.readOnlyReason == nil, !device.isApart, try !device.isOffline else {
            return false
        }
        return try await following(content, .down, tell) { tell in
            if device.areContentsElsewhere {
                _ = try await device.exchangeContentsByAgent(content, tell)
                return contents.contains(content)
            }
            guard let exchange, try await exchange.fetch(content, tell) else { return false }
            return true
        }
    }

    /// Sends a content that is on this device. Continues an interrupted transfer. Throws
    /// `CloudError` or ``ChunkStoreError`` if that is not possible now.
    public func send(
        _ content: ChunkName, _ tell: @escaping (DocumentExchange.Progress) -> Void = { _ in }
    ) async throws {
        try await following(content, .up, tell) { tell in
            if device.areContentsElsewhere {
                guard try await device.exchangeContentsByAgent(content, tell) else {
                    throw deviceContents.noChunks.error
                }
                return
            }
            try await metExchange().send(content, tell)
            device.ring()
        }
    }

    /// Returns the exchange of contents, after a first sync if the device does not know its cloud
    /// yet.
    private func metExchange() async throws -> DocumentExchange {
        if let exchange { return exchange }
        try await device.syncAndWait()
        guard let exchange else {
            throw ChunkStoreError(
                .unreachable,
                "Nothing was sent: this device has not met its cloud yet. To see why: cloudy "
                    + "status")
        }
        return exchange
    }

    /// Sends all contents that the cloud lacks, if this process may send.
    ///
    /// - Parameter waits: whether to wait for another process that sends them.
    public func sendContents(waits: Bool = false) async throws {
        guard device.readOnlyReason == nil, try device.mayExchangeContents else { return }
        if device.areContentsElsewhere {
            if let exchange, try exchange.dueUploads().isEmpty { return }
            guard try await device.exchangeContentsByAgent(nil, { _ in }) else {
                throw deviceContents.noChunks.error
            }
            return
        }
        guard let exchange else { return }
        try exchange.noteExchange()
        if try exchange.dueUploads().isEmpty { return }
        let lock = try FileLock(path: contents.chunks.path + "/exchange.lock")
        if waits { try await lock.lock() } else if !lock.tryLock() { return }
        defer { lock.unlock() }
        var failure: (any Error)?
        for (content, _) in try exchange.dueUploads() {
            do { try await send(content) } catch is TransferStopped {
                // The transfer continues when a person resumes it.
            } catch let error as ChunkStoreError {
                guard error.isOfOneContent else { throw error }
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// Exchanges descriptors and sends contents, in this process or another one, and returns when
    /// that is done. Throws `SyncError`, `CloudError` or ``ChunkStoreError`` if that is not
    /// possible.
    public func syncAndWait() async throws {
        try await device.syncAndWait()
        try exchange?.forgetRefusals()
        try await sendContents(waits: true)
        try await collectIfDue()
    }

    /// Sends what is unsent to a cloud of this machine, with the contents, if that is possible now.
    package func sendToLocalCloud() async {
        guard device.location.remote == nil else { return }
        await device.sendToLocalCloud()
        guard access(device.location.replica, F_OK) == 0 else { return }
        try? await sendContents(waits: true)
    }

    /// Sends contents whenever something changes, until the task is cancelled.
    public func run() async {
        await device.repeatOnChanges {
            do {
                try await sendContents()
                try await collectIfDue()
                awaitsCloud = false
                return try exchange?.hasRefusals != true
            } catch let error as ChunkStoreError where error.code == .absent {
                awaitsCloud = false
                return true
            } catch {
                let isAway = (error as? ChunkStoreError)?.code == .unreachable
                awaitsCloud = isAway && (try? exchange?.unsent().isEmpty) == false
                return false
            }
        }
    }

    /// Removes contents that no version names and whose lease has ended, once a day.
    private func collectIfDue() async throws {
        if device.readOnlyReason != nil || device.areContentsElsewhere { return }
        let chunks = contents.chunks.path
        // A device without contents also collects the garbage that others left in the cloud.
        try createPrivateFolder(chunks)
        try await device.collectContentsIfDue(in: chunks) { isCurrent in
            let collection = ContentCollection(
                contents, device.replica, cloud: deviceContents.cloud)
            let stored = try await collection.run(keeping: { [] }, while: isCurrent)
            if let stored { try exchange?.forgetLost(among: stored) }
        }
    }
}

import BookmarkDatabase
public import Bookmarks
public import DeviceStore
public import Documents
import FileCoordination
import KeyValueStore
import LocalCloud
import Replication
import Synchronization

extension Home {
    /// Exchanges the contents of documents with the cloud, if this process may. Returns whether
    /// this device wants a content that is not in the cloud yet.
    ///
    /// Throws ``ChunkStoreError/Code/absent`` for a cloud that keeps no contents.
    ///
    /// - Parameters:
    ///   - isSending: whether to send only: a command that saved a page does not wait for others.
    ///   - waits: whether to wait for another process that exchanges contents.
    @discardableResult
    public func exchangeDocuments(
        onlySending isSending: Bool = false, waits: Bool = false,
        _ tell: (DocumentExchange.Progress) -> Void = { _ in }
    ) async throws -> Bool {
        if readOnlyReason != nil { return false }
        try forgetOrphanedDocuments()
        guard try device.mayExchangeContents else { return false }
        if device.areContentsElsewhere {
            // Without anything to do, no agent is needed.
            guard try hasContentsToExchange else { return false }
            if try await device.exchangeContentsByAgent(nil, tell) { return false }
            throw deviceContents.noChunks.error
        }
        guard let exchange = documentExchange else { return false }
        try exchange.noteExchange()
        // A person who waits wants all contents.
        if waits { try exchange.forgetLost() }
        defer { transfer.withLock { $0 = nil } }
        func note(_ progress: DocumentExchange.Progress) {
            transfer.withLock { $0 = progress }
            tell(progress)
        }
        let policy = documentPolicy
        let isFetching = try !isSending && !exchange.remote().isEmpty
        // Damage here must not prevent sending; the error is thrown at the end.
        var failure: ChunkStoreError?
        func noting(_ body: () async throws -> Void) async throws {
            do { try await body() } catch let error as ChunkStoreError where error.isOfOneContent {
                failure = failure ?? error
            }
        }
        var room = 0
        if isFetching { try await noting { room = try makeRoom(policy, exchange) } }
        var isMissing = try await exchange.exchange(
            fetching: { length in
                guard isFetching, policy.wants(length), length <= room else { return false }
                room -= length
                return true
            }, waits: waits, note)
        try await noting {
            switch try await mergeNotes() {
            case .nothing: break
            case .waiting: isMissing = true
            case .merged:
                // The cloud does not have the merged notes yet.
                _ = try await exchange.exchange(fetching: { _ in false }, waits: waits, note)
                try await device.syncOnce()
            }
        }
        if !isSending { try await collectIfDue() }
        if let failure { throw failure }
        return isMissing
    }

    /// Makes the next exchange send the contents again that the cloud refused for lack of space.
    public func retryRefusedDocuments() throws { try documentExchange?.forgetRefusals() }

    /// The progress of this process's exchange of contents; `nil` while there is none.
    public var transferProgress: DocumentExchange.Progress? { transfer.withLock { $0 } }

    /// Whether there are contents to send or fetch, as far as this device knows.
    public var hasContentsToExchange: Bool {
        get throws {
            // Unknown before the device knows its cloud.
            guard let exchange = documentExchange else { return true }
            let policy = documentPolicy
            return try !exchange.dueUploads().isEmpty
                || !exchange.dueDownloads(wanting: policy.wants).isEmpty
        }
    }

    /// The person's policy for documents on this device.
    public var documentPolicy: DocumentPolicy {
        let path = location.settingsFile
        guard let bytes = try? GivenPath.read(path, atMost: 1 << 18) else {
            return DocumentPolicy()
        }
        return DocumentPolicy(SettingsDocument(bytes: bytes))
    }

    /// Returns the free space of this device for contents, and its limit, in bytes.
    public func documentRoom() throws -> (free: Int, all: Int) {
        let room = documentPolicy.room
        return (room - (try contents.length(of: DocumentTable.versions(in: device.replica))), room)
    }

    /// Removes contents that exceed the space for them, the least recently used first. Returns the
    /// number of free bytes afterwards.
    private func makeRoom(
        _ policy: DocumentPolicy, _ exchange: DocumentExchange
    ) throws -> Int {
        try contents.makeRoom(policy.room, of: DocumentTable.versions(in: device.replica)) {
            try journal.namedContents().union(exchange.undroppable())
        }
    }

    /// Removes, once a day, the documents of bookmarks that were deleted forever, and the contents
    /// that nothing names.
    private func collectIfDue() async throws {
        try await device.collectContentsIfDue(in: contents.chunks.path) { isCurrent in
            try await collectContents(while: isCurrent)
        }
    }

    /// Removes the documents of bookmarks that were deleted forever, and the contents that nothing
    /// names and whose lease has ended. Call it right after a sync.
    ///
    /// - Parameters:
    ///   - now: the time that decides which versions are outdated, in seconds since 1970.
    ///   - isCurrent: see ``ContentCollection/run(keeping:while:)``.
    package func collectContents(
        now: Double = Double(DeviceStore.milliseconds()) / 1000,
        while isCurrent: () -> Bool = { true }
    ) async throws {
        try forgetOrphanedDocuments()
        try forgetOutdatedVersions(now: now)
        let collection = ContentCollection(
            contents, device.replica, cloud: deviceContents.cloud)
        let stored = try await collection.run(
            keeping: { try journal.namedContents() }, while: isCurrent)
        if let stored { try documentExchange?.forgetLost(among: stored) }
    }

    /// Removes the documents of bookmarks that were deleted forever, here and on all devices.
    public func forgetOrphanedDocuments() throws {
        let without = try BookmarkTable.documentsWithoutBookmark(in: device.replica)
        if without.isEmpty { return }
        let records = try store.records(
            forKeys: without.map { BookmarksController.keyPrefix + $0.bookmark })
        // A bookmark that was never here may still arrive.
        let orphans = zip(without, records).filter { $1.map { $0.latestValue == nil } ?? false }
            .map(\.0.id)
        if orphans.isEmpty { return }
        let places = orphans.map { ReadingPlace.keyPrefix + $0 }
        let kept = zip(places, try store.records(forKeys: places)).filter { $1 != nil }.map(\.0)
        let gone = orphans.map { Document.keyPrefix + $0 } + kept
        try store.set(gone.map { ($0, nil) })
        try store.purge(gone)
    }

    /// Exchanges the contents of documents whenever something changes, until the task is cancelled.
    ///
    /// - Parameter report: receives the reason why that is not possible now, once for each reason.
    public func runDocumentExchange(_ report: @escaping (String) -> Void = { _ in }) async {
        var latest: String?
        await device.repeatOnChanges {
            do {
                // Another device sends a document and its content one after the other.
                let isMissing = try await exchangeDocuments()
                awaitsCloud.withLock { $0 = false }
                // Not all is done: refused contents are sent again later.
                let hasRefusals = try documentExchange?.hasRefusals == true
                if !hasRefusals { latest = nil }
                return !isMissing && !hasRefusals
            } catch let error as ChunkStoreError where error.code == .absent {
                awaitsCloud.withLock { $0 = false }
                if latest != error.description { report(error.description) }
                latest = error.description
                return true
            } catch {
                let isAway = (error as? ChunkStoreError)?.code == .unreachable
                let unsent = isAway ? try? documentExchange?.dueUploads() : nil
                awaitsCloud.withLock { $0 = unsent?.isEmpty == false }
                let reason = "\(error)"
                if reason != latest { report(reason) }
                latest = reason
                return false
            }
        }
    }
}

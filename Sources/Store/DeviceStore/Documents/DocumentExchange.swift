public import Documents
import FileCoordination
import LocalCloud
public import ReplicaFile

/// Sends the contents of documents to a cloud, and fetches them from there.
///
/// ``ContentExchange`` moves the chunks. This adds transfers, which a person may pause.
public struct DocumentExchange: Sendable {
    let contents: DocumentContents
    let replica: ReplicaFile
    let cloud: any ChunkStore
    /// A name that distinguishes this cloud from others that the device used.
    let cloudName: String
    /// Tells the other processes of the device that a transfer began, ended, or was changed.
    let ring: @Sendable () -> Void

    public init(
        _ contents: DocumentContents, _ replica: ReplicaFile, cloud: any ChunkStore,
        named cloudName: String, ring: @escaping @Sendable () -> Void = {}
    ) {
        self.contents = contents
        self.replica = replica
        self.cloud = cloud
        self.cloudName = cloudName
        self.ring = ring
    }

    /// The progress of a transfer.
    public typealias Progress = ContentExchange.Progress

    /// The exchange that moves the chunks.
    private var chunks: ContentExchange {
        ContentExchange(
            contents, ReplicaLedger(replica, cloudName), cloud: cloud, now: ChunkFolder.time)
    }

    /// Notes that this device exchanges contents now. If the last exchange was long ago, this first
    /// discards the notes of sent contents. Call it before anything that relies on those notes.
    public func noteExchange() throws {
        let last = lastExchange
        if let last, abs(ChunkFolder.time() - last) < Self.notePause { return }
        try chunks.doubtSent(since: last)
        try createPrivateFolder(contents.chunks.path)
        try writeAtomically([], to: note)
    }

    private var note: String { contents.chunks.path + "/exchanged" }

    private var lastExchange: Double? { FileStatus(note)?.modified }

    /// The least time between two such notes, in seconds.
    private static let notePause = 24.0 * 3600

    /// Returns the contents that are here and have not been sent, with their lengths.
    public func unsent() throws -> [(content: ChunkName, length: Int)] { try chunks.unsent() }

    /// Returns the contents that documents show and that are not here, with their lengths, except
    /// those that a person dropped from this device.
    public func remote() throws -> [(content: ChunkName, length: Int)] { try chunks.remote() }

    /// Returns whether the cloud has a content.
    public func isInCloud(_ content: ChunkName) async throws -> Bool {
        try await cloud.missing(of: [content]).isEmpty
    }

    /// Sends a content that is on this device. Throws ``TransferStopped`` if a person paused the
    /// transfer.
    public func send(_ content: ChunkName, _ tell: (Progress) -> Void = { _ in }) async throws {
        guard let manifest = try contents.manifest(content) else { return }
        try await transfer(content, .up, total: manifest.length) { run in
            try await chunks.send(
                content, manifest, { try note($0, run, tell) }, finish: tell)
            return true
        }
    }

    /// Fetches a content. Returns `false` if the cloud does not have it yet. Throws
    /// ``TransferStopped`` if a person paused or canceled the transfer.
    ///
    /// - Parameters:
    ///   - isAsked: whether a person opened the document: then it is fetched even if it was
    ///     paused or canceled before.
    @discardableResult
    public func fetch(
        _ content: ChunkName, isAsked: Bool = true, _ tell: (Progress) -> Void = { _ in }
    ) async throws -> Bool {
        if contents.contains(content) { return true }
        let total = try TransferTable.length(of: content, in: replica)
        return try await transfer(content, .down, total: total, isAsked: isAsked) { run in
            try await chunks.fetch(content, { try note($0, run, tell) }, finish: tell)
        }
    }

    /// Notes the progress of a transfer. Ends the transfer if its task was cancelled.
    private func note(
        _ progress: Progress, _ run: TransferRun, _ tell: (Progress) -> Void
    ) throws {
        try run.note(progress) { contents.contains(run.content) }
        tell(progress)
        try Task.checkCancellation()
    }

    /// Makes a transfer, and records its progress for all processes of the device.
    @discardableResult
    private func transfer(
        _ content: ChunkName, _ direction: Transfer.Direction, total: Int, isAsked: Bool = false,
        _ body: (TransferRun) async throws -> Bool
    ) async throws -> Bool {
        let run = TransferRun(
            content: content, direction: direction, replica: replica, ring: ring)
        do { try createPrivateFolder(contents.chunks.path) } catch { throw ChunkStoreError(error) }
        let sign = try await TransferSign(chunks: contents.chunks.path).give()
        defer { sign?.unlock() }
        guard try run.begin(total: total, isAsked: isAsked) else { throw TransferStopped() }
        do {
            let isDone = try await body(run)
            if isDone { ring() } else { try run.rest(isLeft: true) }
            return isDone
        } catch let error as ChunkStoreError {
            // The call failed because its task was cancelled.
            if Task.isCancelled {
                try? run.rest(isLeft: true)
                throw error
            }
            // A cloud that keeps no contents will never have this one.
            try? run.rest(error, isLeft: error.code == .absent)
            throw error
        } catch {
            try? run.rest(isLeft: error is CancellationError)
            throw error
        }
    }

    /// Returns the contents that must stay on this device, since the cloud may lack them or their
    /// records.
    public func undroppable() throws -> Set<ChunkName> {
        try chunks.undroppable().union(lost())
    }

    /// Removes contents from this device. They are fetched again on demand. Returns `false`, and
    /// removes nothing, if one of them is ``undroppable()``.
    ///
    /// - Parameter others: further contents to keep, which no version names.
    public func drop(
        _ dropped: [ChunkName], keeping others: Set<ChunkName> = []
    ) throws -> Bool {
        // Dropping does not ask the cloud, so it is no exchange.
        try chunks.doubtSent(since: lastExchange)
        guard try Set(lost()).isDisjoint(with: dropped) else { return false }
        return try chunks.drop(dropped, keeping: others)
    }
}

extension ChunkStoreError {
    /// Whether the error concerns only this content: another one may be shorter, or whole.
    package var isOfOneContent: Bool { code == .damaged || code == .full }
}

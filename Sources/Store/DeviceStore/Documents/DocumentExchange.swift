public import Documents
import FileCoordination
import LocalCloud
public import ReplicaFile

/// Sends the contents of documents to a cloud, and fetches them from there.
///
/// Chunks that the other side has are skipped, so both go on where they were interrupted. The
/// manifest comes last: who finds it in the cloud finds all of the content.
public struct DocumentExchange: Sendable {
    let contents: DocumentContents
    let replica: ReplicaFile
    let cloud: any ChunkStore
    /// Tells this cloud from others that the device had.
    let cloudName: String

    public init(
        _ contents: DocumentContents, _ replica: ReplicaFile, cloud: any ChunkStore,
        named cloudName: String
    ) {
        self.contents = contents
        self.replica = replica
        self.cloud = cloud
        self.cloudName = cloudName
    }

    /// How far a transfer is.
    public struct Progress: Sendable, Hashable {
        /// The bytes that the other side has by now, and those of the whole.
        public var done: Int
        public var total: Int
    }

    /// The contents that are here and have not been sent, with their lengths.
    public func unsent() throws -> [(content: ChunkName, length: Int)] {
        try SentContents.unsent(cloudName, in: replica).filter { contents.contains($0.content) }
    }

    /// The contents that documents show and that are not here, with their lengths, but for those
    /// that a person dropped from this device.
    public func remote() throws -> [(content: ChunkName, length: Int)] {
        let dropped = try DroppedContents.names(in: replica)
        return try DocumentTable.heads(in: replica).filter {
            !contents.contains($0.content) && !dropped.contains($0.content)
        }
    }

    /// Whether the cloud has a content.
    public func isInCloud(_ content: ChunkName) async throws -> Bool {
        try await cloud.missing(of: [content]).isEmpty
    }

    /// Sends a content that is here.
    public func send(_ content: ChunkName, _ tell: (Progress) -> Void = { _ in }) async throws {
        guard let manifest = try contents.manifest(content) else { return }
        var missing = Set(try await cloud.missing(of: manifest.pieces.map(\.name) + [content]))
        let isManifestMissing = missing.remove(content) != nil
        var progress = Progress(done: 0, total: manifest.length)
        var batch: [Chunk] = []
        var bytes = 0
        for piece in manifest.pieces {
            progress.done += piece.length
            guard missing.remove(piece.name) != nil else { continue }
            guard let chunk = try contents.chunks.chunk(piece.name) else {
                throw ChunkStoreError(
                    .damaged, "A part of the document is missing in \(contents.chunks.path).")
            }
            batch.append(chunk)
            bytes += piece.length
            if bytes < Self.batch { continue }
            try await cloud.put(batch)
            (batch, bytes) = ([], 0)
            tell(progress)
            try Task.checkCancellation()
        }
        try await cloud.put(batch)
        if isManifestMissing { try await cloud.put([Chunk(manifest.encoded)]) }
        try SentContents.add(content, cloudName, in: replica)
        tell(progress)
    }

    /// Fetches a content. Returns `false` when the cloud does not have it yet.
    @discardableResult
    public func fetch(
        _ content: ChunkName, _ tell: (Progress) -> Void = { _ in }
    ) async throws -> Bool {
        if contents.contains(content) { return true }
        guard let head = try await cloud.chunk(content) else { return false }
        let manifest = try Manifest(head)
        var missing = Set(try contents.chunks.missing(of: manifest.pieces.map(\.name)))
        var progress = Progress(done: 0, total: manifest.length)
        var batch: [Chunk] = []
        var bytes = 0
        for piece in manifest.pieces {
            progress.done += piece.length
            guard missing.remove(piece.name) != nil else { continue }
            guard let chunk = try await cloud.chunk(piece.name) else { return false }
            batch.append(chunk)
            bytes += piece.length
            if bytes < Self.batch { continue }
            try contents.chunks.put(batch)
            (batch, bytes) = ([], 0)
            tell(progress)
            try Task.checkCancellation()
        }
        try contents.chunks.put(batch)
        try contents.chunks.put([head])
        try DroppedContents.remove(content, in: replica)
        // What came from this cloud is there.
        try SentContents.add(content, cloudName, in: replica)
        tell(progress)
        return true
    }

    /// Removes contents from this device that the cloud has. They come back when they are asked
    /// for. Returns `false`, and removes nothing, if the cloud lacks one.
    public func drop(_ dropped: [ChunkName]) throws -> Bool {
        let here = dropped.filter { contents.contains($0) }
        let unsent = Set(try unsent().map(\.content))
        guard unsent.isDisjoint(with: here) else { return false }
        let gone = Set(here)
        let others = try DocumentTable.contents(in: replica).filter { !gone.contains($0) }
        try DroppedContents.add(here, in: replica)
        try contents.drop(here, keeping: Set(others))
        return true
    }

    /// So many bytes are sent or written together.
    private static let batch = 1 << 20
}

extension DocumentExchange {
    /// Sends what is not sent, then fetches what is wanted and not here. Does nothing while another
    /// process of the device does it.
    ///
    /// - Parameters:
    ///   - isWanted: whether a content of so many bytes is to be on this device.
    ///   - tell: told how far it is: the bytes of all that is to be done.
    /// - Returns: whether something wanted is not in the cloud yet.
    @discardableResult
    public func exchange(
        fetching isWanted: (Int) -> Bool, _ tell: (Progress) -> Void = { _ in }
    ) async throws -> Bool {
        let unsent = try unsent()
        let wanted = try remote().filter { isWanted($0.length) }
        if unsent.isEmpty, wanted.isEmpty { return false }
        let lock: FileLock
        do {
            try createPrivateFolder(contents.chunks.path)
            lock = try FileLock(path: contents.chunks.path + "/exchange.lock")
        } catch {
            throw ChunkStoreError(error)
        }
        guard lock.tryLock() else { return !wanted.isEmpty }
        defer { lock.unlock() }
        var progress = Progress(done: 0, total: (unsent + wanted).reduce(0) { $0 + $1.length })
        var isAnythingMissing = false
        func follow(_ one: Progress) {
            var all = progress
            all.done += one.done
            tell(all)
        }
        for (content, length) in unsent {
            do {
                try await send(content, follow)
            } catch let error as ChunkStoreError where error.code == .damaged {
                // The others are sent all the same; who reads this one is told.
            }
            progress.done += length
        }
        for (content, length) in wanted {
            if try await !fetch(content, follow) { isAnythingMissing = true }
            progress.done += length
        }
        return isAnythingMissing
    }
}

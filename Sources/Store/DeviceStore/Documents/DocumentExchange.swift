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
        var batch: [ChunkName] = []
        var bytes = 0
        for piece in manifest.pieces {
            progress.done += piece.length
            guard missing.remove(piece.name) != nil else { continue }
            batch.append(piece.name)
            bytes += piece.length
            if bytes < Self.batch { continue }
            if try await !take(batch) { return false }
            (batch, bytes) = ([], 0)
            tell(progress)
            try Task.checkCancellation()
        }
        if try await !take(batch) { return false }
        try contents.chunks.put([head])
        try DroppedContents.remove(content, in: replica)
        // What came from this cloud is there.
        try SentContents.add(content, cloudName, in: replica)
        tell(progress)
        return true
    }

    /// Fetches some chunks. Returns `false` when the cloud does not have all of them.
    private func take(_ names: [ChunkName]) async throws -> Bool {
        let found = try await cloud.chunks(names)
        try contents.chunks.put(found.compactMap(\.self))
        return !found.contains(nil)
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
    /// process of the device does it. What is wrong with one content keeps back no other, and is
    /// thrown in the end.
    ///
    /// - Parameters:
    ///   - isWanted: whether a content of so many bytes is to be on this device; asked once for
    ///     each.
    ///   - waits: whether to wait for another that does it, and then do what is left.
    ///   - tell: told how far it is: the bytes of all that is to be done.
    /// - Returns: whether something wanted is not in the cloud yet.
    @discardableResult
    public func exchange(
        fetching isWanted: (Int) -> Bool, waits: Bool = false,
        _ tell: (Progress) -> Void = { _ in }
    ) async throws -> Bool {
        var unsent = try unsent()
        // Each is asked about once: what asks may count.
        var wanted = try waits ? remote() : remote().filter { isWanted($0.length) }
        if unsent.isEmpty, wanted.isEmpty { return false }
        let lock: FileLock
        do {
            try createPrivateFolder(contents.chunks.path)
            lock = try FileLock(path: contents.chunks.path + "/exchange.lock")
        } catch {
            throw ChunkStoreError(error)
        }
        while !lock.tryLock() {
            if !waits { return !wanted.isEmpty }
            try await Task.sleep(for: .milliseconds(20))
        }
        defer { lock.unlock() }
        if waits {
            unsent = try self.unsent()
            wanted = try remote().filter { isWanted($0.length) }
        }
        var progress = Progress(done: 0, total: (unsent + wanted).reduce(0) { $0 + $1.length })
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
            } catch let error as ChunkStoreError where error.isOfOneContent {
                failure = failure ?? error
            }
            progress.done += length
        }
        for (content, length) in unsent {
            try await each(length) { try await send(content, follow) }
        }
        for (content, length) in wanted {
            try await each(length) {
                if try await !fetch(content, follow) { isAnythingMissing = true }
            }
        }
        if let failure { throw failure }
        return isAnythingMissing
    }
}

extension ChunkStoreError {
    /// Whether another content may go through: one that is shorter, or whole.
    fileprivate var isOfOneContent: Bool { code == .damaged || code == .full }
}

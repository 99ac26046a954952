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

    /// Sends a content that is here. Throws ``TransferStopped`` if a person paused that.
    public func send(_ content: ChunkName, _ tell: (Progress) -> Void = { _ in }) async throws {
        guard let manifest = try contents.manifest(content) else { return }
        try await transfer(content, .up, total: manifest.length) { run in
            let names = manifest.pieces.map(\.name)
            var missing = Set(try await cloud.missing(of: names + [content]))
            let isManifestMissing = missing.remove(content) != nil
            try await move(manifest, missing, run, tell) { batch in
                let chunks = try batch.map { name in
                    guard let chunk = try contents.chunks.chunk(name) else {
                        throw ChunkStoreError(
                            .damaged,
                            "A part of the document is missing in \(contents.chunks.path).")
                    }
                    return chunk
                }
                try await cloud.put(chunks)
                return true
            }
            if isManifestMissing { try await cloud.put([Chunk(manifest.encoded)]) }
            try SentContents.add(content, cloudName, in: replica)
            return true
        }
    }

    /// Fetches a content. Returns `false` when the cloud does not have it yet. Throws
    /// ``TransferStopped`` if a person paused or canceled that.
    ///
    /// - Parameters:
    ///   - isAsked: whether a person opened the document: it comes even if it was paused or
    ///     canceled before.
    @discardableResult
    public func fetch(
        _ content: ChunkName, isAsked: Bool = true, _ tell: (Progress) -> Void = { _ in }
    ) async throws -> Bool {
        if contents.contains(content) { return true }
        let total = try TransferTable.length(of: content, in: replica)
        return try await transfer(content, .down, total: total, isAsked: isAsked) { run in
            guard let head = try await cloud.chunk(content) else { return false }
            let manifest = try Manifest(head)
            let missing = Set(try contents.chunks.missing(of: manifest.pieces.map(\.name)))
            guard try await move(manifest, missing, run, tell, take) else { return false }
            try contents.chunks.put([head])
            try DroppedContents.remove(content, in: replica)
            // What came from this cloud is there.
            try SentContents.add(content, cloudName, in: replica)
            return true
        }
    }

    /// Makes a transfer, and notes for all processes of the device how it goes.
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
            // The call was cut off because nobody waits for it any more.
            if Task.isCancelled {
                try? run.rest(isLeft: true)
                throw error
            }
            // A cloud without contents will not have this one, however often it is asked.
            try? run.rest(error.description, isLeft: error.code == .absent)
            throw error
        } catch {
            try? run.rest(isLeft: error is CancellationError)
            throw error
        }
    }

    /// Moves the missing chunks of a content, some at a time. Returns `false` as soon as a move
    /// does.
    @discardableResult
    private func move(
        _ manifest: Manifest, _ missing: Set<ChunkName>, _ run: TransferRun,
        _ tell: (Progress) -> Void, _ batch: ([ChunkName]) async throws -> Bool
    ) async throws -> Bool {
        var missing = missing
        var lengths: [ChunkName: Int] = [:]
        for piece in manifest.pieces where missing.contains(piece.name) {
            lengths[piece.name, default: 0] += piece.length
        }
        let left = lengths.values.reduce(0, +)
        var progress = Progress(done: manifest.length - left, total: manifest.length)
        func note() throws {
            try run.note(progress)
            tell(progress)
            try Task.checkCancellation()
        }
        try note()
        var (names, bytes): ([ChunkName], Int) = ([], 0)
        for piece in manifest.pieces where missing.remove(piece.name) != nil {
            names.append(piece.name)
            bytes += piece.length
            if bytes < Self.batch { continue }
            if try await !batch(names) { return false }
            progress.done += names.reduce(0) { $0 + (lengths[$1] ?? 0) }
            (names, bytes) = ([], 0)
            try note()
        }
        if try await !batch(names) { return false }
        tell(Progress(done: manifest.length, total: manifest.length))
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
        let unsent = Set(try unsent().map(\.content) + lost())
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

extension ChunkStoreError {
    /// Whether another content may go through: one that is shorter, or whole.
    var isOfOneContent: Bool { code == .damaged || code == .full }
}

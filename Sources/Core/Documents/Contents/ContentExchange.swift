/// Moves the contents of documents between a device and a cloud.
///
/// Chunks that the other side has are skipped, so both directions go on where they were
/// interrupted. The manifest comes last: where the cloud has it, all of the content is there.
public struct ContentExchange: Sendable {
    let contents: DocumentContents
    let ledger: any ContentLedger
    let cloud: any ChunkStore
    private let now: @Sendable () -> Double

    /// - Parameter now: the clock, in seconds since 1970.
    public init(
        _ contents: DocumentContents, _ ledger: any ContentLedger, cloud: any ChunkStore,
        now: @escaping @Sendable () -> Double
    ) {
        self.contents = contents
        self.ledger = ledger
        self.cloud = cloud
        self.now = now
    }

    /// For so many seconds without an exchange, the notes of sent chunks are believed. Others may
    /// have collected one since, if no record that names it reached them.
    public static let longestTrust = 7.0 * 24 * 3600
    /// For so many seconds an upload may rely on the cloud's first answer. That is well within a
    /// lease.
    private static let longestUpload = 24.0 * 3600

    /// Doubts the notes of sent chunks when the latest exchange was long ago.
    ///
    /// - Parameter last: when that was, in seconds since 1970; `nil` where that is unknown.
    public func doubtSent(since last: Double?) throws {
        if let last, abs(now() - last) < Self.longestTrust { return }
        try ledger.forgetSent()
    }

    /// How far a transfer is.
    public struct Progress: Sendable, Hashable {
        /// The bytes that the other side has by now, and those of the whole.
        public var done: Int
        public var total: Int

        public init(done: Int, total: Int) {
            self.done = done
            self.total = total
        }
    }

    /// The contents that are here and have not been sent, with their lengths.
    public func unsent() throws -> [(content: ChunkName, length: Int)] {
        try ledger.unsent().filter { contents.contains($0.content) }
    }

    /// The contents that documents show and that are not here, with their lengths, but for those
    /// that a person dropped from this device.
    public func remote() throws -> [(content: ChunkName, length: Int)] {
        let dropped = try ledger.dropped()
        return try ledger.shown().filter {
            !contents.contains($0.content) && !dropped.contains($0.content)
        }
    }

    /// Sends a content that is here.
    ///
    /// - Parameters:
    ///   - manifest: the manifest of the content.
    ///   - note: told how far it is before each move; may throw to end the transfer.
    ///   - finish: told when the last chunk but the manifest has moved.
    public func send(
        _ content: ChunkName, _ manifest: Manifest, _ note: (Progress) throws -> Void = { _ in },
        finish: (Progress) -> Void = { _ in }
    ) async throws {
        let start = now()
        let names = manifest.pieces.map(\.name)
        var missing = Set(try await cloud.missing(of: names + [content]))
        let isManifestMissing = missing.remove(content) != nil
        try await move(manifest, missing, note, finish) { batch in
            let chunks = try batch.map { name in
                guard let chunk = try contents.chunks.chunk(name) else {
                    throw ChunkStoreError(
                        .damaged,
                        "A part of the document is missing in \(contents.chunks.path). To see "
                            + "what is damaged: cloudy verify")
                }
                return chunk
            }
            try await cloud.put(chunks)
            return true
        }
        if isManifestMissing { try await cloud.put([Chunk(manifest.encoded)]) }
        // The machine may have slept for weeks.
        guard abs(now() - start) < Self.longestUpload else {
            throw ChunkStoreError(
                .unreachable, "The transfer took too long. Cloudy will try it again.")
        }
        try ledger.noteSent(content)
    }

    /// Fetches a content that is not here. Returns `false` when the cloud does not have it yet.
    ///
    /// The parameters are as those of ``send(_:_:_:finish:)``.
    public func fetch(
        _ content: ChunkName, _ note: (Progress) throws -> Void = { _ in },
        finish: (Progress) -> Void = { _ in }
    ) async throws -> Bool {
        guard let head = try await cloud.chunk(content) else { return false }
        let manifest = try Manifest(head)
        let missing = Set(try contents.chunks.missing(of: manifest.pieces.map(\.name)))
        guard try await move(manifest, missing, note, finish, take) else { return false }
        try contents.chunks.put([head])
        try ledger.noteFetched(content)
        // The content came from this cloud, so the cloud has it.
        try ledger.noteSent(content)
        return true
    }

    /// Moves the missing chunks of a content, some at a time. Returns `false` as soon as a move
    /// does.
    @discardableResult
    private func move(
        _ manifest: Manifest, _ missing: Set<ChunkName>, _ note: (Progress) throws -> Void,
        _ finish: (Progress) -> Void, _ batch: ([ChunkName]) async throws -> Bool
    ) async throws -> Bool {
        var missing = missing
        var lengths: [ChunkName: Int] = [:]
        for piece in manifest.pieces where missing.contains(piece.name) {
            lengths[piece.name, default: 0] += piece.length
        }
        let left = lengths.values.reduce(0, +)
        var progress = Progress(done: manifest.length - left, total: manifest.length)
        try note(progress)
        var (names, bytes): ([ChunkName], Int) = ([], 0)
        for piece in manifest.pieces where missing.remove(piece.name) != nil {
            names.append(piece.name)
            bytes += piece.length
            if bytes < Self.batch { continue }
            if try await !batch(names) { return false }
            progress.done += names.reduce(0) { $0 + (lengths[$1] ?? 0) }
            (names, bytes) = ([], 0)
            try note(progress)
        }
        if try await !batch(names) { return false }
        finish(Progress(done: manifest.length, total: manifest.length))
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
        let others = try ledger.named().filter { !gone.contains($0) }
        try ledger.noteDropped(here)
        try contents.drop(here, keeping: Set(others))
        return true
    }

    /// How many bytes are sent or written together.
    private static let batch = 1 << 20
}

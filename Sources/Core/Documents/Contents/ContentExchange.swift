/// Moves the contents of documents between a device and a cloud.
///
/// Both directions skip the chunks that the other side has, so an interrupted transfer continues.
/// The manifest is sent last: if the cloud has it, the cloud has the whole content.
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

    /// The number of seconds without an exchange for which the notes of sent chunks are trusted.
    /// Later, another device may have collected a chunk, if no record that names it reached that
    /// device.
    public static let longestTrust = 7.0 * 24 * 3600
    /// The number of seconds for which an upload may rely on the cloud's first answer. This is well
    /// within a lease.
    private static let longestUpload = 24.0 * 3600

    /// Discards the notes of sent chunks if the latest exchange was long ago.
    ///
    /// - Parameter last: the time of that exchange, in seconds since 1970; `nil` if it is unknown.
    public func doubtSent(since last: Double?) throws {
        if let last, abs(now() - last) < Self.longestTrust { return }
        try ledger.forgetSent()
    }

    /// The progress of a transfer.
    public struct Progress: Sendable, Hashable {
        /// The bytes that the other side has by now, and the bytes of the whole.
        public var done: Int
        public var total: Int

        public init(done: Int, total: Int) {
            self.done = done
            self.total = total
        }
    }

    /// Returns the contents that are here and have not been sent, with their lengths.
    public func unsent() throws -> [(content: ChunkName, length: Int)] {
        try ledger.unsent().filter { contents.contains($0.content) }
    }

    /// Returns the contents that documents show and that are not here, with their lengths, except
    /// those that a person dropped from this device.
    public func remote() throws -> [(content: ChunkName, length: Int)] {
        let dropped = try ledger.dropped()
        return try ledger.shown().filter {
            !contents.contains($0.content) && !dropped.contains($0.content)
        }
    }

    /// Returns the contents that must stay on this device: those that have not been sent, and those
    /// whose records have not. While no record in the cloud names a content, another device may
    /// collect it.
    public func undroppable() throws -> Set<ChunkName> {
        Set(try unsent().map(\.content) + ledger.namedByUnsentRecords())
    }

    /// Sends a content that is here.
    ///
    /// - Parameters:
    ///   - manifest: the manifest of the content.
    ///   - note: receives the progress before each batch; may throw to end the transfer.
    ///   - finish: receives the progress after the last chunk, before the manifest.
    public func send(
        _ content: ChunkName, _ manifest: Manifest, _ note: (Progress) throws -> Void = { _ in },
        finish: (Progress) -> Void = { _ in }
    ) async throws {
        let start = now()
        let names = manifest.pieces.map(\.name)
        var missing = Set(try await cloud.missing(of: names + [content]))
        let isManifestMissing = missing.remove(content) != nil
        if missing.count > 1 {
            // The first chunks of a content that does not fit would take the space for 30 days.
            let lengths = Dictionary(manifest.pieces.map { ($0.name, $0.length) }) { $1 }
            try await cloud.requireSpace(
                for: missing.compactMap { lengths[$0] } + [manifest.encoded.count])
        }
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

    /// Fetches a content that is not here. Returns `false` if the cloud does not have it yet.
    ///
    /// The parameters are those of ``send(_:_:_:finish:)``.
    public func fetch(
        _ content: ChunkName, _ note: (Progress) throws -> Void = { _ in },
        finish: (Progress) -> Void = { _ in }
    ) async throws -> Bool {
        guard let head = try await cloud.chunk(content) else { return false }
        let manifest = try Manifest(head)
        let missing = Set(try contents.chunks.missing(of: manifest.pieces.map(\.name)))
        guard try await move(manifest, missing, note, finish, fetchChunks) else { return false }
        try contents.chunks.put([head])
        try ledger.noteFetched(content)
        // The content came from this cloud, so the cloud has it.
        try ledger.noteSent(content)
        return true
    }

    /// Moves the missing chunks of a content in batches. Returns `false` as soon as a batch does.
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

    /// Fetches some chunks. Returns `false` if the cloud does not have all of them.
    private func fetchChunks(_ names: [ChunkName]) async throws -> Bool {
        let found = try await cloud.chunks(names)
        try contents.chunks.put(found.compactMap(\.self))
        return !found.contains(nil)
    }

    /// Removes contents from this device. They are fetched again on demand. Returns `false`, and
    /// removes nothing, if one of them is ``undroppable()``.
    ///
    /// - Parameter others: further contents to keep, which no version names.
    public func drop(
        _ dropped: [ChunkName], keeping others: Set<ChunkName> = []
    ) throws -> Bool {
        let here = dropped.filter { contents.contains($0) }
        guard try undroppable().isDisjoint(with: here) else { return false }
        let gone = Set(here)
        let kept = try others.union(ledger.named()).subtracting(gone)
        try ledger.noteDropped(here)
        try contents.drop(here, keeping: kept)
        return true
    }

    /// The bytes that are sent or written together.
    private static let batch = 1 << 20
}

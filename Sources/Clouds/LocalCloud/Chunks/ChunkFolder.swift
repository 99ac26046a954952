public import Documents
import Glibc

/// A store of chunks in a folder: beside a replica, or in the local cloud.
///
/// Every read of a file checks its content.
public struct ChunkFolder: ChunkStore, DeviceChunks {
    private let files: ChunkFiles
    private let sealing: any ChunkSealing

    /// The folder.
    public var path: String { files.path }

    /// The time in seconds, after a chunk was put or asked for, during which nothing removes it: 30
    /// days.
    public static let lease: Double = 30 * 24 * 3600

    /// Makes a store in a folder, which is created with the first chunk.
    ///
    /// - Parameter sealing: seals chunks for the files. A device keeps chunks as they are.
    public init(
        path: String, sealing: any ChunkSealing = PlainChunks(),
        now: @escaping @Sendable () -> Double = Self.time
    ) {
        files = ChunkFiles(path: path, now: now)
        self.sealing = sealing
    }

    /// Returns the time of this machine's clock, in seconds since 1970.
    @Sendable public static func time() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }

    public var chunksHere: (any DeviceChunks)? { self }

    /// Returns whether a chunk is there. Its lease stays as it is.
    public func contains(_ name: ChunkName) -> Bool { files.contains(sealing.storedName(of: name)) }

    /// Returns when a chunk was last put or touched, in seconds since 1970; `nil` if it is not
    /// there.
    public func lastUse(of name: ChunkName) -> Double? {
        files.renewed(sealing.storedName(of: name))
    }

    /// Notes that a chunk is used.
    public func touch(_ name: ChunkName) { files.renew(sealing.storedName(of: name)) }

    public func missing(of names: [ChunkName]) throws(ChunkStoreError) -> [ChunkName] {
        let stored = names.map { sealing.storedName(of: $0) }
        let missing = Set(try files.missing(of: stored))
        return zip(names, stored).filter { missing.contains($1) }.map(\.0)
    }

    /// Returns the missing chunks in the same way, but waits for another process without blocking a
    /// thread.
    public func missing(of names: [ChunkName]) async throws(ChunkStoreError) -> [ChunkName] {
        let stored = names.map { sealing.storedName(of: $0) }
        let missing = Set(try await files.missing(of: stored))
        return zip(names, stored).filter { missing.contains($1) }.map(\.0)
    }

    public func chunk(_ name: ChunkName) throws(ChunkStoreError) -> Chunk? {
        let stored = sealing.storedName(of: name)
        guard let bytes = try files.bytes(stored) else { return nil }
        guard let chunk = sealing.opened(bytes, named: name) else {
            throw ChunkStoreError(
                .damaged, "\(files.file(stored)) is damaged: it does not hold what its name says.")
        }
        return chunk
    }

    public func storedName(of name: ChunkName) -> ChunkName { sealing.storedName(of: name) }

    public func names() throws(ChunkStoreError) -> [ChunkName] { try files.names() }

    public func put(_ chunks: [Chunk]) throws(ChunkStoreError) {
        try files.put(try sealed(chunks))
    }

    /// Keeps chunks in the same way, but waits for another process without blocking a thread.
    public func put(_ chunks: [Chunk]) async throws(ChunkStoreError) {
        try await files.put(try sealed(chunks))
    }

    private func sealed(_ chunks: [Chunk]) throws(ChunkStoreError) -> [StoredChunk] {
        var stored: [StoredChunk] = []
        for chunk in chunks { stored.append(try sealing.sealed(chunk)) }
        return stored
    }

    public func remove(_ names: [ChunkName]) throws(ChunkStoreError) { try files.remove(names) }

    /// Removes chunks in the same way, but waits for another process without blocking a thread.
    public func remove(_ names: [ChunkName]) async throws(ChunkStoreError) {
        try await files.remove(names)
    }

    /// Removes chunks of a device, even within their lease: the contents are also elsewhere.
    public func drop(_ names: [ChunkName]) throws(ChunkStoreError) {
        try files.drop(names.map { sealing.storedName(of: $0) })
    }
}

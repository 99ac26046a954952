public import Documents

/// A store of chunks in a bucket of an S3-compatible object store.
///
/// It uses only single objects and listings, and no conditional requests, which Swift lacks.
public final class S3ChunkStore: ChunkStore {
    private let chunks: S3Chunks
    private let place: S3Place
    private let sealing: any ChunkSealing

    /// - Parameters:
    ///   - folder: the beginning of all keys, after the prefix of the place.
    ///   - sealing: seals chunks for the objects.
    public convenience init(
        _ bucket: S3Bucket, folder: String = "chunks", sealing: any ChunkSealing = PlainChunks()
    ) {
        self.init(S3Chunks(bucket, folder: folder), bucket.place, sealing: sealing)
    }

    init(_ chunks: S3Chunks, _ place: S3Place, sealing: any ChunkSealing = PlainChunks()) {
        self.chunks = chunks
        self.place = place
        self.sealing = sealing
    }

    public func missing(of names: [ChunkName]) async throws(ChunkStoreError) -> [ChunkName] {
        let stored = names.map { sealing.storedName(of: $0) }
        let missing = Set(try await chunks.missing(of: stored))
        return zip(names, stored).filter { missing.contains($1) }.map(\.0)
    }

    public func put(_ chunks: [Chunk]) async throws(ChunkStoreError) {
        _ = try await atOnce(chunks, width: S3Chunks.width) {
            chunk async throws(ChunkStoreError) in
            let stored = try self.sealing.sealed(chunk)
            do { _ = try await self.chunks.put(stored) } catch {
                throw error as? ChunkStoreError ?? ChunkStoreError(.unreachable, "\(error)")
            }
        }
    }

    public func chunk(_ name: ChunkName) async throws(ChunkStoreError) -> Chunk? {
        guard let bytes = try await chunks.bytes(sealing.storedName(of: name)) else { return nil }
        if let chunk = sealing.opened(bytes, named: name) { return chunk }
        throw ChunkStoreError(
            .damaged,
            "\(place) has other bytes in place of a part of a document: its data is most "
                + "likely damaged. Restore the bucket from a backup.")
    }

    public func chunks(_ names: [ChunkName]) async throws(ChunkStoreError) -> [Chunk?] {
        try await atOnce(names, width: S3Chunks.width) { name async throws(ChunkStoreError) in
            try await self.chunk(name)
        }
    }

    public func storedName(of name: ChunkName) -> ChunkName { sealing.storedName(of: name) }

    public func names() async throws(ChunkStoreError) -> [ChunkName] {
        try await chunks.names(after: nil, limit: .max)
    }

    public func remove(_ names: [ChunkName]) async throws(ChunkStoreError) {
        _ = try await chunks.remove(names)
    }
}

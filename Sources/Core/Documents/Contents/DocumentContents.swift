/// The contents of documents on this device, in chunks.
///
/// The manifest of a content is written after its chunks and removed before them. So a content
/// whose manifest is here is complete.
public struct DocumentContents: Sendable {
    /// The chunks of this device.
    public let chunks: any DeviceChunks
    private let cut: @Sendable ([UInt8]) -> [Range<Int>]

    /// - Parameter cut: cuts new contents. Existing contents stay as they are: their manifests name
    ///   the pieces.
    public init(
        _ chunks: any DeviceChunks, cut: @escaping @Sendable ([UInt8]) -> [Range<Int>]
    ) {
        self.chunks = chunks
        self.cut = cut
    }

    /// - Parameter seed: the seed for cutting new contents.
    public init(_ chunks: any DeviceChunks, seed: @escaping @Sendable () -> UInt64 = { 0 }) {
        self.init(chunks) { ContentChunker(seed: seed()).chunks(of: $0) }
    }

    /// Keeps a content, durably. Returns the name that versions use for it.
    public func keep(_ content: [UInt8]) throws(ChunkStoreError) -> ChunkName {
        let (pieces, manifest) = divided(content)
        try chunks.put(try chunks.missingOnes(of: pieces))
        try chunks.put([manifest])
        return manifest.name
    }

    /// Returns the name under which ``keep(_:)`` would keep a content.
    public func name(of content: [UInt8]) -> ChunkName { divided(content).manifest.name }

    private func divided(_ content: [UInt8]) -> (pieces: [Chunk], manifest: Chunk) {
        let pieces = cut(content).map { Chunk(Array(content[$0])) }
        let manifest = Manifest(
            pieces: pieces.map { Manifest.Piece(name: $0.name, length: $0.content.count) })
        return (pieces, Chunk(manifest.encoded))
    }

    /// Returns whether a content is on this device.
    public func contains(_ content: ChunkName) -> Bool { chunks.contains(content) }

    /// Returns a content; `nil` if it is not on this device.
    public func content(_ name: ChunkName) throws(ChunkStoreError) -> [UInt8]? {
        guard let manifest = try manifest(name) else { return nil }
        var content: [UInt8] = []
        content.reserveCapacity(manifest.length)
        for piece in manifest.pieces {
            guard let chunk = try chunks.chunk(piece.name) else {
                throw ChunkStoreError(
                    .damaged,
                    "A part of the document is missing in \(chunks.path). To see what is damaged: "
                        + "cloudy verify")
            }
            content += chunk.content
        }
        return content
    }

    /// Removes the damaged chunks of a content, so that they can be fetched again. Returns whether
    /// any were damaged.
    public func dropDamaged(of content: ChunkName) throws -> Bool {
        var bad: [ChunkName] = []
        if chunks.isDamaged(content) {
            bad = [content]
        } else if let manifest = try manifest(content) {
            bad = manifest.pieces.map(\.name).filter { chunks.isDamaged($0) || !contains($0) }
        }
        if bad.isEmpty { return false }
        try chunks.drop(bad + [content])
        return true
    }

    /// Notes that a content is used, so that it is dropped later than others when space is scarce.
    public func noteUse(of content: ChunkName) { chunks.touch(content) }

    /// Drops contents, the least recently used first, until the rest takes at most `room` bytes.
    /// Returns the number of bytes that are free then; 0 if the contents that must stay take more.
    ///
    /// - Parameters:
    ///   - versions: the contents that may be here, with their lengths.
    ///   - kept: returns the contents that must stay.
    public func makeRoom(
        _ room: Int, of versions: [(content: ChunkName, length: Int)],
        keeping kept: () throws -> Set<ChunkName>
    ) throws -> Int {
        var here = versions.compactMap { content, length in
            chunks.lastUse(of: content).map { (content, length, used: $0) }
        }
        var free = room - here.reduce(0) { $0 + $1.1 }
        if free >= 0 { return free }
        here.sort { $0.used > $1.used }
        let kept = try kept()
        var dropped: [ChunkName] = []
        while free < 0, let last = here.lastIndex(where: { !kept.contains($0.0) }) {
            let content = here.remove(at: last)
            free += content.1
            dropped.append(content.0)
        }
        try drop(dropped, keeping: kept.union(here.map(\.0)))
        return max(0, free)
    }

    /// Returns the total length in bytes of those of the contents that are here.
    public func length(of versions: [(content: ChunkName, length: Int)]) -> Int {
        versions.reduce(0) { $0 + (contains($1.content) ? $1.length : 0) }
    }

    /// Removes contents from this device, except the pieces that others share with them.
    public func drop(_ dropped: [ChunkName], keeping kept: Set<ChunkName>) throws {
        func pieces(of contents: some Sequence<ChunkName>) throws -> Set<ChunkName> {
            try contents.reduce(into: []) { pieces, content in
                try pieces.formUnion(manifest(content)?.pieces.map(\.name) ?? [])
            }
        }
        let free = try pieces(of: dropped).subtracting(pieces(of: kept))
        // Without its manifest, a content counts as missing, whatever pieces are here.
        try chunks.drop(dropped)
        try chunks.drop(Array(free))
    }

    /// Returns the manifest of a content; `nil` if it is not on this device.
    public func manifest(_ name: ChunkName) throws(ChunkStoreError) -> Manifest? {
        guard let chunk = try chunks.chunk(name) else { return nil }
        return try Manifest(chunk)
    }
}

extension Manifest {
    /// Reads the manifest in a chunk. Throws if the chunk is not a manifest.
    public init(_ chunk: Chunk) throws(ChunkStoreError) {
        guard let manifest = Manifest(encoded: chunk.content) else {
            throw ChunkStoreError(
                .damaged,
                "The document's list of parts is unreadable: a newer Cloudy wrote it. Update "
                    + "Cloudy.")
        }
        self = manifest
    }
}

extension DeviceChunks {
    /// Returns whether the bytes under a name are not its chunk.
    public func isDamaged(_ name: ChunkName) -> Bool {
        do throws(ChunkStoreError) {
            _ = try chunk(name)
            return false
        } catch {
            return error.code == .damaged
        }
    }

    /// Returns the chunks that are missing, each once.
    fileprivate func missingOnes(of some: [Chunk]) throws(ChunkStoreError) -> [Chunk] {
        var missing = Set(try missing(of: some.map(\.name)))
        return some.filter { missing.remove($0.name) != nil }
    }
}

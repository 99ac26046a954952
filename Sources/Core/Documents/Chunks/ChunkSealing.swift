/// What lies between a chunk and what a cloud keeps of it.
///
/// A cloud keeps bytes under a name. In an account that is not sealed both are those of the chunk;
/// in a sealed one they are made with its key, and tell the cloud nothing. Every store of a cloud
/// takes one of these. What a device keeps beside its replica is as it is.
public protocol ChunkSealing: Sendable {
    /// The name under which a cloud keeps a chunk: always the same, and no other chunk's.
    func storedName(of name: ChunkName) -> ChunkName
    /// What a cloud keeps of a chunk, of ``StoredChunk/longest`` bytes at most. The bytes may be
    /// others each time, and their number is always the same.
    func sealed(_ chunk: Chunk) throws(ChunkStoreError) -> StoredChunk
    /// The chunk in what a cloud gave for it; `nil` for bytes that are not that chunk.
    func opened(_ bytes: [UInt8], named name: ChunkName) -> Chunk?
}

/// What a cloud keeps of a chunk.
public struct StoredChunk: Sendable, Hashable {
    /// No store keeps more bytes under a name: a chunk, and the room for what seals it.
    public static let longest = Manifest.longestChunk + 16 << 10

    public var name: ChunkName
    public var bytes: [UInt8]

    public init(name: ChunkName, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// Leaves chunks as they are.
public struct PlainChunks: ChunkSealing {
    public init() {}

    public func storedName(of name: ChunkName) -> ChunkName { name }

    public func sealed(_ chunk: Chunk) -> StoredChunk {
        StoredChunk(name: chunk.name, bytes: chunk.content)
    }

    public func opened(_ bytes: [UInt8], named name: ChunkName) -> Chunk? {
        Chunk(bytes, named: name)
    }
}

/// Turns a chunk into the bytes that a cloud keeps of it, and back.
///
/// A cloud keeps bytes under a name. In an account that is not sealed both are those of the chunk;
/// in a sealed one they are made with its key, and tell the cloud nothing. Every store of a cloud
/// takes one of these. Beside its replica, a device keeps chunks as they are.
public protocol ChunkSealing: Sendable {
    /// The name under which a cloud keeps a chunk: always the same, and no other chunk's.
    func storedName(of name: ChunkName) -> ChunkName
    /// The bytes that a cloud keeps of a chunk, ``StoredChunk/longest`` at most. They may be others
    /// each time, and their number is always the same.
    func sealed(_ chunk: Chunk) throws(ChunkStoreError) -> StoredChunk
    /// The chunk in the bytes that a cloud gave for it; `nil` if they are not that chunk.
    func opened(_ bytes: [UInt8], named name: ChunkName) -> Chunk?
}

/// A chunk as a cloud keeps it.
public struct StoredChunk: Sendable, Hashable {
    /// No store keeps more bytes under a name: a chunk, and the room for its seal.
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

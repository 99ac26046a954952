/// Converts a chunk to the bytes that a cloud keeps, and back.
///
/// A cloud keeps bytes under a name. In an account without sealing, both are those of the chunk. In
/// a sealed account, both are made with its key and reveal nothing to the cloud. Every store of a
/// cloud has one of these. On a device, chunks are kept as they are.
public protocol ChunkSealing: Sendable {
    /// Returns the name under which a cloud keeps a chunk: always the same, and different for each
    /// chunk.
    func storedName(of name: ChunkName) -> ChunkName
    /// Returns the bytes that a cloud keeps of a chunk, at most ``StoredChunk/longest``. The bytes
    /// may differ each time, but not their number.
    func sealed(_ chunk: Chunk) throws(ChunkStoreError) -> StoredChunk
    /// Returns the number of bytes that a cloud keeps of a chunk with this length.
    func storedLength(of length: Int) -> Int
    /// Returns the chunk in the bytes from a cloud; `nil` if they are not that chunk.
    func opened(_ bytes: [UInt8], named name: ChunkName) -> Chunk?
}

/// A chunk in the form that a cloud keeps.
public struct StoredChunk: Sendable, Hashable {
    /// The most bytes that a store keeps under a name: a chunk, and the space for its seal.
    public static let longest = Manifest.longestChunk + 16 << 10

    public var name: ChunkName
    public var bytes: [UInt8]

    public init(name: ChunkName, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
    }
}

/// Keeps chunks unchanged, in an account without sealing.
public struct PlainChunks: ChunkSealing {
    public init() {}

    public func storedName(of name: ChunkName) -> ChunkName { name }

    public func sealed(_ chunk: Chunk) -> StoredChunk {
        StoredChunk(name: chunk.name, bytes: chunk.content)
    }

    public func storedLength(of length: Int) -> Int { length }

    public func opened(_ bytes: [UInt8], named name: ChunkName) -> Chunk? {
        Chunk(bytes, named: name)
    }
}

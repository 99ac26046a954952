/// The chunks of a device: files in production, memory in tests.
///
/// The promises of ``ChunkStore`` hold here, too, except for leases: a device may drop chunks at
/// any time, since others keep them.
public protocol DeviceChunks: Sendable {
    /// The folder of the chunks, for people.
    var path: String { get }
    /// Returns whether a chunk is there. Its lease stays as it is.
    func contains(_ name: ChunkName) -> Bool
    /// Returns when a chunk was last put or touched, in seconds since 1970; `nil` if it is not
    /// there.
    func lastUse(of name: ChunkName) -> Double?
    /// Notes that a chunk is used.
    func touch(_ name: ChunkName)
    /// Returns the names of the missing chunks, in their order. Renews the leases of the others.
    func missing(of names: [ChunkName]) throws(ChunkStoreError) -> [ChunkName]
    /// Returns the chunk with a name; `nil` if there is none.
    func chunk(_ name: ChunkName) throws(ChunkStoreError) -> Chunk?
    /// Returns the names of all chunks.
    func names() throws(ChunkStoreError) -> [ChunkName]
    /// Keeps some chunks, durably.
    func put(_ chunks: [Chunk]) throws(ChunkStoreError)
    /// Removes the chunks whose lease has ended.
    func remove(_ names: [ChunkName]) throws(ChunkStoreError)
    /// Removes chunks, even within their lease.
    func drop(_ names: [ChunkName]) throws(ChunkStoreError)
}

/// The chunks of a device: files in production, memory in tests.
///
/// The promises of ``ChunkStore`` hold here too, but for leases: a device may drop chunks at any
/// time, since others keep them.
public protocol DeviceChunks: Sendable {
    /// Where they are, for people.
    var path: String { get }
    /// Whether a chunk is there; its lease stays as it is.
    func contains(_ name: ChunkName) -> Bool
    /// When a chunk was put or touched last, in seconds since 1970; `nil` when it is not there.
    func lastUse(of name: ChunkName) -> Double?
    /// Notes that a chunk is used.
    func touch(_ name: ChunkName)
    /// The names that are missing, in their order. The leases of the others begin anew.
    func missing(of names: [ChunkName]) throws(ChunkStoreError) -> [ChunkName]
    /// The chunk of a name; `nil` when there is none.
    func chunk(_ name: ChunkName) throws(ChunkStoreError) -> Chunk?
    /// The names of all chunks.
    func names() throws(ChunkStoreError) -> [ChunkName]
    /// Keeps some chunks, durably.
    func put(_ chunks: [Chunk]) throws(ChunkStoreError)
    /// Removes the chunks whose lease has ended.
    func remove(_ names: [ChunkName]) throws(ChunkStoreError)
    /// Removes chunks whatever their lease says.
    func drop(_ names: [ChunkName]) throws(ChunkStoreError)
}

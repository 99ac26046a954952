public import Documents

/// The chunks that a server keeps for one store of an account, as the bearer of a token may use
/// them.
///
/// The server does not know whether bytes match their name: only the devices of a sealed account
/// can read its bytes. The first bytes under a name stay.
///
/// Each call may wait for a disk. Throws `CloudError`, and ``ContentsAreFull``.
public protocol ContentStore: Sendable {
    /// The names that are missing, in their order. For a token that may write, the leases of the
    /// others begin anew.
    func missing(of names: [ChunkName]) async throws -> [ChunkName]
    /// The bytes of a name; `nil` when there are none.
    func bytes(_ name: ChunkName) async throws -> [UInt8]?
    /// Up to `limit` names after `last`, in order; from the first if `last` is nil.
    func names(after last: ChunkName?, limit: Int) async throws -> [ChunkName]
    /// Keeps bytes, durably. Returns whether they are new.
    func put(_ chunk: StoredChunk) async throws -> Bool
    /// Removes the chunks of these names whose leases have ended. Returns how many there were.
    func remove(_ names: [ChunkName]) async throws -> Int
}

/// An account has as many bytes of contents as it may have.
public struct ContentsAreFull: Error {
    /// How many those are.
    public var limit: Int

    public init(limit: Int) { self.limit = limit }
}

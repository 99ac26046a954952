public import Documents
public import Replication

/// The chunks that a server keeps for one store of an account, with the rights of a token.
///
/// The server does not check that bytes match their name: only the devices of a sealed account can
/// read its bytes. The first bytes under a name stay.
///
/// Each call may wait for a disk. Throws `CloudError` and ``ContentsAreFull``.
public protocol ContentStore: Sendable {
    /// Returns the missing names, in their order. If the token may write, renews the leases of the
    /// others.
    func missing(of names: [ChunkName]) async throws -> [ChunkName]
    /// Returns the bytes under a name; `nil` if there are none.
    func bytes(_ name: ChunkName) async throws -> [UInt8]?
    /// Returns up to `limit` names after `last`, sorted; from the first if `last` is `nil`.
    func names(after last: ChunkName?, limit: Int) async throws -> [ChunkName]
    /// Keeps bytes, durably. Returns whether they are new.
    func put(_ chunk: StoredChunk) async throws -> Bool
    /// Removes the chunks with these names whose leases have ended. Returns the number of removed
    /// chunks.
    func remove(_ names: [ChunkName]) async throws -> Int
    /// Returns the space that the contents of the account take, and may take.
    func room() async throws -> Quota.ContentRoom
}

/// The error if an account already has the most bytes of contents that it may have.
public struct ContentsAreFull: Error {
    /// The limit, in bytes.
    public var limit: Int

    public init(limit: Int) { self.limit = limit }
}

public import Replication

/// A piece of a content, under the name that the content gives it.
public struct Chunk: Sendable, Hashable {
    public let name: ChunkName
    public let content: [UInt8]

    /// A chunk with its right name.
    public init(_ content: [UInt8]) {
        name = ChunkName(of: content)
        self.content = content
    }

    /// The content that a store has under a name; `nil` for bytes that do not have this name.
    public init?(_ content: [UInt8], named name: ChunkName) {
        self.init(content)
        if self.name != name { return nil }
    }
}

/// Where chunks are kept: beside a replica, or in a cloud.
///
/// Chunks never change: a caller with a name may ask any store for it, and check the bytes it gets.
/// Every store gives these promises, and one suite of tests holds them to it:
///
/// - A chunk that ``put(_:)`` has taken is there, whole, after any crash.
/// - ``missing(of:)`` renews the lease of each chunk that it does not name: for 30 days, nothing
///   collects it. So an upload may skip chunks that are there.
/// - Two callers that put the same chunk at once disturb no other.
///
/// A store of a cloud keeps chunks as its ``ChunkSealing`` makes them. Callers name chunks by their
/// content; only ``names()`` and ``remove(_:)`` speak of stored names, as the cloud knows them. To
/// compare those with chunks, ask ``storedName(of:)`` for each.
public protocol ChunkStore: Sendable {
    /// The names that are missing, in their order.
    func missing(of names: [ChunkName]) async throws(ChunkStoreError) -> [ChunkName]
    /// Keeps some chunks. If it throws, any of them may be there.
    func put(_ chunks: [Chunk]) async throws(ChunkStoreError)
    /// The chunk of a name; `nil` when there is none. Throws ``ChunkStoreError/Code/damaged`` for
    /// bytes that do not have this name.
    func chunk(_ name: ChunkName) async throws(ChunkStoreError) -> Chunk?
    /// The chunks of some names, in their order, as ``chunk(_:)`` gives each.
    func chunks(_ names: [ChunkName]) async throws(ChunkStoreError) -> [Chunk?]
    /// The name under which the store keeps a chunk.
    func storedName(of name: ChunkName) -> ChunkName
    /// The stored names of all chunks.
    func names() async throws(ChunkStoreError) -> [ChunkName]
    /// Removes the chunks with these stored names whose lease has ended.
    func remove(_ names: [ChunkName]) async throws(ChunkStoreError)
    /// The same chunks, where they are on this machine; `nil` where a network leads to them.
    var chunksHere: (any DeviceChunks)? { get }
}

extension ChunkStore {
    public var chunksHere: (any DeviceChunks)? { nil }

    public func chunks(_ names: [ChunkName]) async throws(ChunkStoreError) -> [Chunk?] {
        var chunks: [Chunk?] = []
        for name in names { chunks.append(try await chunk(name)) }
        return chunks
    }
}

/// Why a request to a store of chunks failed.
public struct ChunkStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable, Hashable {
        /// There is no way to it at present.
        case unreachable
        /// There is no room.
        case full
        /// It may not be read, or written.
        case notAllowed
        /// The content under a name is something else.
        case damaged
        /// The cloud keeps no contents, only records.
        case absent
    }

    public var code: Code
    /// A sentence for the person.
    public var description: String

    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

extension ChunkStoreError {
    /// The meaning of a failure of a cloud for the chunks.
    public init(_ error: CloudError) {
        switch error.code {
        case .notAllowed: self.init(.notAllowed, error.message)
        default: self.init(error.lacksRoom ? .full : .unreachable, error.message)
        }
    }
}

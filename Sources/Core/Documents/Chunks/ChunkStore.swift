public import Replication

/// A piece of a content, under a name that is derived from it.
public struct Chunk: Sendable, Hashable {
    public let name: ChunkName
    public let content: [UInt8]

    /// Makes a chunk, and computes its name.
    public init(_ content: [UInt8]) {
        name = ChunkName(of: content)
        self.content = content
    }

    /// Makes a chunk from the bytes that a store keeps under a name; `nil` if that is not their
    /// name.
    public init?(_ content: [UInt8], named name: ChunkName) {
        self.init(content)
        if self.name != name { return nil }
    }
}

/// A place that keeps chunks: on a device, or in a cloud.
///
/// Chunks never change: a caller with a name may ask any store for the chunk, and check the bytes.
/// Every store keeps these promises, which one suite of tests checks:
///
/// - After ``put(_:)`` returns, the chunk is there, whole, even after a crash.
/// - ``missing(of:)`` renews the lease of each chunk that is there: for 30 days, no collection
///   removes the chunk. So an upload may skip it.
/// - Two callers may put the same chunk at the same time.
///
/// A store of a cloud keeps chunks in the form that its ``ChunkSealing`` makes. Callers use the
/// names of contents; only ``names()`` and ``remove(_:)`` use the stored names, as the cloud knows
/// them. To compare these with chunks, call ``storedName(of:)`` for each.
public protocol ChunkStore: Sendable {
    /// Returns the names of the missing chunks, in their order.
    func missing(of names: [ChunkName]) async throws(ChunkStoreError) -> [ChunkName]
    /// Keeps some chunks. If this throws, it may have kept any of them.
    func put(_ chunks: [Chunk]) async throws(ChunkStoreError)
    /// Returns the chunk with a name; `nil` if there is none. Throws
    /// ``ChunkStoreError/Code/damaged`` if the bytes do not have this name.
    func chunk(_ name: ChunkName) async throws(ChunkStoreError) -> Chunk?
    /// Returns the chunks with some names, in their order, each like ``chunk(_:)``.
    func chunks(_ names: [ChunkName]) async throws(ChunkStoreError) -> [Chunk?]
    /// Returns the name under which the store keeps a chunk.
    func storedName(of name: ChunkName) -> ChunkName
    /// Returns the stored names of all chunks.
    func names() async throws(ChunkStoreError) -> [ChunkName]
    /// Removes the chunks with these stored names whose lease has ended.
    func remove(_ names: [ChunkName]) async throws(ChunkStoreError)
    /// Throws ``ChunkStoreError/Code/full`` if the store knows that chunks with these lengths do
    /// not fit. It need not know: ``put(_:)`` decides.
    func requireSpace(for lengths: [Int]) async throws(ChunkStoreError)
    /// The same chunks, if they are on this machine; `nil` if they are behind a network.
    var chunksHere: (any DeviceChunks)? { get }
}

extension ChunkStore {
    public var chunksHere: (any DeviceChunks)? { nil }

    public func requireSpace(for lengths: [Int]) async throws(ChunkStoreError) {}

    public func chunks(_ names: [ChunkName]) async throws(ChunkStoreError) -> [Chunk?] {
        var chunks: [Chunk?] = []
        for name in names { chunks.append(try await chunk(name)) }
        return chunks
    }
}

/// The reason why a request to a store of chunks failed.
public struct ChunkStoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: Sendable, Hashable {
        /// The store cannot be reached at present.
        case unreachable
        /// There is no space.
        case full
        /// The store may not be read or written.
        case notAllowed
        /// The bytes under a name are not its content.
        case damaged
        /// The cloud keeps no contents, only records.
        case absent
    }

    public var code: Code
    /// The failure, in a sentence for a person.
    public var description: String
    /// Whether a disk of this machine is full, not one of a server. The code is then
    /// ``Code/full``.
    public var isFullHere = false

    public init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}

extension ChunkStoreError {
    /// Words in the description of each error ``Code/absent``. Waiting for such a cloud is no
    /// failure, and only these words are kept of the error.
    public static let wordsOfAbsence = "keeps no contents of documents"

    /// Makes the error of a cloud that keeps no contents, only records.
    public static func absent(from cloud: String) -> ChunkStoreError {
        ChunkStoreError(
            .absent, "\(cloud) \(wordsOfAbsence): they stay on the devices that have them.")
    }

    /// Makes the error of a chunk store from an error of a cloud.
    public init(_ error: CloudError) {
        switch error.code {
        case .notAllowed: self.init(.notAllowed, error.message)
        default: self.init(error.lacksRoom ? .full : .unreachable, error.message)
        }
        isFullHere = code == .full && error.isFullHere
    }
}

/// A page of the names of the chunks that a cloud keeps.
public struct ChunkNamesMessage: Codable, Sendable {
    public var names: [String]
    /// Whether more names follow.
    public var more: Bool

    public init(names: [String], more: Bool) {
        self.names = names
        self.more = more
    }
}

/// The requested names that a cloud does not have.
public struct MissingChunksMessage: Codable, Sendable {
    public var missing: [String]

    public init(missing: [String]) { self.missing = missing }
}

/// The number of chunks that were removed. The others are not there, or their lease has not ended.
public struct RemovedChunksMessage: Codable, Sendable {
    public var removed: Int

    public init(removed: Int) { self.removed = removed }
}

/// Constants of the calls for chunks that client and server share.
public enum ChunkCalls {
    /// The most names of chunks in one call.
    public static let mostNames = 4096
    /// The error code of a server that keeps no contents of documents.
    public static let absent = "noDocuments"
    /// The error code for a chunk that does not exist.
    public static let missing = "noChunk"
    /// The error code for an account that is full.
    public static let full = "quota"
}

/// A page of the names of the chunks that a cloud keeps.
public struct ChunkNamesMessage: Codable, Sendable {
    public var names: [String]
    /// Whether more follow.
    public var more: Bool

    public init(names: [String], more: Bool) {
        self.names = names
        self.more = more
    }
}

/// The names, of those that were asked for, that a cloud does not have.
public struct MissingChunksMessage: Codable, Sendable {
    public var missing: [String]

    public init(missing: [String]) { self.missing = missing }
}

/// How many chunks were removed: the others are not there, or their lease has not ended.
public struct RemovedChunksMessage: Codable, Sendable {
    public var removed: Int

    public init(removed: Int) { self.removed = removed }
}

/// Facts about the calls for chunks that client and server share.
public enum ChunkCalls {
    /// One call names no more chunks.
    public static let mostNames = 4096
    /// The code of the error of a server that keeps no contents of documents.
    public static let absent = "noDocuments"
    /// The code of the error for a chunk that is not there.
    public static let missing = "noChunk"
    /// The code of the error for an account that has no more room.
    public static let full = "quota"
}

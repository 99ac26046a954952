/// The notes of a device on the contents of documents, beside the records that name them.
public protocol ContentLedger: Sendable {
    /// The contents that any version names, also of deleted documents.
    func named() throws -> [ChunkName]
    /// The contents that documents show which are not deleted, each with its length, the latest
    /// first.
    func shown() throws -> [(content: ChunkName, length: Int)]
    /// The contents of versions that are not known to be in the cloud, those that show first.
    func unsent() throws -> [(content: ChunkName, length: Int)]
    /// Notes that the cloud has a content that this device has, too.
    func noteSent(_ content: ChunkName) throws
    /// Forgets which contents the cloud has: all are asked for again before they count as sent.
    func forgetSent() throws
    /// The contents that a person dropped from this device.
    func dropped() throws -> Set<ChunkName>
    /// Notes that a person dropped some.
    func noteDropped(_ contents: [ChunkName]) throws
    /// Notes that one is here again.
    func noteFetched(_ content: ChunkName) throws
}

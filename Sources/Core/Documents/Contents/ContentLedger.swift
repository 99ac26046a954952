/// The notes of a device on the contents of documents, beside the records that name them.
public protocol ContentLedger: Sendable {
    /// Returns the contents that any version names, including those of deleted documents.
    func named() throws -> [ChunkName]
    /// Returns the shown contents of documents that are not deleted, each with its length, the
    /// latest first.
    func shown() throws -> [(content: ChunkName, length: Int)]
    /// Returns the contents of versions that are not known to be in the cloud, the shown ones
    /// first.
    func unsent() throws -> [(content: ChunkName, length: Int)]
    /// Returns the contents that the versions in unsent records name.
    func namedByUnsentRecords() throws -> [ChunkName]
    /// Notes that the cloud has a content that this device has, too.
    func noteSent(_ content: ChunkName) throws
    /// Discards the notes of what the cloud has: it is asked again before any content counts as
    /// sent.
    func forgetSent() throws
    /// Returns the contents that a person dropped from this device.
    func dropped() throws -> Set<ChunkName>
    /// Notes that a person dropped some contents.
    func noteDropped(_ contents: [ChunkName]) throws
    /// Notes that a dropped content is here again.
    func noteFetched(_ content: ChunkName) throws
}

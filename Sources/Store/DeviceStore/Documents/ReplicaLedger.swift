public import Documents
public import ReplicaFile

/// The notes of a device about contents, in the tables of its replica.
struct ReplicaLedger: ContentLedger {
    private let replica: ReplicaFile
    /// A name that distinguishes the cloud from others that the device used.
    private let cloud: String

    init(_ replica: ReplicaFile, _ cloud: String) {
        self.replica = replica
        self.cloud = cloud
    }

    func named() throws -> [ChunkName] { try DocumentTable.contents(in: replica) }

    func shown() throws -> [(content: ChunkName, length: Int)] {
        try DocumentTable.heads(in: replica)
    }

    func unsent() throws -> [(content: ChunkName, length: Int)] {
        try SentContents.unsent(cloud, in: replica)
    }

    func namedByUnsentRecords() throws -> [ChunkName] {
        try DocumentTable.contentsOfUnsentRecords(in: replica)
    }

    func noteSent(_ content: ChunkName) throws {
        try SentContents.add(content, cloud, in: replica)
    }

    func forgetSent() throws { try SentContents.forget(cloud, in: replica) }

    func dropped() throws -> Set<ChunkName> { try DroppedContents.names(in: replica) }

    func noteDropped(_ contents: [ChunkName]) throws {
        try DroppedContents.add(contents, in: replica)
    }

    func noteFetched(_ content: ChunkName) throws {
        try DroppedContents.remove(content, in: replica)
    }
}

extension ContentCollection {
    /// Collects the contents on a device that no document of its replica names.
    public init(
        _ contents: DocumentContents, _ replica: ReplicaFile, cloud: (any ChunkStore)?
    ) {
        self.init(contents, cloud: cloud) { try DocumentTable.contents(in: replica) }
    }
}

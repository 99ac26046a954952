public import Documents
import LocalCloud
public import ReplicaFile
import SQLite

/// Removes the chunks that nothing names any more, from this device and from the cloud.
///
/// A chunk is named by the versions of a document, also of a deleted one that can come back, and by
/// the steps of undo. Only a device that has just synced may collect, since it must know what
/// others wrote. What they write meanwhile is safe: an upload renews the lease of each chunk that
/// it skips, and nothing is removed within its lease.
public struct ContentCollection: Sendable {
    private let contents: DocumentContents
    private let replica: ReplicaFile
    private let cloud: (any ChunkStore)?

    public init(
        _ contents: DocumentContents, _ replica: ReplicaFile, cloud: (any ChunkStore)?
    ) {
        self.contents = contents
        self.replica = replica
        self.cloud = cloud
    }

    /// Removes what nothing names.
    ///
    /// Throws, and removes nothing, where it cannot be told what a version is made of.
    ///
    /// - Parameter others: the contents that no version names, and something else does.
    /// - Returns: the stored names of all that the cloud had; `nil` where that is not known.
    @discardableResult
    public func run(keeping others: Set<ChunkName>) async throws -> Set<ChunkName>? {
        let versions = try replica.withReader { database in
            try database.query("SELECT DISTINCT content FROM document_versions") {
                ChunkName($0.text(0))
            }.compactMap(\.self)
        }
        var named: Set<ChunkName> = []
        for content in others.union(versions) {
            named.insert(content)
            // Of a content that nobody has sent yet, parts may be there, within their lease.
            guard let manifest = try await manifest(of: content) else { continue }
            named.formUnion(manifest.pieces.map(\.name))
        }
        try contents.chunks.remove(try contents.chunks.names().filter { !named.contains($0) })
        guard let cloud else { return nil }
        // What is there under another name is of another key, or from before the account had one.
        let stored = Set(named.map { cloud.storedName(of: $0) })
        guard let all = try await present({ try await cloud.names() }) else { return nil }
        try await cloud.remove(all.filter { !stored.contains($0) })
        return Set(all)
    }

    private func manifest(of content: ChunkName) async throws -> Manifest? {
        if let manifest = try contents.manifest(content) { return manifest }
        guard let cloud else { return nil }
        let chunk = try await present { try await cloud.chunk(content) }
        return try chunk?.map { try Manifest($0) }
    }

    /// What a cloud says; `nil` from one that keeps no contents.
    private func present<Value>(_ call: () async throws -> Value) async throws -> Value? {
        do {
            return try await call()
        } catch let error as ChunkStoreError where error.code == .absent {
            return nil
        }
    }
}

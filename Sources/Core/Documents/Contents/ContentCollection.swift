/// Removes the chunks that are no longer named, from this device and from the cloud.
///
/// The versions of a document name chunks, even those of a deleted document, which can come back.
/// So do the steps of undo. Only a device that has just synced may collect, since it must know the
/// changes of others. Their later writes are safe: an upload renews the lease of each chunk that it
/// skips, and nothing is removed during its lease.
public struct ContentCollection: Sendable {
    private let contents: DocumentContents
    private let cloud: (any ChunkStore)?
    private let versions: @Sendable () throws -> [ChunkName]

    /// - Parameter versions: the contents that any version names, including those of deleted
    ///   documents.
    public init(
        _ contents: DocumentContents, cloud: (any ChunkStore)?,
        versions: @escaping @Sendable () throws -> [ChunkName]
    ) {
        self.contents = contents
        self.cloud = cloud
        self.versions = versions
    }

    /// Removes the chunks that are not named.
    ///
    /// Throws, and removes nothing, if the chunks of a version are unknown.
    ///
    /// - Parameters:
    ///   - others: returns further contents to keep, which no version names. It is called after
    ///     the versions are read, so that a content which leaves the versions for the undo journal
    ///     meanwhile is kept.
    ///   - isCurrent: whether the device still knows the changes of others. It is called again
    ///     before anything is removed: the machine may have slept for weeks.
    /// - Returns: the stored names of all chunks that the cloud had; `nil` if that is unknown.
    @discardableResult
    public func run(
        keeping others: () throws -> Set<ChunkName>, while isCurrent: () -> Bool = { true }
    ) async throws -> Set<ChunkName>? {
        let versions = try versions()
        var named: Set<ChunkName> = []
        for content in try others().union(versions).sorted() {
            named.insert(content)
            // A content not sent yet may have some parts there, which are within their lease.
            guard let manifest = try await manifest(of: content) else { continue }
            named.formUnion(manifest.pieces.map(\.name))
        }
        guard isCurrent() else { return nil }
        try contents.chunks.remove(try contents.chunks.names().filter { !named.contains($0) })
        guard let cloud else { return nil }
        // Chunks with other names belong to another key, or to the time before the account had one.
        let stored = Set(named.map { cloud.storedName(of: $0) })
        guard let all = try await present({ try await cloud.names() }), isCurrent() else {
            return nil
        }
        try await cloud.remove(all.filter { !stored.contains($0) })
        return Set(all)
    }

    private func manifest(of content: ChunkName) async throws -> Manifest? {
        if let manifest = try contents.manifest(content) { return manifest }
        guard let cloud else { return nil }
        let chunk = try await present { try await cloud.chunk(content) }
        return try chunk?.map { try Manifest($0) }
    }

    /// Returns the answer of a cloud; `nil` if the cloud keeps no contents.
    private func present<Value>(_ call: () async throws -> Value) async throws -> Value? {
        do {
            return try await call()
        } catch let error as ChunkStoreError where error.code == .absent {
            return nil
        }
    }
}

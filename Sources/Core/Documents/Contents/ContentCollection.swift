/// Removes the chunks that nothing names any more, from this device and from the cloud.
///
/// A chunk is named by the versions of a document, also of a deleted one that can come back, and by
/// the steps of undo. Only a device that has just synced may collect, since it must know what
/// others wrote. Their later writes are safe: an upload renews the lease of each chunk that it
/// skips, and nothing is removed within its lease.
public struct ContentCollection: Sendable {
    private let contents: DocumentContents
    private let cloud: (any ChunkStore)?
    private let versions: @Sendable () throws -> [ChunkName]

    /// - Parameter versions: the contents that any version names, also of deleted documents.
    public init(
        _ contents: DocumentContents, cloud: (any ChunkStore)?,
        versions: @escaping @Sendable () throws -> [ChunkName]
    ) {
        self.contents = contents
        self.cloud = cloud
        self.versions = versions
    }

    /// Removes the chunks that nothing names.
    ///
    /// Throws, and removes nothing, if the chunks of a version are unknown.
    ///
    /// - Parameters:
    ///   - others: the contents that no version names, and something else does.
    ///   - isCurrent: whether the device still knows what others wrote. It is asked again before
    ///     anything is removed: the machine may have slept for weeks.
    /// - Returns: the stored names of all that the cloud had; `nil` where that is not known.
    @discardableResult
    public func run(
        keeping others: Set<ChunkName>, while isCurrent: () -> Bool = { true }
    ) async throws -> Set<ChunkName>? {
        let versions = try versions()
        var named: Set<ChunkName> = []
        for content in others.union(versions).sorted() {
            named.insert(content)
            // Of a content not yet sent, parts may be there, within their lease.
            guard let manifest = try await manifest(of: content) else { continue }
            named.formUnion(manifest.pieces.map(\.name))
        }
        guard isCurrent() else { return nil }
        try contents.chunks.remove(try contents.chunks.names().filter { !named.contains($0) })
        guard let cloud else { return nil }
        // Chunks under other names are of another key, or from before the account had one.
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

    /// The answer of a cloud; `nil` from one that keeps no contents.
    private func present<Value>(_ call: () async throws -> Value) async throws -> Value? {
        do {
            return try await call()
        } catch let error as ChunkStoreError where error.code == .absent {
            return nil
        }
    }
}

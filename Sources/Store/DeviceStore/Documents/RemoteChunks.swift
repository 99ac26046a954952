public import Documents

/// The contents of documents at a cloud behind a network.
public struct RemoteChunks: Sendable {
    public var store: any ChunkStore
    /// The id of the key that seals them; `nil` without one.
    public var key: String?

    public init(store: any ChunkStore, key: String?) {
        self.store = store
        self.key = key
    }
}

extension RemoteCloud {
    /// Makes the connection to a cloud for the contents of one of its stores; the device's own has
    /// no identifier.
    public typealias ChunkConnector =
        @Sendable (_ cloud: RemoteCloud, _ store: String?) throws -> RemoteChunks

    /// The seed that decides where contents are cut: in a sealed account, only its key knows it.
    public var cutSeed: UInt64 { (try? sealingKey())?.cutSeed ?? 0 }
}

extension SealingKeyFile {
    /// It is made from the secret for names, which stays when the key is replaced.
    var cutSeed: UInt64 {
        let hash = ChunkName(of: Array("cloudy cuts 1 ".utf8) + names).description
        return UInt64(hash.prefix(16), radix: 16) ?? 0
    }
}

extension DeviceStore {
    /// Identifies the cloud that contents were sent to: another incarnation may lack them, and
    /// under another key they have other names. `nil` before the device knows its server.
    ///
    /// - Parameter key: the id of the key that seals them.
    public func contentsName(key: String?) throws -> String? {
        // A local cloud that was deleted is another one when it is there again.
        if location.remote == nil { return "\(try cloudEpoch() ?? "-") local" }
        return try cloudEpoch().map { "\($0) \(key ?? "-")" }
    }
}

/// A chunk store that keeps no contents.
public struct NoChunks: ChunkStore {
    /// What each call throws.
    public let error: ChunkStoreError

    /// - Parameter cloud: the name of the cloud in messages.
    public init(cloud: String = "The cloud") {
        error = ChunkStoreError(
            .absent,
            "\(cloud) keeps no contents of documents: they stay on the devices that have them.")
    }

    /// A cloud whose contents cannot be reached, for the reason given.
    public init(unreachable reason: String) {
        error = ChunkStoreError(.unreachable, reason)
    }

    public func missing(of names: [ChunkName]) throws(ChunkStoreError) -> [ChunkName] {
        throw error
    }

    public func put(_ chunks: [Chunk]) throws(ChunkStoreError) { throw error }

    public func chunk(_ name: ChunkName) throws(ChunkStoreError) -> Chunk? { throw error }

    public func storedName(of name: ChunkName) -> ChunkName { name }

    public func names() throws(ChunkStoreError) -> [ChunkName] { throw error }

    public func remove(_ names: [ChunkName]) throws(ChunkStoreError) { throw error }
}

public import Documents

/// The contents of documents in a cloud behind a network.
public struct RemoteChunks: Sendable {
    public var store: any ChunkStore
    /// The id of the key that seals the contents; `nil` without a key.
    public var key: String?

    public init(store: any ChunkStore, key: String?) {
        self.store = store
        self.key = key
    }
}

extension RemoteCloud {
    /// Connects to the contents of one of a cloud's stores; `nil` means the device's own store.
    public typealias ChunkConnector =
        @Sendable (_ cloud: RemoteCloud, _ store: String?) throws -> RemoteChunks

    /// The seed that decides where contents are cut. In a sealed account, only the key knows it.
    public var cutSeed: UInt64 { (try? sealingKey())?.cutSeed ?? 0 }
}

extension SealingKeyFile {
    /// The seed is derived from the secret for names, which stays when the key is replaced.
    var cutSeed: UInt64 {
        let hash = ChunkName(of: Array("cloudy cuts 1 ".utf8) + names).description
        return UInt64(hash.prefix(16), radix: 16) ?? 0
    }
}

extension DeviceStore {
    /// Returns a name for the cloud that contents were sent to: another epoch of the cloud may lack
    /// them, and under another key they have other names. `nil` before the device knows its server.
    ///
    /// - Parameter key: the id of the key that seals the contents.
    public func contentsName(key: String?) throws -> String? {
        // A local cloud that was deleted and created again counts as another one.
        if location.remote == nil { return "\(try cloudEpoch() ?? "-") local" }
        return try cloudEpoch().map { "\($0) \(key ?? "-")" }
    }
}

/// A chunk store without contents. Each call throws the same error.
public struct NoChunks: ChunkStore {
    /// The error that each call throws.
    public let error: ChunkStoreError

    /// - Parameter cloud: the name of the cloud in messages.
    public init(cloud: String = "The cloud") {
        error = .absent(from: cloud)
    }

    /// Makes a store for contents that cannot be reached, for the reason given.
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

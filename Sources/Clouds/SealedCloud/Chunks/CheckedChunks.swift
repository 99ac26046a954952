public import Documents
import Replication
import Synchronization

/// The chunks of an account. Before anything is sent or requested, and again during a transfer,
/// this checks that the account is sealed as this device expects, or is not sealed.
///
/// Without this check, a device without a key would send contents in plain text to an account that
/// another device has sealed.
public final class CheckedChunks: ChunkStore {
    private let inner: any ChunkStore
    private let account: SealedAccount
    private let secret: SealingSecret?
    private let checked = Mutex<ContinuousClock.Instant?>(nil)

    /// The time for which a check is valid.
    private static let lasting = Duration.seconds(10)

    /// - Parameters:
    ///   - inner: the store of chunks, which seals them with the secret.
    ///   - secret: the secret of this device; `nil` without a key.
    public init(
        _ inner: any ChunkStore, account: SealedAccount, secret: SealingSecret?
    ) {
        self.inner = inner
        self.account = account
        self.secret = secret
    }

    private func check() async throws(ChunkStoreError) {
        if checked.withLock({ $0.map { .now - $0 < Self.lasting } ?? false }) { return }
        do throws(CloudError) { try await account.requireSealing(with: secret) } catch {
            throw ChunkStoreError(error)
        }
        checked.withLock { $0 = .now }
    }

    /// Begins a transfer, with a new check.
    public func missing(of names: [ChunkName]) async throws(ChunkStoreError) -> [ChunkName] {
        checked.withLock { $0 = nil }
        try await check()
        return try await inner.missing(of: names)
    }

    public func requireSpace(for lengths: [Int]) async throws(ChunkStoreError) {
        try await check()
        try await inner.requireSpace(for: lengths)
    }

    public func put(_ chunks: [Chunk]) async throws(ChunkStoreError) {
        try await check()
        try await inner.put(chunks)
    }

    public func chunk(_ name: ChunkName) async throws(ChunkStoreError) -> Chunk? {
        try await check()
        return try await inner.chunk(name)
    }

    public func chunks(_ names: [ChunkName]) async throws(ChunkStoreError) -> [Chunk?] {
        try await check()
        return try await inner.chunks(names)
    }

    public func storedName(of name: ChunkName) -> ChunkName { inner.storedName(of: name) }

    public func names() async throws(ChunkStoreError) -> [ChunkName] {
        try await check()
        return try await inner.names()
    }

    public func remove(_ names: [ChunkName]) async throws(ChunkStoreError) {
        try await check()
        try await inner.remove(names)
    }
}

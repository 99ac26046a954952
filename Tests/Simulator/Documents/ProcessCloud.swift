import Documents

/// The chunks of the cloud, as a process reaches them. Each call waits twice for the world: before
/// it arrives, and before its reply does.
struct ProcessCloud: ChunkStore {
    let cloud: ModelChunks
    let process: ModelProcess
    let turns: Turns
    let variant: DocumentVariant?

    private static let unreachable = ChunkStoreError(.unreachable, "The network is down.")

    private func travel() async throws(ChunkStoreError) -> Turns.Fate {
        try process.check()
        let fate = await turns.pause(process.number)
        try process.check()
        if fate == .lost { throw Self.unreachable }
        return fate
    }

    /// A request arrives soon or never, since a machine that slept has lost its connection. Its
    /// reply may be read weeks later.
    private func arrive() async throws(ChunkStoreError) -> Turns.Fate {
        let start = cloud.now()
        let fate = try await travel()
        if cloud.now() - start > Self.longestRequest { throw Self.unreachable }
        return fate
    }

    private static let longestRequest: Int64 = 24 * 3_600_000

    func missing(of names: [ChunkName]) async throws(ChunkStoreError) -> [ChunkName] {
        _ = try await arrive()
        let missing = cloud.missing(of: names, isRenewing: variant != .askingRenewsNothing)
        _ = try await travel()
        let absent = Set(missing)
        cloud.note(names.filter { !absent.contains($0) }, knownBy: process.device)
        return missing
    }

    func put(_ chunks: [Chunk]) async throws(ChunkStoreError) {
        if chunks.isEmpty { return }
        // Of several chunks, only some may arrive.
        for chunk in chunks {
            if try await arrive() == .full { throw ChunkStoreError(.full, "The cloud is full.") }
            cloud.put([chunk], by: process.device)
        }
        _ = try await travel()
        cloud.note(chunks.map(\.name), knownBy: process.device)
    }

    func chunk(_ name: ChunkName) async throws(ChunkStoreError) -> Chunk? {
        _ = try await arrive()
        let chunk = cloud.chunk(name)
        if try await travel() == .wrong {
            throw ChunkStoreError(.damaged, "These are other bytes.")
        }
        cloud.note([name], knownBy: process.device)
        return chunk
    }

    func chunks(_ names: [ChunkName]) async throws(ChunkStoreError) -> [Chunk?] {
        if names.isEmpty { return [] }
        _ = try await arrive()
        let chunks = names.map { cloud.chunk($0) }
        if try await travel() == .wrong {
            throw ChunkStoreError(.damaged, "These are other bytes.")
        }
        cloud.note(names, knownBy: process.device)
        return chunks
    }

    func storedName(of name: ChunkName) -> ChunkName { name }

    func names() async throws(ChunkStoreError) -> [ChunkName] {
        _ = try await arrive()
        let before = cloud.list()
        let names = cloud.names
        return try await travel() == .stale ? before : names
    }

    func remove(_ names: [ChunkName]) async throws(ChunkStoreError) {
        _ = try await arrive()
        cloud.remove(names, lease: variant == .noLeases ? 0 : ModelChunks.lease)
        _ = try await travel()
    }
}

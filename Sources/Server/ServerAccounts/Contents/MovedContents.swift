import CloudServer
import Documents
import Replication

/// The contents of a store whose server now keeps them at another place: new contents go there, and
/// earlier ones stay at the old place.
///
/// Devices have sent the earlier ones, and do not send them again.
struct MovedContents: ContentStore {
    let new: any ContentStore
    let old: any ContentStore

    func missing(of names: [ChunkName]) async throws -> [ChunkName] {
        let missing = try await new.missing(of: names)
        return missing.isEmpty ? [] : try await old.missing(of: missing)
    }

    func bytes(_ name: ChunkName) async throws -> [UInt8]? {
        if let bytes = try await new.bytes(name) { return bytes }
        return try await old.bytes(name)
    }

    func names(after last: ChunkName?, limit: Int) async throws -> [ChunkName] {
        let there = try await new.names(after: last, limit: limit)
        let here = try await old.names(after: last, limit: limit)
        return Array(Set(there + here).sorted().prefix(limit))
    }

    /// The limit counts only what is at the new place.
    func room() async throws -> Quota.ContentRoom { try await new.room() }

    func put(_ chunk: StoredChunk) async throws -> Bool { try await new.put(chunk) }

    func remove(_ names: [ChunkName]) async throws -> Int {
        let removed = try await new.remove(names)
        return try await removed + old.remove(names)
    }
}

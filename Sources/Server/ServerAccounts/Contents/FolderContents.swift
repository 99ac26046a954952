import CloudServer
import Documents
import LocalCloud
import Replication

/// The contents of a store's documents in a folder of the server.
struct FolderContents: ContentStore {
    let files: ChunkFiles
    let usage: ContentUsage
    let limit: Int
    /// Whether the token may only read. Then no lease is renewed.
    let isReadOnly: Bool
    /// Makes the folder if it does not exist, and throws if that is not allowed.
    let make: @Sendable () async throws -> Void
    /// Throws if the caller may no longer change anything.
    let permit: ChunkFiles.Permit

    func missing(of names: [ChunkName]) async throws -> [ChunkName] {
        if isReadOnly { return names.filter { !files.contains($0) } }
        return try await convertingErrors { () async throws(ChunkStoreError) in
            try await files.missing(of: names, permit: permit)
        }
    }

    func bytes(_ name: ChunkName) async throws -> [UInt8]? {
        do throws(ChunkStoreError) { return try files.bytes(name) } catch {
            // Devices detect damaged contents themselves, and report them.
            if error.code == .damaged { return [] }
            throw Self.cloudError(error)
        }
    }

    func names(after last: ChunkName?, limit: Int) async throws -> [ChunkName] {
        do throws(ChunkStoreError) { return try files.names(after: last, limit: limit) } catch {
            throw Self.cloudError(error)
        }
    }

    func put(_ chunk: StoredChunk) async throws -> Bool {
        try await make()
        let growth = chunk.bytes.count - (files.length(chunk.name) ?? 0)
        try usage.reserve(max(0, growth), of: limit)
        do {
            let change = try await convertingErrors { () async throws(ChunkStoreError) in
                try await files.put([chunk], isMaking: false, permit: permit)
            }
            usage.add(change.bytes - max(0, growth))
            return change.count > 0
        } catch {
            usage.add(-max(0, growth))
            throw error
        }
    }

    func remove(_ names: [ChunkName]) async throws -> Int {
        let change = try await convertingErrors { () async throws(ChunkStoreError) in
            try await files.remove(names, permit: permit)
        }
        usage.add(change.bytes)
        return change.count
    }

    func room() async throws -> Quota.ContentRoom {
        Quota.ContentRoom(usedBytes: Int64(usage.bytes), maximumBytes: Int64(limit))
    }

    private func convertingErrors<Value>(
        _ body: () async throws(ChunkStoreError) -> Value
    ) async throws(CloudError) -> Value {
        do throws(ChunkStoreError) { return try await body() } catch {
            throw Self.cloudError(error)
        }
    }

    /// Returns the error for a client after a failure of the server's disk, or if its token was
    /// revoked.
    private static func cloudError(_ error: ChunkStoreError) -> CloudError {
        if error == ended { return ServerDirectory.ended }
        return CloudError(.unreachable, error.description, lacksRoom: error.code == .full)
    }

    /// The error for a token that was revoked.
    static let ended = ChunkStoreError(.notAllowed, ServerDirectory.ended.message)
}

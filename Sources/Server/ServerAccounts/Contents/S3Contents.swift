import CloudServer
import Documents
import RemoteClouds
import Replication
import Synchronization

/// The contents of a store's documents in an object store.
struct S3Contents: ContentStore {
    let chunks: S3Chunks
    let usage: RemoteUsage
    let limit: Int
    /// Whether the token may only read. Then no lease is renewed.
    let isReadOnly: Bool
    /// Throws if the token is no longer valid.
    let permit: @Sendable () async throws -> Void

    func missing(of names: [ChunkName]) async throws -> [ChunkName] {
        if !isReadOnly { try await permit() }
        return try await convertingErrors {
            try await chunks.missing(of: names, renews: !isReadOnly)
        }
    }

    func bytes(_ name: ChunkName) async throws -> [UInt8]? {
        do { return try await chunks.bytes(name) } catch {
            // Devices detect damaged contents themselves, and report them.
            if error.code == .damaged { return [] }
            throw Self.cloudError(error)
        }
    }

    func names(after last: ChunkName?, limit: Int) async throws -> [ChunkName] {
        try await convertingErrors { try await chunks.names(after: last, limit: limit) }
    }

    func put(_ chunk: StoredChunk) async throws -> Bool {
        try await permit()
        let (usage, limit) = (usage, limit)
        return try await convertingErrors {
            try await chunks.put(chunk) { try await usage.reserve($0, of: limit) }.count > 0
        }
    }

    func remove(_ names: [ChunkName]) async throws -> Int {
        try await permit()
        let change = try await convertingErrors { try await chunks.remove(names) }
        usage.add(change.bytes)
        return change.count
    }

    func room() async throws -> Quota.ContentRoom {
        guard let used = try await usage.used() else {
            throw CloudError(.unreachable, "Counting the contents takes long.")
        }
        return Quota.ContentRoom(usedBytes: Int64(used), maximumBytes: Int64(limit))
    }

    private func convertingErrors<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch let error as ChunkStoreError {
            throw Self.cloudError(error)
        }
    }

    /// Returns the failure of an object store, for the log; devices only learn that the server
    /// cannot answer now. If the object store refuses the server, that says nothing about their
    /// tokens.
    private static func cloudError(_ error: ChunkStoreError) -> CloudError {
        CloudError(.unreachable, error.description, lacksRoom: error.code == .full)
    }
}

/// A server's knowledge about a bucket: the chunks it has seen there, and the numbers of bytes that
/// accounts have.
final class BucketContents: Sendable {
    private struct State {
        var chunks: [String: S3Chunks] = [:]
        var usages: [String: RemoteUsage] = [:]
    }

    private let bucket: S3Bucket
    private let state = Mutex(State())

    /// The most stores to remember; rarely are more in use at once. A dropped store is looked up
    /// again.
    private static let most = 1000

    init(_ bucket: S3Bucket) { self.bucket = bucket }

    func chunks(in folder: String) -> S3Chunks {
        state.withLock { state in
            if let chunks = state.chunks[folder] { return chunks }
            if state.chunks.count >= Self.most { state.chunks.removeAll() }
            let chunks = S3Chunks(bucket, folder: folder)
            state.chunks[folder] = chunks
            return chunks
        }
    }

    func usage(below folder: String) -> RemoteUsage {
        state.withLock { state in
            if let usage = state.usages[folder] { return usage }
            let usage = RemoteUsage { [bucket] in
                try await S3Chunks.size(bucket, below: folder)
            }
            state.usages[folder] = usage
            return usage
        }
    }
}

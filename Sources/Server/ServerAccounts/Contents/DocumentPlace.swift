import CloudMessages
import CloudServer
import Documents
import FileCoordination
import FoundationEssentials
import LocalCloud
public import RemoteClouds
import Replication

/// The place where a server keeps the contents of documents apart from its records: a folder or an
/// object store.
public struct DocumentPlace: Sendable {
    private enum Kind {
        case folder(String)
        case bucket(BucketContents)
    }

    private let kind: Kind
    private let limit: Int

    /// - Parameter limit: the most bytes of contents of an account.
    public init(folder: String, limit: Int) throws {
        kind = .folder(folder)
        self.limit = limit
        try createPrivateFolder(folder)
    }

    public init(bucket: S3Bucket, limit: Int) {
        kind = .bucket(BucketContents(bucket))
        self.limit = limit
    }

    /// Returns the contents of a store of an account. A new account with the name of a removed one
    /// has another id, and finds nothing of it.
    ///
    /// - Parameters:
    ///   - isReadOnly: whether the token may only read. Then no lease is renewed.
    ///   - permit: throws if the token is no longer valid. With an etcd, this may be up to two
    ///     seconds out of date.
    func contents(
        _ store: StoreName, account: String, id: String, _ usages: ContentUsages,
        isReadOnly: Bool, permit: @escaping @Sendable () async throws -> Void
    ) -> any ContentStore {
        let own = "\(account)/\(id)"
        let part = own + (store.identifier.map { "/stores/\($0)" } ?? "") + "/chunks"
        switch kind {
        case .folder(let folder):
            let (path, all) = ("\(folder)/\(part)", "\(folder)/\(own)")
            return FolderContents(
                files: ChunkFiles(path: path),
                usage: usages.usage(all) { ChunkFiles.sizes(below: all) }, limit: limit,
                isReadOnly: isReadOnly,
                make: {
                    try await permit()
                    try createPrivateFolder(path)
                }, permit: { () throws(ChunkStoreError) in })
        case .bucket(let bucket):
            return S3Contents(
                chunks: bucket.chunks(in: part), usage: bucket.usage(below: own), limit: limit,
                isReadOnly: isReadOnly, permit: permit)
        }
    }
}

extension ChunkFiles {
    /// Returns the bytes of all contents of an account.
    fileprivate static func sizes(below own: String) -> Int {
        let stores = (try? FileManager.default.contentsOfDirectory(atPath: own + "/stores")) ?? []
        return ([own] + stores.map { "\(own)/stores/\($0)" })
            .reduce(0) { $0 + ChunkFiles(path: $1 + "/chunks").size().bytes }
    }
}

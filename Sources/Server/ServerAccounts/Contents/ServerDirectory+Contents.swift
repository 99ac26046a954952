import CloudMessages
import CloudServer
import Documents
import FileCoordination
import FoundationEssentials
import LocalCloud
import Replication
import SQLite

extension ServerDirectory {
    /// The contents of a store's documents, which are in the folder of the store.
    ///
    /// Each change asks whether the token counts while it has the folder, and a revocation waits
    /// for those that have it: see `AccountsFile.waitForChanges(of:)`.
    func contents(_ store: StoreName, _ grant: Grant, isReadOnly: Bool) -> any ContentStore {
        let (file, account) = (file, grant.account)
        let files = file.contentFiles(account, store)
        let usage = usages.usage(account) {
            file.contentFiles(of: account).reduce(0) { $0 + $1.size().bytes }
        }
        return FolderContents(
            files: files, usage: usage, limit: documentLimit, isReadOnly: isReadOnly,
            make: {
                try self.make(files.path, of: grant, beside: file.cloudFolder(account, store))
            },
            permit: { () throws(ChunkStoreError) in
                do throws(CloudError) { try Self.require(grant, in: file.database) } catch {
                    if error == Self.ended { throw FolderContents.ended }
                    throw ChunkStoreError(.unreachable, error.message)
                }
            })
    }

    /// Makes the folder of contents while its account can't be removed: what was removed with it
    /// must not come again.
    private func make(_ path: String, of grant: Grant, beside folder: String) throws {
        if Self.isThere(path) { return }
        // A transaction belongs to a connection, and that of the accounts has many users.
        let accounts = try Database(path: file.database.path, access: .readWrite)
        try accounts.transaction {
            try Self.require(grant, in: accounts)
            if !Self.isThere(folder) { try refuseMany(of: grant.account) }
            try createPrivateFolder(path)
        }
    }
}

/// A folder in which a server over an etcd keeps the contents of documents.
public struct DocumentPlace: Sendable {
    private let folder: String
    private let limit: Int

    /// - Parameter limit: how many bytes the contents of an account may have.
    public init(folder: String, limit: Int) throws {
        self.folder = folder
        self.limit = limit
        try createPrivateFolder(folder)
    }

    /// The contents of a store of an account; a new account with the name of a removed one has
    /// another id, and nothing of it.
    ///
    /// - Parameter isAllowed: whether the token still counts. Over an etcd that is up to two
    ///   seconds old.
    func contents(
        _ store: StoreName, account: String, id: String, _ usages: ContentUsages,
        isReadOnly: Bool, isAllowed: @escaping @Sendable () async -> Bool
    ) -> any ContentStore {
        let own = "\(folder)/\(account)/\(id)"
        let path = own + (store.identifier.map { "/stores/\($0)" } ?? "") + "/chunks"
        return FolderContents(
            files: ChunkFiles(path: path),
            usage: usages.usage(own) { ChunkFiles.sizes(below: own) }, limit: limit,
            isReadOnly: isReadOnly,
            make: {
                guard await isAllowed() else { throw ServerDirectory.ended }
                try createPrivateFolder(path)
            }, permit: { () throws(ChunkStoreError) in })
    }
}

extension ChunkFiles {
    /// The bytes of all contents of an account.
    fileprivate static func sizes(below own: String) -> Int {
        let stores = (try? FileManager.default.contentsOfDirectory(atPath: own + "/stores")) ?? []
        return ([own] + stores.map { "\(own)/stores/\($0)" })
            .reduce(0) { $0 + ChunkFiles(path: $1 + "/chunks").size().bytes }
    }
}

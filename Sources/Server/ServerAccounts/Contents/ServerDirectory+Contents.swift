import CloudMessages
import CloudServer
import Documents
import FileCoordination
import FoundationEssentials
import LocalCloud
import Replication
import SQLite

extension ServerDirectory {
    /// Returns the contents of a store's documents: in the folder of the store, unless the server
    /// keeps them elsewhere. Earlier contents in the folder stay there.
    func contents(
        _ store: StoreName, _ grant: Grant, isReadOnly: Bool
    ) throws -> any ContentStore {
        let here = folderContents(store, grant, isReadOnly: isReadOnly)
        guard let documents else { return here }
        let database = file.database
        let there = documents.contents(
            store, account: grant.account, id: try file.contentID(of: grant), usages,
            isReadOnly: isReadOnly, permit: { try Self.require(grant, in: database) })
        return Self.isThere(here.files.path) ? MovedContents(new: there, old: here) : there
    }

    /// Returns the contents in the folder of the store. Each change checks the token while it holds
    /// the folder's lock, and a revocation waits for such changes: see
    /// `AccountsFile.waitForChanges(of:)`.
    private func folderContents(
        _ store: StoreName, _ grant: Grant, isReadOnly: Bool
    ) -> FolderContents {
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

    /// Makes the folder of contents while its account cannot be removed: the folder of a removed
    /// account must not come back.
    private func make(_ path: String, of grant: Grant, beside folder: String) throws {
        if Self.isThere(path) { return }
        // A transaction belongs to a connection, and the accounts' own connection has many users.
        let accounts = try Database(path: file.database.path, access: .readWrite)
        try accounts.transaction {
            try Self.require(grant, in: accounts)
            if !Self.isThere(folder) { try refuseMany(of: grant.account) }
            try createPrivateFolder(path)
        }
    }
}

extension AccountsFile {
    /// Returns when the account was added, which distinguishes its contents from those of a removed
    /// account with its name. A restored backup has the same time.
    fileprivate func contentID(of grant: ServerDirectory.Grant) throws -> String {
        let created = try database.first(
            "SELECT created FROM accounts WHERE name = ?", .text(grant.account)
        ) { $0.integer(0) }
        guard let created else { throw ServerDirectory.ended }
        return "\(created)"
    }
}

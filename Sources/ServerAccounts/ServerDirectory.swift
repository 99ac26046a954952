public import CloudServer
import LocalCloud
import Replication
import SQLite
import Synchronization

/// The accounts of a folder, each with a cloud in a file of its own.
public final class ServerDirectory: AccountDirectory {
    private let file: AccountsFile
    /// The clouds that were asked for; each has one connection.
    private let clouds = Mutex<[String: LocalCloud]>([:])
    private static let hour: Int64 = 60 * 60 * 1000

    public init(_ file: AccountsFile) { self.file = file }

    public func access(token: String) throws -> Access? {
        let hash = TokenText.hash(token)
        // Whoever sends a token knows nothing of its hash, so that the time a search in an index
        // takes tells them nothing.
        let found = try file.database.first(
            "SELECT id, account, scope, used FROM tokens WHERE hash = ?", .blob(hash)
        ) { row in
            (
                id: row.integer(0), account: row.text(1), scope: Access.Scope(rawValue: row.text(2)),
                used: row.integer(3)
            )
        }
        guard let found, let scope = found.scope else { return nil }
        try noteUse(found.id, last: found.used)
        return Access(account: found.account, scope: scope, cloud: try cloud(found.account))
    }

    /// To the hour: reading must not write for each request.
    private func noteUse(_ token: Int64, last: Int64) throws {
        let now = file.now()
        guard now - last >= Self.hour || now < last else { return }
        try file.database.run(
            "UPDATE tokens SET used = ? WHERE id = ?", .integer(now), .integer(token))
    }

    private func cloud(_ account: String) throws(CloudError) -> LocalCloud {
        try clouds.withLock { clouds throws(CloudError) in
            if let cloud = clouds[account] { return cloud }
            let cloud = try LocalCloud(path: file.cloudPath(account))
            clouds[account] = cloud
            return cloud
        }
    }
}

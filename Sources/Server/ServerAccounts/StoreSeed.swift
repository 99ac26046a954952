import FileCoordination
import FoundationEssentials
import Glibc
import LocalCloud
import Replication
import SQLite

/// An empty store beside the folders of the accounts, which only has to be put in its place.
///
/// To make a store waits for the disk several times. In a transaction of the accounts, that would
/// keep others from changing them; to put the store in its place takes an instant.
struct StoreSeed: ~Copyable {
    private let folder: String

    /// Makes one. `accounts` is the folder that has those of the accounts.
    init(in accounts: String, opening: OpenStores.Opening) throws(CloudError) {
        // No account has such a name.
        folder = "\(accounts)/.making-\(UInt64.random(in: 0 ... .max))"
        let path = folder + "/cloud.sqlite"
        do {
            try createPrivateFolder(folder)
            _ = try opening(folder)
            // All of it in one file, which is moved as a whole.
            try Database(path: path, access: .readWrite).execute("PRAGMA wal_checkpoint(TRUNCATE)")
            guard (FileStatus(path + "-wal")?.size ?? 0) == 0 else {
                throw CloudError(.unreachable, "\(path) cannot be written to the disk now.")
            }
        } catch {
            try? FileManager.default.removeItem(atPath: folder)
            throw error as? CloudError ?? CloudError(.unreachable, "\(error)")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// Puts it into the folder of a store, which has none.
    func move(into store: String) throws {
        try createPrivateFolder(store)
        guard rename(folder + "/cloud.sqlite", store + "/cloud.sqlite") == 0 else {
            throw AccountsError.failed("rename", store + "/cloud.sqlite")
        }
    }
}

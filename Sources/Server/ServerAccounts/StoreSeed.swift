import FileCoordination
import FoundationEssentials
import Glibc
import LocalCloud
import Replication
import SQLite

/// A new empty store beside the folders of the accounts, ready to be moved to its place.
///
/// Making a store waits for the disk several times. In a transaction of the accounts, that would
/// block others from changing them; moving the store to its place takes an instant.
struct StoreSeed: ~Copyable {
    private let folder: String

    /// Makes a store. `accounts` is the folder with the folders of the accounts.
    init(in accounts: String, opening: OpenStores.Opening) throws(CloudError) {
        // No account has such a name.
        folder = "\(accounts)/.making-\(UInt64.random(in: 0 ... .max))"
        let path = folder + "/cloud.sqlite"
        do {
            try createPrivateFolder(folder)
            _ = try opening(folder)
            // Put everything into one file, which is moved as a whole.
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

    /// Moves the store into its folder, which must not have one yet.
    func move(into store: String) throws {
        try createPrivateFolder(store)
        guard rename(folder + "/cloud.sqlite", store + "/cloud.sqlite") == 0 else {
            throw AccountsError.failed("rename", store + "/cloud.sqlite")
        }
    }
}

import ArgumentParser
import Bookmarks
import FileCoordination
import FoundationEssentials
import ServerAccounts

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Copy accounts and clouds to a folder, while the server runs.",
        discussion: """
            The folder is there when all of it is. It has what lets devices in, as hashes, and all \
            bookmarks. --data names the folder of the server, as it was told to it. Of what is in \
            an etcd, etcdctl snapshot save makes copies. Example: cloudyd backup \
            /var/backups/cloudyd-monday --data /var/lib/cloudyd
            """)

    @OptionGroup var store: StoreOptions
    @Argument(help: "A folder that is not there yet, or empty.")
    var folder: String
    @Flag(help: "Print a JSON object: folder, and how many accounts and stores it has.")
    var json = false

    func run() throws {
        try store.requireFolder("etcdctl snapshot save FILE copies it, while servers run.")
        let accounts = try store.existingFolder()
        let made = try copying(store.said) {
            try ServerBackup(of: accounts, to: absolute(folder))
        }
        try report(made, folder, json: json, "are in")
        if made.accounts == 0 {
            complain(
                "There are no accounts in \(store.data.folder). If the server keeps them in "
                    + "another folder, name that with --data.")
        }
    }
}

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the place of what the server keeps.",
        discussion: """
            Refused while a server runs. Devices notice that the clouds are others now, and send \
            what they have and the backup lacks: nothing is lost that a device still has. Tokens \
            that were revoked after the backup let in again: cloudyd token list. What was there is \
            kept in a folder replaced-1 beside it. What root restores belongs to who owns the \
            folder. Example: cloudyd restore /var/backups/monday --data /var/lib/cloudyd
            """)

    @OptionGroup var store: StoreOptions
    @Argument(help: "The folder of a backup.")
    var folder: String
    @Flag(help: "Put aside the accounts that are there.")
    var replace = false
    @Flag(help: "Print a JSON object: folder, and how many accounts and stores there are now.")
    var json = false

    func run() throws {
        try store.requireFolder("etcdctl snapshot restore FILE brings a copy of it back.")
        let folder = store.data.folder
        let made = try copying(store.said) {
            try ServerBackup(restoring: absolute(self.folder), to: folder, replacing: replace)
        }
        try report(made, folder, json: json, "are back in")
    }
}

private struct Report: Encodable {
    var accounts: Int
    var folder: String
    var stores: Int
}

private func report(
    _ made: ServerBackup, _ folder: String, json: Bool, _ words: String
) throws {
    if json {
        return try printJSON(
            Report(accounts: made.accounts, folder: folder, stores: made.stores))
    }
    print(
        "\(counted(made.accounts, "account")) with \(counted(made.stores, "store")) \(words) "
            + "\(folder).")
}

private func absolute(_ path: String) -> String {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    return trimmed.hasPrefix("/")
        ? trimmed : FileManager.default.currentDirectoryPath + "/" + trimmed
}

/// Says what is in the way, and ends so.
///
/// - Parameter options: what commands about the same accounts are told besides.
private func copying(
    _ options: String, _ body: () throws -> ServerBackup
) throws -> ServerBackup {
    do {
        return try body()
    } catch let error as AccountsError {
        complain(error.description(adding: options))
        throw ExitCode(ExitStatus.configuration)
    } catch let error as ExitCode {
        throw error
    } catch {
        complain("\(error)")
        throw ExitCode(ExitStatus.cannotWrite)
    }
}

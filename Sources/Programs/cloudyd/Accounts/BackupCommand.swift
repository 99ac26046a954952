import ArgumentParser
import Bookmarks
import Console
import FoundationEssentials
import ServerAccounts
import ServerCommand

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup",
        abstract: "Back up accounts and data to a folder, while the server runs.",
        discussion: """
            The folder appears when the backup is complete. It contains hashes of the tokens, and \
            all bookmarks. --data names the server's folder. To back up an etcd, use etcdctl \
            snapshot save. Example: cloudyd backup /var/backups/cloudyd-monday --data \
            /var/lib/cloudyd
            """)

    @OptionGroup var store: StoreOptions
    @Argument(help: "A new or empty folder.")
    var folder: String
    @Flag(help: "Print a JSON object: folder, and the number of accounts and stores in it.")
    var json = false

    func run() throws {
        try store.requireFolder("To copy it while servers run: etcdctl snapshot save FILE")
        let accounts = try store.existingFolder()
        let made = try reportingFiles(store.commandLineOptions) {
            try ServerBackup(of: accounts, to: absolute(folder))
        }
        try report(made, folder, json: json, "Backed up", "to")
        if made.accounts == 0 {
            complain(
                "There are no accounts in \(store.data.folder). If the server keeps them in "
                    + "another folder, name it with --data.")
        }
    }
}

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Replace the server's data with a backup.",
        discussion: """
            The server must not be running. Devices notice the change and send again what the \
            backup lacks, so nothing is lost that a device still has. Tokens that you revoked \
            after the backup work again: check cloudyd token list. The replaced data stays beside \
            it in a folder replaced-1. If root restores, the files get the owner of the folder. \
            Example: cloudyd restore /var/backups/cloudyd-monday --data /var/lib/cloudyd \
            --replace
            """)

    @OptionGroup var store: StoreOptions
    @Argument(help: "The folder of a backup.")
    var folder: String
    @Flag(help: "Replace existing accounts.")
    var replace = false
    @Flag(help: "Print a JSON object: folder, and the number of accounts and stores now in it.")
    var json = false

    func run() throws {
        try store.requireFolder("To restore a copy of it: etcdctl snapshot restore FILE")
        let folder = store.data.folder
        let made = try reportingFiles(store.commandLineOptions) {
            try ServerBackup(restoring: absolute(self.folder), to: folder, replacing: replace)
        }
        try report(made, folder, json: json, "Restored", "in")
    }
}

private struct Report: Encodable {
    var accounts: Int
    var folder: String
    var stores: Int
}

private func report(
    _ made: ServerBackup, _ folder: String, json: Bool, _ verb: String, _ preposition: String
) throws {
    if json {
        return try printJSON(
            Report(accounts: made.accounts, folder: folder, stores: made.stores))
    }
    print(
        "\(verb) \(counted(made.accounts, "account")) with \(counted(made.stores, "store")) "
            + "\(preposition) \(folder).")
}

private func absolute(_ path: String) -> String {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    return trimmed.hasPrefix("/")
        ? trimmed : FileManager.default.currentDirectoryPath + "/" + trimmed
}

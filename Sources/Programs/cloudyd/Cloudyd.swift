import ArgumentParser
import Glibc

/// The program of the server.
@main
struct Cloudyd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloudyd",
        abstract: "A cloud for the bookmarks of cloudy, on a machine of one's own.",
        discussion: """
            cloudyd serve needs no configuration: it keeps its accounts in one folder and answers \
            on this machine alone. With --etcd many servers share what an etcd keeps.

            Exit status: 0 done, 64 wrong usage, 65 no such account or token, 69 the address is \
            taken, or a server or an etcd cannot be reached, 74 cannot write, 77 a server or an \
            etcd refuses, 78 refused as it was configured.
            """,
        version: "0.1.0",
        subcommands: [
            Serve.self, AccountCommand.self, TokenCommand.self, BackupCommand.self,
            RestoreCommand.self, SyncCommand.self, KeyCommand.self, DevicesCommand.self,
            RecordsCommand.self,
        ])
}

/// Where the server keeps its data; all commands of one server name the same.
struct DataOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the accounts.",
            discussion: "Otherwise CLOUDYD_DATA, or cloudyd in XDG_DATA_HOME.",
            valueName: "folder"))
    var data: String?

    var folder: String {
        if let data { return data }
        if let folder = environment("CLOUDYD_DATA") { return folder }
        let shared = environment("XDG_DATA_HOME") ?? (environment("HOME") ?? "") + "/.local/share"
        return shared + "/cloudyd"
    }
}

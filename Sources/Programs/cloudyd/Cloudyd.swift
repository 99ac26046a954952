import ArgumentParser
import Console
import FileCoordination
import Glibc
import Replication
import ServerCommand

/// The program of the server.
@main
struct Cloudyd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloudyd",
        abstract: "Your own server for cloudy's bookmarks.",
        discussion: """
            cloudyd serve needs no configuration: it keeps its accounts in one folder and listens \
            on this machine only. With --etcd, several servers share the data in an etcd.

            Exit status: 0 done, 64 wrong usage, 65 no such account or token, or damaged data, 69 \
            the address is in use, or an etcd is unreachable, 74 cannot write, 77 not allowed, 78 \
            invalid configuration.
            """,
        version: Release.version,
        subcommands: [
            Serve.self, AccountCommand.self, TokenCommand.self, BackupCommand.self,
            RestoreCommand.self,
        ])

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let problem = CommandNames.problem(with: arguments) {
            complain(problem)
            Glibc.exit(ExitStatus.usage.rawValue)
        }
        await main(arguments)
    }
}

extension Cloudyd: ServingProgram {
    static let name = "cloudyd"
    static let prefix = "CLOUDYD"
    static let port = 8765
    static let clients = "devices"
}

/// The option for the server's data; all commands of a server name the same.
struct DataOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The folder of the accounts.",
            discussion: "Default: $CLOUDYD_DATA, or cloudyd in $XDG_DATA_HOME.",
            valueName: "folder"))
    var data: String?

    var folder: String {
        if let data { return data }
        if let folder = environment("CLOUDYD_DATA") { return folder }
        let shared = environment("XDG_DATA_HOME") ?? (environment("HOME") ?? "") + "/.local/share"
        return shared + "/cloudyd"
    }
}

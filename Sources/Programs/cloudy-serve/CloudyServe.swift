import ArgumentParser
import FileCoordination
import Glibc
import Replication
import ServerCommand
import WebPages

/// The program that lets browsers and other programs use the bookmarks of this device.
@main
struct CloudyServe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cloudy serve",
        abstract: "Let browsers and other programs use your bookmarks.",
        discussion: """
            Serves the bookmarks of this device over HTTP, until a signal stops it: web pages, \
            the API of linkding for its clients, WebDAV for floccus. Each program needs a token. \
            Examples: cloudy serve; cloudy serve token add --name firefox

            Exit status: 0 done, 64 wrong usage, 65 no such token, 69 the address is in use, 74 \
            cannot write, 77 not allowed, 78 invalid configuration.
            """,
        version: Release.version,
        subcommands: [Run.self, TokenCommand.self, DeletionsCommand.self],
        defaultSubcommand: Run.self)

    static func main() async {
        if PageExtraction.isWanted(CommandLine.arguments) { PageExtraction.answer() }
        await main(Array(CommandLine.arguments.dropFirst()))
    }
}

extension CloudyServe: ServingProgram {
    static let name = "cloudy serve"
    static let prefix = "CLOUDY_SERVE"
    static let port = 8766
    static let clients = "browsers"
}

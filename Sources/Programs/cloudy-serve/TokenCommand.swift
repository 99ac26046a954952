public import ArgumentParser
public import BookmarkLibrary
import Console
public import FileCoordination
import Glibc
public import ReportableErrors
import Screen
import ServerCommand

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Add, list and revoke the tokens of programs.",
        discussion: """
            Give each browser and program its own token. Examples: cloudy serve token add --name \
            firefox; cloudy serve token list
            """,
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a token, and print it, once.",
            discussion: "Example: cloudy serve token add --name phone --scope add")

        @OptionGroup var device: DeviceOptions
        @Option(help: "The purpose of the token, in your words.")
        var name = ""
        @Option(
            help: ArgumentHelp(
                "The scope of the token: read, write or add.",
                discussion: """
                    write, the default, allows everything. add allows only adding bookmarks and \
                    checking whether you already have a page.
                    """))
        var scope = AccessToken.Scope.write

        func run() throws {
            let (_, text) = try reporting {
                try AccessTokens(device.location()).add(name: name, scope: scope)
            }
            print(text)
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the tokens.",
            discussion: """
                Tab-separated: number, scope, when it was made, when it was last used, name; a \
                table with a header on a terminal. The tokens themselves are not stored. Example: \
                cloudy serve token list --json
                """)

        @OptionGroup var device: DeviceOptions
        @Flag(
            help: ArgumentHelp(
                "Print a JSON array of objects.", discussion: "Fields: Docs/Reference/JSON.md."))
        var json = false

        func run() throws {
            let tokens = try reporting { try AccessTokens(device.location()).all() }
            if json { return try printJSON(tokens.map(Listed.init)) }
            printTable(
                ["Number", "Scope", "Made", "Last used", "Name"],
                tokens.map { token in
                    [
                        "\(token.id)", token.scope.rawValue,
                        moment(Int64(token.created * 1000)),
                        moment(token.used.map { Int64($0 * 1000) }), token.name,
                    ]
                })
        }

        private struct Listed: Encodable {
            var number: Int
            var name: String
            var scope: String
            var created: Double
            @ExplicitNull var used: Double?

            init(_ token: AccessToken) {
                number = token.id
                name = token.name
                scope = token.scope.rawValue
                created = token.created
                used = token.used
            }
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a token: it is invalid at once.",
            discussion: "Example: cloudy serve token revoke 2")

        @OptionGroup var device: DeviceOptions
        @Argument(help: "The token's number: see cloudy serve token list.")
        var number: Int

        func run() throws {
            _ = try reporting { try AccessTokens(device.location()).revoke(id: number) }
        }
    }
}

extension AccessToken.Scope: ExpressibleByArgument {}

extension AccessTokenError: ReportableError {
    public var exitStatus: ExitStatus { .badData }
}

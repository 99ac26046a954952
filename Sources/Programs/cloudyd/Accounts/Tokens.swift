import ArgumentParser
import Bookmarks
import CloudServer
import ServerAccounts
import ServerCommand

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Add, list, rotate and revoke the tokens of accounts.",
        discussion: """
            Give each machine its own token. Examples: cloudyd token add ada --name laptop; \
            cloudyd token list ada
            """,
        subcommands: [Add.self, List.self, Rotate.self, Revoke.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add a token to an account, and print it, once.",
            discussion: """
                Examples: cloudyd token add ada --name laptop; cloudyd token add ada --name \
                statistics --read-only
                """)

        @OptionGroup var store: StoreOptions
        @Argument(help: "The name of the account.")
        var account: String
        @Option(help: "The purpose of the token, in your words.")
        var name = ""
        @Flag(help: "Allow reading only.")
        var readOnly = false

        func validate() throws {
            guard name.utf8.count <= 200, !name.unicodeScalars.contains(where: \.controlsTerminal)
            else {
                throw ValidationError(
                    "The name of a token has at most 200 bytes, and no control characters.")
            }
        }

        func run() async throws {
            let scope: Access.Scope = readOnly ? .read : .write
            let accounts = try await store.existing()
            print(
                try await store.reportingErrors {
                    try await accounts.addToken(account: account, name: name, scope: scope)
                })
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the tokens.",
            discussion: """
                Tab-separated: number, account, scope, when it was made, when it was last used, \
                name; a table with a header on a terminal. The tokens themselves are not \
                stored. Examples: cloudyd token list; cloudyd token list ada --json
                """)

        @OptionGroup var store: StoreOptions
        @Argument(help: "The account. Default: all.")
        var account: String?
        @Flag(
            help: ArgumentHelp(
                "Print a JSON array of objects.",
                discussion: """
                    Fields: number, account, name, scope (read or write), created and used \
                    (seconds since 1970, used rounded to the hour, or null).
                    """))
        var json = false

        func run() async throws {
            let accounts = try await store.existing()
            let tokens = try await store.reportingErrors {
                try await accounts.tokens(account: account)
            }
            if tokens.isEmpty,
                try await store.reportingErrors({ try await accounts.accounts() }).isEmpty
            {
                store.sayNoAccounts()
            }
            if json { return try printJSON(tokens.map(Listed.init)) }
            printTable(
                ["Number", "Account", "Scope", "Made", "Last used", "Name"],
                tokens.map { token in
                    [
                        "\(token.id)", token.account, token.scope.rawValue, moment(token.created),
                        moment(token.used), token.name,
                    ]
                })
        }

        private struct Listed: Encodable {
            var number: Int64
            var account: String
            var name: String
            var scope: String
            var created: Double
            @ExplicitNull var used: Double?

            init(_ token: Token) {
                number = token.id
                account = token.account
                name = token.name
                scope = token.scope.rawValue
                created = seconds(token.created)
                used = token.used.map(seconds)
            }
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Replace a token with a new one, and print it, once.",
            discussion: """
                The new token keeps the number, account, name and scope; the old one stops \
                working. Give the new one to the machine: cloudy cloud use URL. Example: cloudyd \
                token rotate 2
                """)

        @OptionGroup var store: StoreOptions
        @Argument(help: "The token's number: see cloudyd token list.")
        var number: Int64

        func run() async throws {
            let accounts = try await store.existing()
            print(try await store.reportingErrors { try await accounts.rotateToken(number) })
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a token.",
            discussion: "Open connections that use it end. Example: cloudyd token revoke 2")

        @OptionGroup var store: StoreOptions
        @Argument(help: "The token's number: see cloudyd token list.")
        var number: Int64

        func run() async throws {
            let accounts = try await store.existing()
            try await store.reportingErrors { try await accounts.revokeToken(number) }
        }
    }
}

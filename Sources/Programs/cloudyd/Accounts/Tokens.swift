import ArgumentParser
import Bookmarks
import CloudServer
import ServerAccounts

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make, list, replace and revoke the tokens of accounts.",
        discussion: """
            Each machine has one of its own. Examples: cloudyd token add ada --name laptop; \
            cloudyd token list ada
            """,
        subcommands: [Add.self, List.self, Rotate.self, Revoke.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a token for an account, and print it, once.",
            discussion: """
                Examples: cloudyd token add ada --name laptop; cloudyd token add ada --name \
                statistics --read-only
                """)

        @OptionGroup var store: StoreOptions
        @Argument(help: "The name of the account.")
        var account: String
        @Option(help: "What it is for, in your words.")
        var name = ""
        @Flag(help: "It may read and not write.")
        var readOnly = false

        func validate() throws {
            guard name.utf8.count <= 200, !name.unicodeScalars.contains(where: \.isSteering)
            else {
                throw ValidationError(
                    "The name of a token has at most 200 bytes, and no control characters.")
            }
        }

        func run() async throws {
            let scope: Access.Scope = readOnly ? .read : .write
            let accounts = try await store.existing()
            print(
                try await store.telling {
                    try await accounts.addToken(account: account, name: name, scope: scope)
                })
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the tokens.",
            discussion: """
                Tab-separated: number, account, scope, when it was made, when it was used last, \
                name. The tokens themselves are nowhere. Examples: cloudyd token list; cloudyd \
                token list ada --json
                """)

        @OptionGroup var store: StoreOptions
        @Argument(help: "The account; otherwise all.")
        var account: String?
        @Flag(
            help: ArgumentHelp(
                "Print a JSON array of objects.",
                discussion: """
                    Each has number, account, name, scope (read or write), created and used \
                    (seconds since 1970, used to the hour; it may be null).
                    """))
        var json = false

        func run() async throws {
            let accounts = try await store.existing()
            let tokens = try await store.telling { try await accounts.tokens(account: account) }
            if tokens.isEmpty, try await store.telling({ try await accounts.accounts() }).isEmpty {
                store.sayNoAccounts()
            }
            if json { return try printJSON(tokens.map(Listed.init)) }
            for token in tokens {
                print(
                    "\(token.id)", token.account, token.scope.rawValue, moment(token.created),
                    moment(token.used), harmless(token.name), separator: "\t")
            }
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
            abstract: "Put a new token in the place of one, and print it, once.",
            discussion: """
                It has the number, the account, the name and the scope of the old one, which lets \
                nobody in any more. The machine that had that is told the new one: \
                cloudy cloud use URL. Example: cloudyd token rotate 2
                """)

        @OptionGroup var store: StoreOptions
        @Argument(help: "Its number; cloudyd token list tells it.")
        var number: Int64

        func run() async throws {
            let accounts = try await store.existing()
            print(try await store.telling { try await accounts.rotateToken(number) })
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let nobody in with a token any more.",
            discussion: "What is open with it ends. Example: cloudyd token revoke 2")

        @OptionGroup var store: StoreOptions
        @Argument(help: "Its number; cloudyd token list tells it.")
        var number: Int64

        func run() async throws {
            let accounts = try await store.existing()
            try await store.telling { try await accounts.revokeToken(number) }
        }
    }
}

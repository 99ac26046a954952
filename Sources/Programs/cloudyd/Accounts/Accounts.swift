import ArgumentParser
import Bookmarks
import Console
import FileCoordination
import Glibc
import Screen
import ServerAccounts
import ServerCommand

struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Add, list and remove accounts.",
        discussion: "Examples: cloudyd account add ada; cloudyd account list",
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Add an account, and print its first token, once.",
            discussion: "Example: cloudyd account add ada")

        @OptionGroup var store: StoreOptions
        @Argument(help: "The name: letters from a to z, digits, and . _ -")
        var name: String

        func run() async throws {
            let accounts = try await store.accounts()
            print(try await store.reportingErrors { try await accounts.addAccount(name) })
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the accounts.",
            discussion: """
                Tab-separated: name, when it was made, when a token was last used, number of \
                tokens, number of stores, their bytes, and the bytes of documents (- with an \
                etcd); a table with a header on a terminal. \
                Example: cloudyd account list --json
                """)

        @OptionGroup var store: StoreOptions
        @Flag(
            help: ArgumentHelp(
                "Print a JSON array of objects.",
                discussion: """
                    Fields: name, created and used (seconds since 1970; used may be null), tokens, \
                    stores, bytes, and documents (bytes; may be null).
                    """))
        var json = false

        func run() async throws {
            let accounts = try await store.existing()
            let found = try await store.reportingErrors { try await accounts.accounts() }
            if found.isEmpty { store.sayNoAccounts() }
            if json { return try printJSON(found.map(Listed.init)) }
            printTable(
                ["Account", "Made", "Last used", "Tokens", "Stores", "Bytes", "Documents"],
                found.map { account in
                    [
                        account.name, moment(account.created), moment(account.used),
                        "\(account.tokens)", "\(account.stores)", "\(account.bytes)",
                        account.documents.map { "\($0)" } ?? "-",
                    ]
                })
        }

        private struct Listed: Encodable {
            var name: String
            var created: Double
            @ExplicitNull var used: Double?
            var tokens: Int
            var stores: Int
            var bytes: Int64
            @ExplicitNull var documents: Int64?

            init(_ account: ServerAccount) {
                name = account.name
                created = seconds(account.created)
                used = account.used.map(seconds)
                tokens = account.tokens
                stores = account.stores
                bytes = account.bytes
                documents = account.documents
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove an account with its tokens and all its data.",
            discussion: """
                Devices keep their bookmarks, but a running server refuses them from then on. \
                Example: cloudyd account remove ada --yes
                """)

        @OptionGroup var store: StoreOptions
        @Argument(help: "The name of the account.")
        var name: String
        @Flag(help: "Confirm the removal.")
        var yes = false

        func run() async throws {
            let accounts = try await store.existing()
            let found = try await store.reportingErrors { try await accounts.accounts() }
            if !yes, let account = found.first(where: { $0.name == name }) {
                complain(
                    """
                    \(name) has \(counted(account.tokens, "token")), \
                    \(counted(Int(account.bytes), "byte")) in \(counted(account.stores, "store")), \
                    and \(counted(Int(account.documents ?? 0), "byte")) of documents. \
                    To remove all of it for good: \(store.command("account remove \(name) --yes"))
                    """)
                throw ExitCode(.usage)
            }
            try await store.reportingErrors { try await accounts.removeAccount(name) }
        }
    }
}

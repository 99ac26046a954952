import ArgumentParser
import Glibc
import ServerAccounts

struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Make, list and remove accounts.",
        subcommands: [Add.self, List.self, Remove.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an account, and print its first token, once.")

        @OptionGroup var data: DataOptions
        @Argument(help: "Its name: letters from a to z, digits, and . _ -")
        var name: String

        func run() throws { print(try telling { try accounts(data).addAccount(name) }) }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the accounts.",
            discussion: """
                Tab-separated: name, when it was made, when one of its tokens was used last, how \
                many tokens and stores it has, and the bytes that these take.
                """)

        @OptionGroup var data: DataOptions
        @Flag(
            help: ArgumentHelp(
                "Print a JSON array of objects.",
                discussion: """
                    Each has name, created and used (seconds since 1970; used may be null), \
                    tokens, stores and bytes.
                    """))
        var json = false

        func run() throws {
            let found = try accounts(data).accounts()
            if json { return try printJSON(found.map(Listed.init)) }
            for account in found {
                print(
                    account.name, moment(account.created), moment(account.used),
                    "\(account.tokens)", "\(account.stores)", "\(account.bytes)", separator: "\t")
            }
        }

        private struct Listed: Encodable {
            var name: String
            var created: Double
            @ExplicitNull var used: Double?
            var tokens: Int
            var stores: Int
            var bytes: Int64

            init(_ account: ServerAccount) {
                name = account.name
                created = seconds(account.created)
                used = account.used.map(seconds)
                tokens = account.tokens
                stores = account.stores
                bytes = account.bytes
            }
        }
    }

    struct Remove: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove an account, its tokens, and all that is stored in it.",
            discussion: """
                Devices keep what they have. A server that runs lets them in no more from then on.
                """)

        @OptionGroup var data: DataOptions
        @Argument(help: "The name of the account.")
        var name: String
        @Flag(help: "Do it.")
        var yes = false

        func run() throws {
            let file = try accounts(data)
            if !yes, let account = try file.accounts().first(where: { $0.name == name }) {
                complain(
                    """
                    \(name) has \(account.tokens) tokens, and \(account.bytes) bytes in \
                    \(account.stores) stores. All of that goes for good: \
                    cloudyd account remove \(name) --yes
                    """)
                throw ExitCode(64)
            }
            try telling { try file.removeAccount(name) }
        }
    }
}

/// The accounts of the folder that was named.
func accounts(_ data: DataOptions) throws -> AccountsFile {
    do {
        return try AccountsFile(folder: data.folder)
    } catch {
        complain("\(error)")
        throw ExitCode(74)
    }
}

/// Says what is wrong with a name or a number, and ends so.
func telling<T>(_ body: () throws -> T) throws -> T {
    do {
        return try body()
    } catch let error as AccountsError {
        complain(error.description)
        throw ExitCode(65)
    }
}

/// Says something on standard error under the name by which the program was called: `cloudy key`
/// speaks in the name of `cloudy`.
func complain(_ text: String) {
    let path = CommandLine.arguments.first ?? "cloudyd"
    let line = Array("\(path.split(separator: "/").last ?? "cloudyd"): \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}

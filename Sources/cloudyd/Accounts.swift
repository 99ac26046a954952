import ArgumentParser
import CloudServer
import Glibc
import ServerAccounts

struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account", abstract: "Make and list accounts.",
        subcommands: [Add.self, List.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make an account, and print its first token, once.")

        @OptionGroup var data: DataOptions
        @Argument(help: "Its name: letters from a to z, digits, and . _ -")
        var name: String

        func run() throws { print(try telling { try accounts(data).addAccount(name) }) }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Name the accounts.")

        @OptionGroup var data: DataOptions

        func run() throws { for name in try accounts(data).accounts() { print(name) } }
    }
}

struct TokenCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "token", abstract: "Make, list and revoke the tokens of accounts.",
        subcommands: [Add.self, List.self, Revoke.self])

    struct Add: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a token for an account, and print it, once.")

        @OptionGroup var data: DataOptions
        @Argument(help: "The name of the account.")
        var account: String
        @Option(help: "What it is for, in your words.")
        var name = ""
        @Flag(help: "It may read and not write.")
        var readOnly = false

        func run() throws {
            let scope: Access.Scope = readOnly ? .read : .write
            print(
                try telling {
                    try accounts(data).addToken(account: account, name: name, scope: scope)
                })
        }
    }

    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the tokens: number, account, scope, name.")

        @OptionGroup var data: DataOptions
        @Argument(help: "The account; otherwise all.")
        var account: String?

        func run() throws {
            for token in try accounts(data).tokens(account: account) {
                print("\(token.id)\t\(token.account)\t\(token.scope)\t\(token.name)")
            }
        }
    }

    struct Revoke: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let nobody in with a token any more.")

        @OptionGroup var data: DataOptions
        @Argument(help: "Its number; cloudyd token list tells it.")
        var number: Int64

        func run() throws { try telling { try accounts(data).revokeToken(number) } }
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

func complain(_ text: String) {
    let line = Array("cloudyd: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}

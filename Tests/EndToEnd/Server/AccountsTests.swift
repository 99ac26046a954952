import FoundationEssentials
import ScratchFolder
import TestSupport
import Testing

/// The commands for accounts and tokens.
@Suite(.endToEnd)
struct AccountCommandTests {
    private struct Listed: Decodable {
        var name: String
        var created: Double
        var used: Double?
        var tokens: Int?
        var stores: Int?
        var bytes: Int?
        var number: Int?
        var account: String?
        var scope: String?
    }

    @discardableResult
    private func run(_ home: Home, _ arguments: String...) throws -> Command.Outcome {
        try run(home, arguments)
    }

    private func run(_ home: Home, _ arguments: [String]) throws -> Command.Outcome {
        try home.run(
            arguments + ["--data", home.folder.path("server")], program: Places.built("cloudyd"))
    }

    private func listed(_ outcome: Command.Outcome) throws -> [Listed] {
        try JSONDecoder().decode([Listed].self, from: Data(outcome.output.utf8))
    }

    @Test func accountsAreListedAndRemoved() throws {
        try withScratchHome { home in
            #expect(try run(home, "account", "add", "ada").status == 0)
            #expect(try run(home, "account", "add", "bob").status == 0)
            let accounts = try listed(run(home, "account", "list", "--json"))
            #expect(accounts.map(\.name) == ["ada", "bob"])
            #expect(accounts.allSatisfy { $0.tokens == 1 && $0.stores == 0 && $0.used == nil })
            #expect(accounts.allSatisfy { $0.created > 1_700_000_000 && $0.bytes == 0 })
            let lines = try run(home, "account", "list").output.split(separator: "\n")
            #expect(lines.map { $0.split(separator: "\t").count } == [7, 7])

            let named = try run(home, "token", "add", "ada", "--name", "evil\n\u{1B}[31m")
            #expect(named.status == 64 && named.errors.contains("no control characters"))

            let asked = try run(home, "account", "remove", "ada")
            #expect(asked.status == 64 && asked.errors.contains("--yes"))
            #expect(try run(home, "account", "remove", "eve", "--yes").status == 65)
            #expect(try run(home, "account", "remove", "ada", "--yes").status == 0)
            #expect(try listed(run(home, "account", "list", "--json")).map(\.name) == ["bob"])
            #expect(try listed(run(home, "token", "list", "--json")).map(\.account) == ["bob"])
        }
    }

    /// A command that created a mistyped folder would make it a server without accounts.
    @Test func commandsExceptAccountAddDoNotCreateAServerFolder() throws {
        try withScratchHome { home in
            let folder = home.folder.path("server")
            for _ in 1...2 {
                let before = home.folder.names("") + home.folder.names("server")
                for command in [
                    ["account", "list"], ["account", "list", "--json"], ["token", "list"],
                    ["backup", home.folder.path("copy")], ["token", "revoke", "1"],
                    ["token", "rotate", "1"], ["token", "add", "ada"],
                    ["account", "remove", "ada", "--yes"],
                ] {
                    let outcome = try home.run(
                        command + ["--data", folder], program: Places.built("cloudyd"))
                    #expect(outcome.status == 78 && outcome.output.isEmpty, "\(command)")
                    #expect(outcome.errors.contains(folder + " has no accounts"))
                    #expect(
                        outcome.errors.hasSuffix(": cloudyd account add NAME --data \(folder)\n"),
                        "\(outcome.errors)")
                }
                #expect(home.folder.names("") + home.folder.names("server") == before)
                // An empty file left by an interrupted start counts as no accounts.
                home.folder.write("server/accounts.sqlite", "".utf8)
            }
            #expect(home.folder.read("server/accounts.sqlite").isEmpty)
        }
    }

    @Test func tokenListFailsForAMissingAccount() throws {
        try withScratchHome { home in
            try run(home, "account", "add", "ada")
            for list in [["token", "list", "eve"], ["token", "list", "eve", "--json"]] {
                let outcome = try run(home, list)
                #expect(outcome.status == 65 && outcome.output.isEmpty, "\(outcome)")
                #expect(
                    outcome.errors.hasPrefix("cloudyd: There is no account “eve”."),
                    "\(outcome.errors)")
            }
        }
    }

    @Test func emptyListsSayHowToAddAnAccount() throws {
        try withScratchHome { home in
            try run(home, "account", "add", "ada")
            for list in [["account", "list"], ["token", "list"]] {
                #expect(try run(home, list).errors.isEmpty)
            }
            try run(home, "account", "remove", "ada", "--yes")
            let folder = home.folder.path("server")
            for list in [["account", "list"], ["token", "list"]] {
                let outcome = try run(home, list)
                #expect(outcome.status == 0 && outcome.output.isEmpty)
                #expect(
                    outcome.errors == "cloudyd: There is no account in \(folder) yet. To add one: "
                        + "cloudyd account add NAME --data \(folder)\n")
                #expect(try run(home, list + ["--json"]).output == "[]\n")
            }
        }
    }

    /// A web server, for one: no retry makes it an etcd.
    @Test func addressWithoutAnEtcdIsAMatterOfConfiguration() throws {
        let server = try WebServer { _, connection in connection.answer(404, [:], "Not here") }
        try withScratchHome { home in
            let outcome = try home.run(
                ["account", "list", "--etcd", "127.0.0.1:\(server.port)"],
                program: Places.built("cloudyd"))
            #expect(outcome.status == 78, "\(outcome)")
            #expect(outcome.errors.contains("is it an etcd"), "\(outcome.errors)")
        }
    }

    /// A suggested command that is copied from the screen uses the same folder.
    @Test func suggestedCommandsNameTheServerFolder() throws {
        try withScratchHome { home in
            for name in ["server", "a server's"] {
                let folder = home.folder.path(name)
                let program = Places.built("cloudyd")
                let made = try home.run(
                    ["account", "add", "ada", "--data", folder], program: program)
                #expect(made.status == 0)
                for (command, next) in [
                    ("account add ada", "token add ada"), ("token add eve", "account list"),
                    ("token revoke 7", "token list"),
                    ("account remove ada", "account remove ada --yes"),
                ] {
                    let words = command.split(separator: " ").map(String.init)
                    let named = try home.run(words + ["--data", folder], program: program)
                    let hint = try #require(named.errors.dropLast().split(separator: ": ").last)
                    #expect(hint.hasPrefix("cloudyd \(next) --data "), "\(named.errors)")
                    let typed = try home.shell("set -- \(hint); printf %s \"$*\"")
                    #expect(
                        typed.output == "cloudyd \(next) --data \(folder)",
                        "the suggested command must be quoted for a shell")
                    let set = try home.with(["CLOUDYD_DATA": folder]).run(words, program: program)
                    #expect(set.errors.hasSuffix(": cloudyd \(next)\n"), "\(set.errors)")
                }
            }
        }
    }

    @Test func tokensAreListedAndRotated() throws {
        try withScratchHome { home in
            let first = try run(home, "account", "add", "ada").output
            let reader = try run(
                home, "token", "add", "ada", "--name", "kiosk", "--read-only"
            ).output
            let tokens = try listed(run(home, "token", "list", "--json"))
            #expect(tokens.map(\.name) == ["first", "kiosk"])
            #expect(tokens.map(\.scope) == ["write", "read"])
            #expect(tokens.compactMap(\.number) == [1, 2])
            let rotated = try run(home, "token", "rotate", "2")
            #expect(rotated.status == 0 && rotated.output.hasPrefix("cloudy_"))
            #expect(![first, reader].contains(rotated.output))
            #expect(try run(home, "token", "rotate", "9").status == 65)
            let lines = try run(home, "token", "list", "ada").output.split(separator: "\n")
            #expect(lines.map { $0.split(separator: "\t").count } == [6, 6])
            #expect(!lines.joined().contains("cloudy_"))

            let words = [
                "Number  Account  Scope  Made ", "  Last used  Name", "2       ada      read   20",
            ]
            try onATerminal(home, "token list", words)
            try onATerminal(
                home, "account list", ["Account  Made ", "Tokens  Stores  Bytes", "ada      20"])
        }
    }

    private func onATerminal(_ home: Home, _ command: String, _ words: [String]) throws {
        let line = "'\(Places.built("cloudyd"))' \(command) --data \(home.folder.path("server"))"
        let table = try home.openShell(line)
        for text in words { try table.expect(text) }
    }

    @Test func helpForAnUnknownCommandSaysSo() throws {
        try withScratchHome { home in
            for (words, said) in [
                (["help", "token", "replace"], "There is no command “cloudyd token replace”."),
                (
                    ["help", "tokn"],
                    "There is no command “cloudyd tokn”. Did you mean: cloudyd token"
                ),
            ] {
                let asked = try home.run(words, program: Places.built("cloudyd"))
                #expect(asked.status == 64 && asked.output.isEmpty, "\(asked)")
                #expect(asked.errors.contains(said), "\(asked)")
            }
            let known = try home.run(["help", "token", "rotate"], program: Places.built("cloudyd"))
            #expect(known.status == 0 && known.output.contains("Replace a token"), "\(known)")
            let slip = try home.run(["serv"], program: Places.built("cloudyd"))
            #expect(slip.status == 64 && slip.errors.contains("Did you mean: cloudyd serve"))
        }
    }
}

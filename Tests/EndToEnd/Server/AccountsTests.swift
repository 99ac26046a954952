import FoundationEssentials
import ScratchFolder
import TestSupport
import Testing

/// The commands about accounts and tokens.
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

    private func run(_ home: Home, _ arguments: String...) throws -> Command.Outcome {
        try home.run(
            arguments + ["--data", home.folder.path("server")], program: Places.built("cloudyd"))
    }

    private func listed(_ outcome: Command.Outcome) throws -> [Listed] {
        try JSONDecoder().decode([Listed].self, from: Data(outcome.output.utf8))
    }

    @Test func accountsAreListedAndRemoved() throws {
        try withScratchHome { home in
            #expect(try run(home, "account", "list", "--json").output == "[]\n")
            #expect(try run(home, "account", "add", "ada").status == 0)
            #expect(try run(home, "account", "add", "bob").status == 0)
            let accounts = try listed(run(home, "account", "list", "--json"))
            #expect(accounts.map(\.name) == ["ada", "bob"])
            #expect(accounts.allSatisfy { $0.tokens == 1 && $0.stores == 0 && $0.used == nil })
            #expect(accounts.allSatisfy { $0.created > 1_700_000_000 && $0.bytes == 0 })
            let lines = try run(home, "account", "list").output.split(separator: "\n")
            #expect(lines.map { $0.split(separator: "\t").count } == [6, 6])

            let asked = try run(home, "account", "remove", "ada")
            #expect(asked.status == 64 && asked.errors.contains("--yes"))
            #expect(try run(home, "account", "remove", "eve", "--yes").status == 65)
            #expect(try run(home, "account", "remove", "ada", "--yes").status == 0)
            #expect(try listed(run(home, "account", "list", "--json")).map(\.name) == ["bob"])
            #expect(try listed(run(home, "token", "list", "--json")).map(\.account) == ["bob"])
        }
    }

    @Test func tokensAreReplaced() throws {
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
        }
    }
}

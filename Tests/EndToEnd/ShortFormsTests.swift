import ScratchFolder
import TestSupport
import Testing

/// The short ways to do what people do most.
@Suite(.endToEnd)
struct ShortFormsTests {
    @Test func urlAloneIsAdded() throws {
        try withScratchHome { home in
            let added = try home.ok("https://a.example/")
            let found = try home.list()
            #expect(found.map(\.url) == ["https://a.example/"])
            #expect(added.output == "\(found[0].id)\n")
        }
    }

    @Test func listTakesATagAndANumber() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "A", tags: ["x"])
            try home.add("https://b.example/", name: "B", tags: ["xy"])
            try home.add("https://c.example/", name: "C", tags: ["x"])
            func names(_ arguments: String...) throws -> [String] {
                let output = try home.ok(["list", "--format", "{name}"] + arguments).output
                return output.split(separator: "\n").map(String.init)
            }
            #expect(try names("--tag", "x") == ["C", "A"])
            #expect(try names("-n", "2") == ["C", "B"])
            #expect(try names("--tag", "x", "-n", "1") == ["C"])
        }
    }

    @Test func ambiguousIdIsAnsweredWithNames() throws {
        try withScratchHome { home in
            let one = try home.add("https://a.example/", name: "Alpha")
            let two = try home.add("https://b.example/", name: "Beta")
            // Ids of the same moment begin with the same letters.
            let shared = String(zip(one, two).prefix { $0.0 == $0.1 }.map(\.0))
            try #require(!shared.isEmpty)
            let outcome = try home.run("show", shared)
            #expect(outcome.status == 64 && outcome.output.isEmpty)
            for known in ["\(one) “Alpha”", "\(two) “Beta”", "Several ids begin with \(shared): "] {
                #expect(outcome.errors.contains(known), "\(outcome.errors)")
            }
        }
    }

    @Test func editOfAnIdOpensTheEditorInATerminal() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let editor = home.with(["EDITOR": "sed -i s/Alpha/Gamma/", "VISUAL": nil])
            let terminal = try editor.open("edit", id)
            #expect(try terminal.exitStatus() == 0)
            #expect(try home.list().map(\.name) == ["Gamma"])
        }
    }
}

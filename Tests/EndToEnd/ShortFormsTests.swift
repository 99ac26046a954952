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
            try home.ok("--device", "here", "https://b.example/", "--name", "B")
            #expect(try home.list().map(\.name).contains("B"))
        }
    }

    @Test func listTakesATagAndANumber() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "A", tags: ["x"])
            try home.add("https://b.example/", name: "B", tags: ["xy"])
            try home.add("https://c.example/", name: "C", tags: ["x"])
            func names(_ arguments: String...) throws -> [String] {
                let output = try home.ok(["list", "--format", "{name}\\n"] + arguments).output
                return output.split(separator: "\n").map(String.init)
            }
            #expect(try names("--tag", "x") == ["C", "A"])
            #expect(try names("-n", "2") == ["C", "B"])
            #expect(try names("--tag", "x", "-n", "1") == ["C"])
        }
    }

    @Test func ambiguousIdIsAnsweredWithNames() throws {
        try withScratchHome { home in
            // There are fewer letters than bookmarks.
            try home.fill(40)
            let byLetter = Dictionary(grouping: try home.list()) { $0.id.prefix(1) }
            let (letter, found) = try #require(
                byLetter.filter { $0.value.count > 1 }.min { $0.value.count < $1.value.count })
            let outcome = try home.run("show", String(letter))
            #expect(outcome.status == 1 && outcome.output.isEmpty, "\(outcome)")
            #expect(outcome.errors.contains("Several ids begin with \(letter): "))
            for bookmark in found where found.count <= 5 {
                #expect(outcome.errors.contains("\(bookmark.id) “\(bookmark.name)”"))
            }
            #expect(outcome.errors.contains(", and others") == (found.count > 5))
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

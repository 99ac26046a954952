import TestSupport
import Testing

/// Several URLs that one command adds.
@Suite(.endToEnd)
struct AddSeveralTests {
    @Test func addingSeveralURLsSkipsDuplicatesInOneUndoStep() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let outcome = try home.run(
                "add", "https://b.example/", "a.example", "c.example", "http://b.example#x", "-t",
                "x")
            #expect(outcome.status == 65 && outcome.output.split(separator: "\n").count == 2)
            #expect(outcome.errors.contains("You already have this page: “Alpha” (\(id))"))
            #expect(outcome.errors.contains("1 URL leads to the same page as another one"))
            #expect(try home.list("#x").map(\.url) == ["https://b.example/", "https://c.example"])
            let undone = try home.run("undo")
            #expect(
                undone.errors.contains("Added 2 bookmarks") || undone.output.contains("Added 2"))
            #expect(try home.list().map(\.name) == ["Alpha"])
            let all = try home.run(
                "add", "https://a.example/", "https://d.example/", "--even-if-there", "--json")
            #expect(all.status == 0 && all.output.hasPrefix("[{"))
            #expect(try home.list().count == 3)
        }
    }

    @Test func oneInvalidURLOfSeveralAddsNothing() throws {
        try withScratchHome { home in
            let outcome = try home.run("add", "https://b.example/", "words here")
            #expect(outcome.status == 65 && outcome.output.isEmpty)
            #expect(outcome.errors.contains("“words here”: This is not a URL"))
            #expect(outcome.errors.contains("To name a bookmark: --name. Nothing was added."))
            let named = try home.run("add", "https://b.example/", "c.example", "--name", "B")
            #expect(named.status == 64 && named.errors.contains("are about one bookmark"))
            #expect(try home.list().isEmpty)
        }
    }
}

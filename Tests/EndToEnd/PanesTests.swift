import TestSupport
import Testing

/// A wide terminal: the library at the left, the selected bookmark at the right.
@Suite(.endToEnd)
struct PanesTests {
    @Test func previewFollowsTheSelectionAndListFollowsTheSidebar() throws {
        try withScratchHome { home in
            try home.add("https://one.example/deep/page", name: "One", tags: ["red"])
            try home.run(
                "edit", "--query", "one", "--folder", "Work/Deep", "--notes", "Note of one")
            try home.add("https://two.example/", name: "Two", tags: ["blue"])
            let list = try home.open(columns: 150)
            try list.expect("Library", "> Two", "two.example", "▸ Work", "#blue")
            try list.press("j")
            try list.expect("> One", "Note of one", "one.example/deep/page", "Work/Deep")
            // An edit in another terminal shows in both panes.
            try home.run("edit", "--query", "one", "--notes", "Another note", "--folder", "News")
            try list.expect("Another note", "News")
            try list.press("BTab", "G")
            try list.expect("1 of 2", "tag:red")
            try list.press("Enter", "[")
            try list.expectNo("Library")
            try list.press("q")
            #expect(try list.exitStatus() == 0)
            // The next list has the same panes.
            let next = try home.open(columns: 150)
            try next.expect("Preview", "> One")
            #expect(try !next.screen.contains("Library"))
        }
    }

    @Test func actionIsFoundByItsWords() throws {
        try withScratchHome { home in
            try home.add("https://one.example/", name: "One")
            let list = try home.openList()
            try list.expect("> One")
            try list.press(":")
            try list.type("archive the")
            try list.expect("> Archive the bookmark")
            try list.press("Enter")
            try list.expect("Archived “One”", "u undo")
            #expect(try home.list().isEmpty)
            #expect(try home.list("is:archived").count == 1)
            try list.press("u")
            try list.expect("> One")
        }
    }
}

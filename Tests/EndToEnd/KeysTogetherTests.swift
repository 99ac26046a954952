import ScratchFolder
import TestSupport
import Testing

/// Keys that arrive in one read, as a program, a paste or a slow connection sends them.
@Suite(.endToEnd)
struct KeysTogetherTests {
    @Test func tabCompletesTagsAndFoldersInTheForm() throws {
        try withScratchHome { home in
            try home.ok(
                "add", "https://a.example/", "--name", "Alpha", "--tag", "swift", "--folder",
                "folders/first", "--no-fetch")
            let list = try home.openList()
            try list.expect("Alpha")
            try list.press(
                "a", "https://b.example/", "Tab", "Beta", "Tab", "swi", "Tab", "Tab", "folders/f",
                "Tab", "Tab", "Note", "Enter")
            try list.expect("Added “Beta”")
            let shown = try home.ok("list", "Beta", "--json").output
            #expect(shown.contains("\"folder\":\"folders/first\""), "\(shown)")
            #expect(shown.contains("\"tags\":[\"swift\"]"), "\(shown)")
            #expect(shown.contains("\"notes\":\"Note\""), "\(shown)")
        }
    }

    @Test func tabCompletesThePathOfAnImport() throws {
        try withScratchHome { home in
            let file = home.folder.write("links.txt", "https://a.example/\n".utf8)
            let list = try home.openList()
            try list.expect("No bookmarks yet")
            try list.press("i", String(file.dropLast("ks.txt".count)), "Tab", "Enter")
            try list.expect("1 added")
        }
    }

    @Test func tabCompletesTagsInTheFilter() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", tags: ["swift"])
            let list = try home.openList()
            try list.expect("Alpha")
            try list.press("/", "#swi", "Tab")
            try list.expect("the tag must be completed") {
                $0.contains("#swift ") && $0.contains("1 of 1")
            }
            try list.expectNo("1 marked")
        }
    }

    /// An undo during an edit starts when the edit is done.
    @Test func undoWaitsUntilTheEditIsDone() throws {
        try withScratchHome { home in
            _ = try home.shell(
                "seq -f 'https://a.example/%g' 3000 | \"$0\" import --offline --tag all -")
            let list = try home.openList()
            try list.press("/", "tag:all", "Enter")
            try list.expect("3,000 of 3,000")
            try list.press("*")
            try list.expect("3,000 marked")
            try list.press("+", "more", "Enter", "u")
            try list.expect("Undone: Added #more to 3,000 bookmarks")
            #expect(try home.run("list", "#more").status == 1)
            #expect(try home.list("#all").count == 3000)
        }
    }
}

import ScratchFolder
import TestSupport
import Testing

/// One person, one terminal: the list and its keys.
@Suite(.endToEnd)
struct ListTests {
    @Test func emptyListSaysWhatToPress() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.expect("No bookmarks yet", "a  Add one", "q quit")
            try list.press("q")
            #expect(try list.exitStatus() == 0)
        }
    }

    @Test func undoAndRedoCoverAddEditAndDelete() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.expect("No bookmarks yet", "a add  : actions  , settings  ? help")
            try list.add("https://a.example/", name: "Alpha")
            try list.edit(.name, "Beta")
            try list.expect("> Beta")
            try list.press("d")
            try list.expect("Deleted “Beta”", "u undo", "The list is empty", "D to restore deleted")
            try list.press("u")
            try list.expect("> Beta")
            try list.press("u")
            try list.expect("> Alpha")
            try list.press("u")
            try list.expect("The list is empty", "a add  : actions  , settings  ? help")
            try list.press("u")
            try list.expect("Nothing more to undo; Ctrl-R to redo")
            try list.press("C-r", "C-r")
            try list.expect("> Beta")
        }
    }

    @Test func addedBookmarkIsInTheNextList() throws {
        try withScratchHome { home in
            let first = try home.openList()
            try first.add("https://a.example/", name: "Alpha")
            try first.press("q")
            #expect(try first.exitStatus() == 0)
            try home.openList().expect("> Alpha", "a.example")
        }
    }

    @Test func filterFollowsEveryKey() throws {
        try withScratchHome { home in
            try home.add("https://swift.example/", name: "Swift", tags: ["language"])
            try home.add("https://rust.example/", name: "Rust", tags: ["language"])
            try home.add("https://news.example/", name: "News")
            let list = try home.openList()
            try list.expect("News")
            try list.press("/")
            try list.type("lang")
            try list.expect("2 of 3")
            try list.type(" RU")
            try list.expect("0 of 3", "No match for")
            try list.press("BSpace", "BSpace")
            try list.type("ru")
            try list.expect("1 of 3", "> Rust")
            try list.press("Enter")
            try list.expect("1 of 3  /lang ru")
            try list.press("Escape")
            try list.expect("Swift", "News")
        }
    }

    @Test func escapeAsksBeforeItDiscardsTypedText() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.press("a")
            try list.expect("Notes")
            try list.type("https://typed.example/")
            try list.press("Escape")
            try list.expect("Discard your text? [y/N]")
            try list.press("n")
            try list.expectNo("[y/N]")
            try list.expect("https://typed.example/", "Your text is kept; Esc to discard")
            try list.type("x")
            try list.expect("https://typed.example/x")
            try list.expectNo("Your text is kept")
            // Two Escapes in a row are not a key with Alt: the second one keeps the text.
            try list.press("Escape", "Escape")
            try list.expect("https://typed.example/x", "Your text is kept; Esc to discard")
            try list.expectNo("[y/N]")
            try list.press("Escape")
            try list.expect("[y/N]", "y discard  Esc keep")
            try list.press("y")
            try list.expect("No bookmarks yet")
        }
    }

    @Test func enterAcceptsTheSuggestedSchemeOfAURL() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.press("a")
            try list.expect("Notes")
            try list.type("//swift.org")
            try list.press("Enter")
            try list.expect("Did you mean https://swift.org?")
            try list.press("Enter")
            try list.expectNo("Did you mean")
            try list.press("Enter", "Enter")
            try list.expect("Added “https://swift.org")
        }
    }

    @Test func duplicatePageIsAddedOnlyAfterConfirmation() throws {
        try withScratchHome { home in
            try home.add("https://a.example/page", name: "Alpha")
            let list = try home.openList()
            try list.expect("Alpha")
            try list.press("a")
            try list.expect("Notes")
            try list.type("HTTPS://A.example:443/page#part")
            try list.press("C-o")
            try list.expect("You already have this page: “Alpha”. Add it again? [y/N]")
            try list.press("n")
            try list.expectNo("[y/N]")
            try list.expect("HTTPS://A.example:443/page#part")
            #expect(try home.list().count == 1)
        }
    }

    @Test func formReportsADuplicateWhenItsURLIsTyped() throws {
        try withScratchHome { home in
            try home.add("https://a.example/page", name: "Alpha")
            let list = try home.openList()
            try list.expect("> Alpha")
            try list.press("a")
            try list.expect("Notes")
            try list.type("a.example/page")
            try list.press("Tab")
            try list.expect("You already have this page: “Alpha”. Saving asks")
            try list.press("BTab")
            try list.type("2")
            try list.expectNo("You already have this page")
            try list.press("Tab", "C-o")
            try list.expect("Added “https://a.example/page2”")
        }
    }

    @Test func emptyListOffersToRestoreDeletedBookmarks() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            #expect(try home.run("delete", id).status == 0)
            let list = try home.openList()
            try list.expect("The list is empty", "D to restore deleted bookmarks")
            try list.press("D")
            try list.expect("Deleted bookmarks", "Alpha")
            try list.press("r", "q")
            try list.expect("> Alpha")
        }
    }

    @Test func pastedURLOpensTheForm() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.expect("No bookmarks yet")
            try list.paste("https://q.example/dq?a=1&b=2\n")
            try list.expect("https://q.example/dq?a=1&b=2", "Notes")
            try list.press("C-o")
            try list.expect("Added “https://q.example/dq?a=1&b=2”")
            try list.paste("q d u\nsome text")
            try list.expect("Nothing was pasted")
            #expect(try home.list().map(\.url) == ["https://q.example/dq?a=1&b=2"])
        }
    }

    @Test func pastedTextAddsItsURLs() throws {
        try withScratchHome { home in
            try home.add("https://old.example/", name: "Old")
            let list = try home.openList()
            try list.expect("> Old")
            try list.paste("see https://q.example/x for more")
            try list.expect("https://q.example/x", "left out: “see for more”", "Notes")
            try list.press("Escape")
            try list.expect("Discard your text?")
            try list.press("y")
            try list.expect("> Old")
            try list.paste("https://z.example/\nhttps://a.example/\n")
            try list.expect("Add 2 bookmarks?")
            try list.press("y")
            try list.expect("Added 2 bookmarks", "> https://")
        }
    }

    @Test func sortingDetailsAndHelpOpenByTheirKeys() throws {
        try withScratchHome { home in
            try home.add("https://b.example/", name: "Alpha", tags: ["one"])
            try home.add("https://a.example/", name: "Beta")
            let list = try home.openList()
            try list.expect("> Beta")
            try list.press("s", "n")
            try list.expect("Alpha must come first") {
                guard let alpha = $0.firstRange(of: "Alpha"), let beta = $0.firstRange(of: "Beta")
                else { return false }
                return alpha.lowerBound < beta.lowerBound
            }
            try list.press("g", "l")
            try list.expect("Details", "Alpha", "https://b.example/", "one")
            try list.press("h", "?")
            try list.expect("Here: list", "Add a bookmark")
            try list.press("q")
            try list.expect("> Alpha")
        }
    }

    @Test func browserReceivesTheURLUnchanged() throws {
        try withScratchHome { home in
            let script = try home.folder.writeProgram(
                "browser", "printf '<%s>' \"$@\" > \"$0.log\"")
            let url = "https://a.example/$(touch${IFS}x);'\"`id`&b=|"
            try home.add(url, name: "Alpha")
            let list = try home.with(["BROWSER": script]).openList()
            try list.expect("> Alpha")
            try list.press("Enter")
            try list.expect("Opened “Alpha”")
            #expect(String(decoding: home.folder.read("browser.log"), as: UTF8.self) == "<\(url)>")
        }
    }

    @Test func urlThatRunsCodeIsNotOpened() throws {
        try withScratchHome { home in
            try home.add("javascript:alert(1)", name: "Trap")
            let list = try home.openList()
            try list.expect("> Trap")
            try list.press("o")
            try list.expect("Only http, https")
        }
    }

    @Test func copyPutsTheURLOnTheClipboard() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.with(["DISPLAY": nil, "WAYLAND_DISPLAY": nil]).openList()
            try list.expect("> Alpha")
            try list.press("y")
            try list.expect("Copied “https://a.example/”")
            #expect(try list.clipboard == "https://a.example/")
        }
    }
}

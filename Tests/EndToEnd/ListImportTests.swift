import ScratchFolder
import TestSupport
import Testing

/// Imports that run in an open list.
@Suite(.endToEnd)
struct ListImportTests {
    private func urls(_ count: Int) -> String {
        (1...count).map { "https://site\($0).example/page\n" }.joined()
    }

    @Test func importOfAFileIsOneUndoStep() throws {
        try withScratchHome { home in
            let file = home.folder.write("links.txt", (urls(1200) + "b0rked\n").utf8)
            let list = try home.openList()
            try list.expect("No bookmarks yet", "i  Import a file")
            try list.press("i")
            try list.expect("Import a file, a URL or browsers:")
            // The path is typed without its end, which Tab completes.
            try list.type(String(file.dropLast("ks.txt".count)))
            try list.expect("the path must be completed") { $0.contains("links.txt") }
            try list.press("Tab", "Enter")
            try list.expect("1,200 added", "Cloudy  1,200")
            #expect(try home.list().count == 1200)
            try list.press("u")
            try list.expect("Undone: Imported links.txt", "The list is empty")
        }
    }

    /// The message offers to undo the import, and not the search saved before it.
    @Test func undoRevertsAnImportAfterASearchWasSaved() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let file = home.folder.write("links.txt", urls(2).utf8)
            let list = try home.openList()
            try list.press("/")
            try list.type("alpha")
            try list.press("Enter", "w")
            try list.type("mine")
            try list.press("Enter")
            try list.expect("Saved as @mine")
            // A key right after Escape would count as that key with Alt.
            try list.press("Escape")
            try list.expect("the filter must be cleared") { !$0.contains("/alpha") }
            try list.press("i")
            try list.type(file)
            try list.press("Enter")
            try list.expect("2 added", "u undo")
            try list.press("u")
            try list.expect("Undone: Imported links.txt")
            #expect(try home.list().map(\.name) == ["Alpha"])
        }
    }

    @Test func unreadableFileIsReportedAndItsPathIsKept() throws {
        try withScratchHome { home in
            let list = try home.openList()
            try list.press("i")
            try list.type("/no/such/file")
            try list.press("Enter")
            try list.expect(
                "! /no/such/file: cannot be read: No such file or directory",
                "browsers: /no/such/file")
            // The typed text is still there to be corrected.
            let file = home.folder.write("links.txt", "https://a.example/\n".utf8)
            try list.press("C-u")
            try list.type(file)
            try list.press("Enter")
            try list.expect("1 added", "> https://a.example/")
        }
    }

    /// The prompt accepts the name of a format, and its message says so.
    @Test func promptAcceptsTheNameOfAFormat() throws {
        try withScratchHome { home in
            let odd = "One <a href=\"https://a.example/\">Alpha</a>\n"
            let list = try home.openList(columns: 160)
            try list.press("i")
            try list.type(home.folder.write("odd", odd.utf8))
            try list.press("Enter")
            try list.expect("put its name before the file, as in csv:links.txt")
            try list.press("Home")
            try list.type("html:")
            try list.press("Enter")
            try list.expect("odd (bookmarks as HTML): 1 added", "> Alpha")
        }
    }

    /// Several browsers are imported as one step.
    @Test func allBrowsersAreImportedTogether() throws {
        try withScratchHome { home in
            for (folder, name) in [("chromium", "Swift"), ("google-chrome", "Ada")] {
                let profile = home.folder.path("person/.config/\(folder)/Default")
                let bookmarks = """
                    {"roots": {"bookmark_bar": {"type": "folder", "name": "Bar", "children": [
                    {"type": "url", "name": "\(name)", "url": "https://\(name).example/"}]}},
                    "version": 1}
                    """
                _ = try home.shell(
                    "mkdir -p '\(profile)' && cat > '\(profile)/Bookmarks' <<'END'\n"
                        + "\(bookmarks)\nEND")
            }
            let list = try home.with([
                "HOME": home.folder.path("person"), "XDG_CONFIG_HOME": "",
            ]).openList()
            try list.expect(
                "1  Import Chrome, 1 bookmark", "2  Import Chromium, 1 bookmark", "0  Import both")
            try list.press("0")
            try list.expect("Chrome and Chromium: 2 added", "Ada", "Swift")
            try list.press("u")
            try list.expect("Undone: Imported Chrome and Chromium", "The list is empty")
        }
    }

    /// The message of an import tells how to find bookmarks that the list hides.
    @Test func importReportsUnreadAndArchivedBookmarks() throws {
        try withScratchHome { home in
            let lines = """
                {"url":"https://a.example/","name":"Alpha","unread":true}
                {"url":"https://b.example/","name":"Beta","archived":true}
                """
            let file = home.folder.write("mine.jsonl", lines.utf8)
            let list = try home.openList(columns: 120)
            try list.press("i")
            try list.type(file)
            try list.press("Enter")
            try list.expect(
                "2 added; 1 unread, 1 archived (search for is:archived)", "> Alpha")
        }
    }

    /// The prompt also accepts the character set of a file that does not declare it.
    @Test func promptAcceptsTheNameOfACharacterSet() throws {
        try withScratchHome { home in
            let start = Array("- [".utf8)
            let end = Array("](https://a.example/)\n- [B](https://b.example/)\n".utf8)
            let file = home.folder.write("links.md", start + [0xD6, 0xD0, 0xCE, 0xC4] + end)
            let list = try home.openList(columns: 160)
            try list.press("i")
            try list.type(file)
            try list.press("Enter")
            try list.expect("2 added", "> ÖÐÎÄ")
            try list.press("M")
            try list.expect("guessed", "press u, then", "gbk:links.html")
            try list.press("Escape")
            // A letter right after Escape would count as that letter with Alt.
            try list.expect("> ÖÐÎÄ")
            try list.press("u")
            try list.expect("Undone: Imported links.md")
            try list.press("i")
            try list.type("gbk:\(file)")
            try list.press("Enter")
            try list.expect("2 added", "> 中文")
        }
    }

    @Test func emptyListOffersToImportTheBrowser() throws {
        try withScratchHome { home in
            let folder = home.folder.path("person/.config/chromium/Default")
            let bookmarks = """
                {"roots": {"bookmark_bar": {"type": "folder", "name": "Bar", "children": [
                {"type": "url", "name": "Swift", "url": "https://www.swift.org/"}]}}, "version": 1}
                """
            _ = try home.shell(
                "mkdir -p '\(folder)' && cat > '\(folder)/Bookmarks' <<'END'\n\(bookmarks)\nEND")
            let list = try home.with([
                "HOME": home.folder.path("person"), "XDG_CONFIG_HOME": "",
            ]).openList()
            try list.expect("1  Import Chromium, 1 bookmark")
            try list.press("1")
            try list.expect("Chromium (", "1 added", "swift.org")
        }
    }
}

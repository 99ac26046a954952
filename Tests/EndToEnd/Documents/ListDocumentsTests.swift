import ScratchFolder
import TestSupport
import Testing

/// The documents of a bookmark in the open list.
@Suite(.endToEnd)
struct ListDocumentsTests {
    @Test func noteIsWrittenFromTheList() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("edit", id, "--notes", "short words")
            let list = try home.editing("echo more >> \"$1\"").openList()
            try list.expect("Alpha")
            try list.press("C-e")
            try list.expect(
                "Wrote the note of “Alpha”; it has the text of the Notes field now", "u undo")
            #expect(try home.run("note", id, "--print").output == "short words\nmore\n")
            #expect(try !home.run("show", id).output.contains("short words"))
            try list.press("u")
            try list.expect("Undone: Wrote the note of “Alpha”")
            #expect(try home.run("show", id).output.contains("short words"))
            #expect(try home.leftEditorFiles().isEmpty)
        }
    }

    @Test func documentsAreReadComparedAndRestored() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("note", id, "-", input: "first line\n")
            try home.run("note", id, "-", input: "first line\nsecond line\n")
            let list = try home.openList()
            try list.expect("Alpha")
            try list.press("f")
            try list.expect("Documents", "note", "2 versions")
            try list.press("Enter")
            try list.expect("first line", "second line")
            try list.press("q", "V")
            try list.expect("Versions", "current", "here")
            try list.press("Enter")
            try list.expect("@@ -1 +1,2 @@", "+second line")
            try list.press("q", "j", "r")
            try list.expect("Restored version 1 of “Note”")
            #expect(try home.run("note", id, "--print").output == "first line\n")
            try list.press("u")
            try list.expect("Undone: Restored version 1")
            #expect(try home.run("note", id, "--print").output == "first line\nsecond line\n")
        }
    }

    @Test func readerOpensAtThePlaceSavedByAnotherDevice() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let text = (0..<200).map { "Paragraph \($0).\n\n" }.joined()
            try home.run("attach", id, "-", "--name", "a.txt", input: text)
            let list = try home.openList()
            try list.expect("Alpha")
            try list.press("f")
            try list.expect("a.txt")
            try list.press("Enter")
            try list.expect("Paragraph 0.")
            try list.press("Space")
            try list.expectNo("Paragraph 0.")
            let top = try #require(firstParagraph(on: list.screen))
            try list.press("q")
            try list.expect("Documents")
            try home.run("sync")
            try home.run("sync", "--device", "two")
            let two = try home.openList(device: "two")
            try two.expect("Alpha")
            try two.press("f")
            try two.expect("a.txt")
            try two.press("Enter")
            try two.expect(top)
            #expect(try firstParagraph(on: two.screen) == top)
            // Saving the place in a page is not an edit.
            #expect(try !home.run("history", id).output.contains("Paragraph"))
            #expect(try home.run("undo").output.contains("a.txt"))
        }
    }

    @Test func fileIsAttachedFromTheList() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            home.folder.write("paper.txt", "words".utf8)
            let list = try home.openList()
            try list.expect("Alpha")
            try list.press("f", "a")
            try list.expect("Attach the file:")
            try list.type(home.folder.path("papers.txt"))
            try list.press("Enter")
            try list.expect("Cannot read", "papers.txt")
            try list.press("C-u")
            try list.type(home.folder.path("pap"))
            try list.expect("paper.txt")
            try list.press("Tab", "Enter")
            try list.expect("Attached “paper.txt” to “Alpha”")
            #expect(try home.run("docs", id).output.contains("paper.txt"))
            try list.press("u")
            try list.expect("Undone: Attached", "There are no documents")
        }
    }

    private func firstParagraph(on screen: String) -> String? {
        screen.firstMatch(of: /Paragraph \d+\./).map { String($0.output) }
    }

    @Test func documentsAreDroppedAndDeleted() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("attach", id, "-", "--name", "a.txt", input: "words")
            let list = try home.openList()
            try list.expect("Alpha")
            try list.press("f")
            try list.expect("a.txt")
            try list.press("x")
            try list.expect("Removed “a.txt” from this device", "remote")
            try list.press("d")
            try list.expect("Deleted the file “a.txt”", "There are no documents")
            try list.press("u")
            try list.expect("Undone: Deleted the file “a.txt”", "remote")
        }
    }

    /// A document's mark changes as soon as it is fetched for reading, or dropped by a command.
    @Test func readingARemoteDocumentRemovesItsRemoteMark() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let document = try home.run(
                "attach", id, "-", "--name", "a.txt", input: "some words"
            ).output.filter { !$0.isNewline }
            let list = try home.openList()
            try list.expect("Alpha")
            try list.press("f")
            try list.expect("a.txt")
            try home.run("docs", "drop", document)
            try list.expect("remote")
            try list.press("r")
            try list.expect("some words")
            try list.press("q")
            try list.expect("the mark “remote” must disappear") {
                $0.contains("a.txt") && !$0.contains("remote")
            }
        }
    }

    /// Another device adds a document while the page is open.
    @Test func documentFromAnotherDeviceAppearsInTheOpenPage() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("sync", "--device", "two")
            let list = try home.openList(device: "two")
            try list.expect("Alpha")
            try list.press("f")
            try list.expect("There are no documents")
            try home.run("attach", id, "-", "--name", "a.txt", input: "words")
            try list.expect("a.txt")
        }
    }
}

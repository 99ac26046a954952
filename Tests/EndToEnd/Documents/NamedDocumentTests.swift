import ScratchFolder
import TestSupport
import Testing

/// Commands that get the id of a document where usually the id of a bookmark is given.
@Suite(.endToEnd)
struct NamedDocumentTests {
    /// Attaches a text to a bookmark, and returns the id of the document.
    private func attach(
        _ home: Home, _ bookmark: String, _ name: String, _ text: String
    ) throws -> String {
        let attached = try home.run("attach", bookmark, "-", "--name", name, input: text)
        return attached.output.filter { !$0.isNewline }
    }

    @Test func docsPrintsTheDocumentOfAnId() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let one = try attach(home, id, "one.txt", "text")
            let two = try attach(home, id, "two.txt", "text")
            for arguments in [["docs", two], ["docs", "list", String(two.prefix(9))]] {
                let listed = try home.run(arguments)
                #expect(listed.status == 0, "\(listed.errors)")
                let lines = listed.output.split(separator: "\n")
                #expect(lines.count == 1 && lines.first?.hasPrefix("\(two)\tfile\t") == true)
            }
            #expect(try home.run("docs", one, "--json").output.contains("\"name\":\"one.txt\""))
            #expect(try home.run("docs", id).output.split(separator: "\n").count == 2)
            let none = try home.run("docs", "zzzzzzzz")
            #expect(none.status == 1, "\(none.errors)")
            let words = "No bookmark or document has the id zzzzzzzz"
            #expect(none.errors.contains(words), "\(none.errors)")
        }
    }

    /// A note has the id of its bookmark, which may have other documents.
    @Test func deletingANoteReportsTheDocumentsThatStay() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            _ = try attach(home, id, "one.txt", "text")
            try home.run("note", id, "-", input: "my note\n")
            let deleted = try home.run("docs", "delete", id)
            #expect(deleted.status == 0 && deleted.output.isEmpty)
            #expect(
                deleted.errors
                    == "cloudy: Deleted the note only; 1 other document of the bookmark stays. To "
                    + "bring the note back: cloudy undo\n")
            #expect(try home.run("docs", id).output.contains("one.txt"))
            let file = try home.run("docs", "diff", id)
            #expect(file.errors == "cloudy: There is only one version.\n")
        }
    }

    /// A missing file is an error in the data, not a failure to write.
    @Test func missingFileIsADataError() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let place = home.folder.path("nothing/here")
            for arguments in [
                ["attach", id, place], ["save", id, "--file", place], ["import", place],
                ["restore", "--from", "latest"], ["restore", "--from", place],
            ] {
                let refused = try home.run(arguments)
                #expect(refused.status == 65, "\(arguments): \(refused.errors)")
                #expect(!refused.errors.contains("To see the files there: ls"))
            }
        }
    }

    @Test func readPrintsTheTextOfADocument() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let file = try attach(home, id, "one.txt", "line 1\nline 2\n\nmore\n")
            let read = try home.run("read", file)
            #expect(read.status == 0 && read.output == "line 1\nline 2\n\nmore\n", "\(read)")
            try home.run("note", id, "-", input: "my note\n")
            try home.run("save", id, "--file", "-", input: SaveTests.article("queue"))
            let rows = try home.run("docs").output.split(separator: "\n").map {
                $0.split(separator: "\t")
            }
            // A note has the id of its bookmark, and `read` with that id shows the page.
            #expect(rows.contains { $0[0] == id && $0[1] == "note" }, "\(rows)")
            for document in [id, String(try #require(rows.first { $0[1] == "page" })[0])] {
                let page = try home.run("read", document)
                #expect(page.output.contains("of the queue"), "\(page)")
            }
            let paper = try attach(home, id, "a.bin", "a\u{0}b")
            let refused = try home.run("read", paper)
            #expect(refused.status == 65)
            #expect(
                refused.errors
                    == "cloudy: “a.bin” has no text: it is not text but application/octet-stream. "
                    + "To open it: cloudy docs open \(paper)\n")
            let fresh = try home.run("read", file, "--fresh")
            #expect(fresh.status == 64)
            #expect(fresh.errors.contains("--fresh fetches pages, and \(file) is a file."))
        }
    }

    /// These commands are for bookmarks. With the id of a document, they change no bookmark.
    @Test(arguments: ["show", "delete", "open", "note", "save", "history"])
    func commandsForBookmarksExplainThatAnIdIsADocument(_ command: String) throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let document = try attach(home, id, "one.txt", "text")
            let refused = try home.run(command, document)
            #expect(refused.status == 1 && refused.output.isEmpty, "\(refused)")
            #expect(
                refused.errors
                    == "cloudy: \(document) is a document of the bookmark \(id), not a bookmark. "
                    + "To see the document: cloudy docs \(document). To see the bookmark: cloudy "
                    + "show \(id)\n")
            #expect(try home.list().count == 1)
        }
    }
}

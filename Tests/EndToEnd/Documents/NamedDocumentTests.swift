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
            let words = "There is no bookmark or document “zzzzzzzz”."
            #expect(none.errors.contains(words), "\(none.errors)")
        }
    }

    /// A page without a title has an empty name, and an empty variable must not mean it.
    @Test(arguments: ["", " "])
    func emptyNameMeansNoDocument(_ name: String) throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.ok("save", id, "--file", "-", input: "<p>A page without a title</p>")
            for arguments in [
                ["docs", name], ["docs", "--deleted", name], ["docs", "get", name],
                ["docs", "open", name], ["docs", "versions", name], ["docs", "diff", name],
                ["docs", "restore", name, "1"], ["docs", "delete", name], ["docs", "drop", name],
                ["docs", "send", name], ["transfers", "pause", name], ["read", name],
                ["restore", name], ["delete", "--forever", name, "--yes"],
            ] {
                let refused = try home.run(arguments)
                #expect(refused.status == 1 && refused.output.isEmpty, "\(arguments) \(refused)")
                #expect(
                    refused.errors.hasPrefix("cloudy: The id is empty. To see the ids: cloudy "),
                    "\(arguments) \(refused.errors)")
            }
            let attached = try home.run("attach", id, "-", "--name", name, input: "text")
            #expect(attached.status == 64)
            #expect(attached.errors.contains("The name is empty."), "\(attached.errors)")
            #expect(try home.run("docs").output.split(separator: "\n").count == 1)
        }
    }

    /// A name may also be the beginning of an id.
    @Test func nameThatBeginsAnotherIdIsRefused() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let one = try attach(home, id, "one.txt", "text")
            let (name, other) = (String(one.prefix(6)), String(id.prefix(6)))
            let named = try attach(home, id, name, "text")
            let second = try attach(home, try home.add("https://b.example/", name: "B"), other, "b")
            for arguments in [["docs", "get", name], ["docs", "delete", name]] {
                let refused = try home.run(arguments)
                #expect(refused.status == 64, "\(refused)")
                #expect(
                    refused.errors
                        == "cloudy: “\(name)” can mean several: \(one) file “one.txt”, \(named) "
                        + "file “\(name)”. Type the id of the one you mean.\n")
            }
            for arguments in [["docs", other], ["docs", "delete", other], ["read", other]] {
                let refused = try home.run(arguments)
                #expect(refused.status == 64, "\(refused)")
                #expect(refused.errors.contains("“\(other)” can mean several: "), "\(refused)")
                #expect(refused.errors.contains("\(second) file “\(other)”"), "\(refused)")
            }
            try home.ok("docs", "delete", one, second)
            // The name is the only one left.
            #expect(try home.ok("docs", "get", name).output == "text")
            // Among the deleted ones, it is again the beginning of an id, too.
            try home.ok("docs", "delete", named)
            for arguments in [["restore", name], ["delete", "--forever", name, "--yes"]] {
                let refused = try home.run(arguments)
                #expect(refused.status == 64, "\(refused)")
                #expect(refused.errors.contains("“\(name)” can mean several: \(one) file"))
            }
            #expect(try home.run("docs", "--deleted").output.split(separator: "\n").count == 3)
        }
    }

    /// A deletion needs more of an id than a slip of the finger may hit.
    @Test func shortBeginningOfAnIdDeletesNothing() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let one = try attach(home, id, "one.txt", "text")
            let short = String(one.prefix(3))
            let said =
                "cloudy: To delete a document, type at least 4 characters of an id. \(short) would "
                + "mean: \(one) file “one.txt”\n"
            let refused = try home.run("docs", "delete", short)
            #expect(refused.status == 64 && refused.errors == said, "\(refused)")
            // The bookmark has only this document.
            let bookmark = try home.run("docs", "delete", String(id.prefix(3)))
            #expect(bookmark.status == 64, "\(bookmark)")
            #expect(bookmark.errors.contains("of an id. \(id.prefix(3)) would mean: \(one) file"))
            #expect(try home.ok("docs", "get", short).output == "text")
            try home.ok("docs", "delete", String(one.prefix(4)))
            let forever = try home.run("delete", "--forever", "--yes", short)
            #expect(forever.status == 64 && forever.errors == said, "\(forever)")
            try home.ok("restore", short)
            #expect(try home.run("docs").output.hasPrefix(one))
        }
    }

    @Test func namesAreAcceptedWhereIdsAre() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            for name in ["p.txt", "Ünï", "two words"] {
                let document = try attach(home, id, name, "text of \(name)\n")
                #expect(try home.ok("docs", name).output.hasPrefix("\(document)\tfile\t"))
                #expect(try home.ok("read", name.uppercased()).output == "text of \(name)\n")
                let early = try home.run("delete", "--forever", name, "--yes")
                #expect(early.status == 1)
                #expect(early.errors.contains("The document \(document) is not in the trash."))
                try home.ok("docs", "delete", name)
                #expect(try home.ok("docs", "--deleted", name).output.hasPrefix(document))
                try home.ok("restore", name)
                try home.ok("docs", "delete", name)
                try home.ok("delete", "--forever", name, "--yes")
                for arguments in [["docs", name], ["read", name]] {
                    let none = try home.run(arguments)
                    #expect(none.status == 1, "\(none)")
                    let said = "cloudy: There is no bookmark or document “\(name)”. To see them: "
                    #expect(none.errors.hasPrefix(said), "\(none.errors)")
                }
                let none = try home.run("restore", name)
                #expect(none.status == 1)
                let said = "cloudy: There is no deleted bookmark or document “\(name)”."
                #expect(none.errors.hasPrefix(said), "\(none.errors)")
            }
            // A URL is one of a bookmark.
            let url = try home.run("docs", "https://b.example/")
            #expect(url.errors == "cloudy: No bookmark here has the URL https://b.example/.\n")
        }
    }

    /// A note has the id of its bookmark, which may have other documents.
    @Test func deletingANoteReportsTheDocumentsThatStay() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            _ = try attach(home, id, "one.txt", "text")
            try home.run("note", id, "-", input: "my note\n")
            let dropped = try home.run("docs", "drop", id)
            #expect(dropped.status == 0)
            #expect(
                dropped.errors
                    == "cloudy: Removed the note only from this device; 1 other document of the "
                    + "bookmark stays.\n")
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

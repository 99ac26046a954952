import ScratchFolder
import TestSupport
import Testing

/// Deleted documents in the shell: listed, restored, deleted forever.
@Suite(.endToEnd) struct DeletedDocumentTests {
    private func attach(_ home: Home, _ bookmark: String, _ name: String) throws -> String {
        let text = "text of \(name)"
        let attached = try home.run("attach", bookmark, "-", "--name", name, input: text)
        return attached.output.filter { !$0.isNewline }
    }

    @Test func deletedDocumentsAreListedAndRestored() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let file = try attach(home, id, "one.txt")
            try home.run("note", id, "-", input: "my note\n")
            #expect(try home.run("docs", "--deleted").status == 1)
            let deleted = try home.run("docs", "delete", file, id, "one.txt", "--json")
            #expect(deleted.output == "{\"ids\":[\"\(file)\",\"\(id)\"]}\n")
            let listed = try home.run("docs", "--deleted")
            #expect(listed.status == 0, "\(listed.errors)")
            let lines = listed.output.split(separator: "\n").map { $0.split(separator: "\t") }
            #expect(Set(lines.map { $0[0] }) == [file[...], id[...]], "\(listed.output)")
            #expect(lines.allSatisfy { $0[5] == id }, "\(listed.output)")
            let json = try home.run("docs", "--deleted", file, "--json").output
            #expect(json.contains("\"deletedBy\":\"here\""), "\(json)")
            #expect(json.contains("\"name\":\"one.txt\""), "\(json)")
            #expect(!json.contains("\"note\""))
            let trash = try home.run("trash")
            #expect(trash.output.isEmpty)
            #expect(
                trash.errors
                    == "cloudy: The trash has 2 documents. To see them: cloudy docs "
                    + "--deleted\n")

            let restored = try home.run("restore", file, id, "--json")
            #expect(restored.output == "{\"changed\":2,\"ids\":[\"\(file)\",\"\(id)\"]}\n")
            #expect(try home.run("docs", "get", file).output == "text of one.txt")
            #expect(try home.run("note", id, "--print").output == "my note\n")
            #expect(try home.run("restore", file).status == 1)
        }
    }

    @Test func commandsSayThatADocumentIsInTheTrash() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let file = try attach(home, id, "one.txt")
            try home.run("docs", "delete", file)
            for named in ["one.txt", file] {
                for command in [["restore", named, "1"], ["get", named], ["versions", named]] {
                    let refused = try home.run(["docs"] + command)
                    #expect(refused.status == 1 && refused.output.isEmpty)
                    #expect(
                        refused.errors
                            == "cloudy: “one.txt” is in the trash. To restore it: cloudy restore "
                            + "\(file)\n")
                }
            }
            let unnumbered = try home.run("docs", "restore", "one.txt")
            #expect(unnumbered.status == 64)
            #expect(unnumbered.errors.contains("restore a deleted document: cloudy restore."))
        }
    }

    @Test func documentsInTheTrashAreDeletedForever() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let files = try ["one.txt", "two.txt", "three.txt"].map { try attach(home, id, $0) }
            let early = try home.run("delete", "--forever", files[0], "--yes")
            #expect(early.status == 1)
            #expect(
                early.errors
                    == "cloudy: The document \(files[0]) is not in the trash. Nothing was "
                    + "deleted. To move it there first: cloudy docs delete \(files[0])\n")
            try home.run(["docs", "delete"] + files)
            let refused = try home.run("delete", "--forever", files[0])
            #expect(refused.status == 64)
            #expect(refused.errors.contains("To delete 1 document forever"), "\(refused.errors)")
            #expect(try home.run("delete", "--forever", files[0], "--yes").status == 0)
            #expect(try home.run("restore", files[0]).status == 1)
            let listed = try home.run("docs", "--deleted").output
            let piped = try home.run("restore", "-", input: listed)
            #expect(piped.errors.contains("Restored 2 documents."), "\(piped.errors)")
            try home.run("docs", "delete", files[1])
            try home.run("delete", id)
            // The document is not counted, since it is deleted with its bookmark.
            let all = try home.run("trash", "--empty", "--yes")
            #expect(all.errors.contains("Deleted 1 bookmark forever."), "\(all.errors)")
            #expect(try home.run("docs", "--deleted").status == 1)
        }
    }

    @Test func undoReportsADocumentThatWasDeletedForever() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let files = try ["one.txt", "two.txt"].map { try attach(home, id, $0) }
            try home.run(["docs", "delete"] + files)
            try home.run("delete", "--forever", files[0], "--yes")
            let undone = try home.run("undo")
            #expect(undone.status == 0)
            #expect(undone.output.hasPrefix("Undone: Deleted 2 documents"))
            #expect(
                undone.errors
                    == "cloudy: 1 of 2 items was deleted forever and cannot be restored.\n")
            #expect(try home.run("docs").output.split(separator: "\n").count == 1)
        }
    }

    /// The preview shows what is known of a deleted document, and what can be done with it.
    @Test func trashOfTheListShowsDeletedDocuments() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("note", id, "-", input: "first line\nsecond line\n")
            let page = "<title>Gardens</title><article><p>Roses need light.</p></article>"
            try home.run(
                "save", id, "--file", home.folder.write("page.html", page.utf8))
            let saved = try #require(
                try home.run("docs", id).output.split(separator: "\n")
                    .first { $0.contains("Gardens") }?.split(separator: "\t").first)
            try home.run("docs", "delete", String(saved))
            try home.run("docs", "delete", id)
            let list = try home.open(columns: 150)
            try list.expect("> Alpha")
            try list.expect("the sidebar must count both documents") { $0.contains(/Trash +2/) }
            try list.press("D")
            try list.expect(
                "Note of “Alpha”", "23 B", "Deleted just now on here",
                "r to restore it, X to delete it", "first line", "second line")
            try list.press("j")
            try list.expect("Page of “Alpha”", "Roses need light.")
            try list.press("r")
            try list.expect("Restored “Gardens”")
            try list.press("j", "X", "y")
            try list.expect("The trash is empty.", "The selected row shows here.")
            try list.expect("the sidebar must count no documents") { $0.contains(/Trash +0/) }
        }
    }
}

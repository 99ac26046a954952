import TestSupport
import Testing

/// Deleting bookmarks, and getting them back.
@Suite(.endToEnd) struct TrashTests {
    @Test func restoringADuplicateSaysSo() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.ok("delete", id)
            _ = try home.add("https://a.example/", name: "Alpha again")
            let restored = try home.ok("restore", id)
            #expect(
                restored.errors.contains(
                    "1 restored bookmark has the page of another one. To see them: cloudy dup"),
                "\(restored.errors)")
        }
    }

    @Test func commandsShowRestoreAndDeleteForever() throws {
        try withScratchHome { home in
            try home.fill(3, device: "laptop")
            let ids = try home.list(device: "laptop").map(\.id)
            #expect(try home.run("delete", "--device", "laptop", ids[0], ids[1]).status == 0)
            let trash = try home.run("trash", "--device", "laptop")
            #expect(trash.output.split(separator: "\n").count == 2)
            #expect(trash.output.contains(ids[0]) && !trash.output.contains(ids[2]))
            #expect(try home.run("trash", "--json", "--device", "laptop").output.hasPrefix("[\n{"))

            #expect(try home.run("restore", "--device", "laptop", ids[0]).status == 0)
            #expect(Set(try home.list(device: "laptop").map(\.id)) == [ids[0], ids[2]])
            #expect(try home.run("restore", "--device", "laptop", ids[2]).status == 1)
            let emptied = try home.run("trash", "--empty", "--yes", "--device", "laptop")
            #expect(emptied.status == 0)
            #expect(emptied.errors == "cloudy: Deleted 1 bookmark forever.\n")
            #expect(try home.run("trash", "--device", "laptop").output.isEmpty)
            #expect(try home.run("restore", "--device", "laptop", ids[1]).status == 1)
            #expect(try home.run("verify", "--device", "laptop").status == 0)
        }
    }

    @Test func deletionForeverDeletesOnlyTheMatchesOfItsQuery() throws {
        try withScratchHome { home in
            let work = try home.add("https://a.example/", name: "Alpha")
            let other = try home.add("https://b.example/", name: "Beta")
            try home.run("edit", work, "--folder", "work", "--notes", "mine")
            try home.run("delete", work, other)
            // Deleting forever can't be undone, and here nobody can be asked.
            let forever = ["delete", "--forever"]
            for command in [
                forever + ["--query=-in:work"], ["trash", "--empty"], forever + [other],
                forever + [work, other],
            ] {
                let refused = try home.run(command)
                #expect(refused.status == 64 && refused.errors.contains("again with --yes."))
                #expect(try home.list("is:deleted").count == 2, "\(command)")
            }
            let gone = try home.run(forever + ["--query=-in:work", "--yes"])
            #expect(gone.status == 0)
            let left = try home.run("trash", "--format", "{id} {folder} {notes} {device}\\n")
            #expect(left.output == "\(work) work mine here\n")
            #expect(try home.run("list", "is:deleted", "--json").output.contains("\"mine\""))
            #expect(try home.run("restore", "--query=-is:deleted").status == 1)
            #expect(try home.run("restore", "-q", "note:mine").status == 0)
            #expect(try home.list("in:work").map(\.id) == [work])
        }
    }

    @Test func emptyQueryIsRefused() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            for command in ["delete", "open", "restore", "copy"] {
                for query in ["", "  "] {
                    let refused = try home.run(command, "--query", query)
                    #expect(refused.status == 64, "\(command)")
                    #expect(refused.errors.contains("every bookmark"), "\(command)")
                }
            }
            let forever = try home.run("delete", "--forever", "--query", "")
            #expect(forever.errors.contains("cloudy trash | cloudy delete --forever -"))
            #expect(try home.run("edit", "--query", "", "--add-tag", "x").status == 64)
            #expect(try home.list().map(\.id) == [id])
        }
    }

    @Test func deletionForeverRefusesABookmarkThatIsNotInTheTrash() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["x"])
            let other = try home.add("https://b.example/", name: "Beta")
            try home.run("delete", other)
            for targets in [[id], ["https://a.example/"], [other, String(id.prefix(8))]] {
                let refused = try home.run(["delete", "--forever", "--yes"] + targets)
                #expect(refused.status == 1)
                #expect(
                    refused.errors
                        == "cloudy: The bookmark \(id) is not in the trash. Nothing was deleted. "
                        + "To move it there first: cloudy delete \(id)\n")
            }
            let piped = try home.shell("\"$0\" list | \"$0\" delete --forever --yes -")
            #expect(piped.status == 1 && piped.errors.contains("Nothing was deleted."))
            let query = try home.run("delete", "--forever", "--yes", "--query", "#x")
            #expect(query.status == 1)
            #expect(
                query.errors
                    == "cloudy: Nothing in the trash matches “#x”. Nothing was done.\n")
            #expect(try home.list().map(\.id) == [id])
            #expect(try home.list("is:deleted").map(\.id) == [other])
        }
    }

    @Test func outputOfTrashCanBeDeletedForever() throws {
        try withScratchHome { home in
            for name in ["Alpha", "Beta"] {
                try home.run("delete", try home.add("https://\(name).example/", name: name))
            }
            let piped = try home.shell(
                "\"$0\" trash --limit 1 | \"$0\" delete --forever - --yes --offline")
            #expect(piped.status == 0, "\(piped.errors)")
            #expect(piped.errors.hasPrefix("cloudy: Deleted 1 bookmark forever.\n"))
            #expect(try home.list("is:deleted").map(\.name) == ["Alpha"])
        }
    }

    @Test func emptyingTheTrashRefusesOptionsThatChooseAPart() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("delete", id)
            for options in [["--limit", "1"], ["--format", "{id}"], ["-0"]] {
                let refused = try home.run(["trash", "--empty", "--yes"] + options)
                #expect(refused.status == 64)
                #expect(refused.errors.contains("leave out --format, --limit and -0"))
            }
            #expect(try home.run("trash", "--yes").errors.contains("--yes needs --empty."))
            #expect(try home.list("is:deleted").map(\.id) == [id])
            try home.ok("trash", "--empty", "--yes")
            let again = try home.run("trash", "--empty")
            #expect(again.status == 0 && again.errors == "cloudy: The trash is empty.\n")
        }
    }

    @Test func emptyingTheTrashAsksForConfirmationInATerminal() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("delete", id)
            let terminal = try home.open(
                ["-c", "\"$0\" trash --empty; echo \"status $?\"; read line", Places.program],
                columns: 100, program: "sh")
            try terminal.expect("Delete 1 bookmark forever? [y/N]")
            try terminal.press("Enter")
            try terminal.expect("Nothing was done.", "status 1")
            #expect(try home.run("trash").output.contains(id))
        }
    }

    @Test func markedBookmarksAreRestoredInOneUndoStep() throws {
        try withScratchHome { home in
            try home.fill(4, device: "laptop")
            let laptop = try home.openList(device: "laptop")
            try laptop.press("d", "d", "d", "/")
            try laptop.type("is:deleted")
            try laptop.press("Enter")
            try laptop.expect("3 found")
            try laptop.press("*", "r")
            try laptop.expect("Restored 3 bookmarks")
            #expect(try home.list(device: "laptop").count == 4)
            try laptop.press("u")
            try laptop.expect("Undone: Restored 3 bookmarks", "3 found")
            try laptop.press("*", "X")
            try laptop.expect("Delete 3 bookmarks forever, on all devices? [y/N]")
            try laptop.press("y")
            try laptop.expect("Deleted 3 bookmarks forever")
            #expect(try home.run("trash", "--device", "laptop").output.isEmpty)
            try laptop.press("Escape")
            try laptop.expect("Cloudy  1 ")
            try laptop.press("d", "D", "*", "r")
            try laptop.expect("The trash is empty.")
            try laptop.press("u")
            try laptop.expect("Deleted bookmarks  1")
        }
    }

    @Test func listShowsRestoresAndDeletesForever() throws {
        try withScratchHome { home in
            try home.fill(3, device: "laptop")
            let laptop = try home.openList(device: "laptop")
            try laptop.expect("> Page 102")
            try laptop.press("d", "d", "D")
            try laptop.expect("Deleted bookmarks  2", "> Page 101")
            try laptop.press("j", "r")
            try laptop.expect("Deleted bookmarks  1", "Restored “Page 102”")
            try laptop.press("X")
            try laptop.expect("Delete “Page 101” forever, on all devices? [y/N]")
            try laptop.press("y")
            try laptop.expect("The trash is empty.")
            try laptop.press("q")
            try laptop.expect("Cloudy  2", "Page 102")
        }
    }

    @Test func previewShowsWhenABookmarkWasDeleted() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.open(columns: 120)
            try list.expect("> Alpha")
            try list.press("d", "D")
            try list.expect("a.example", "Deleted just now on here", "Press r to restore it")
            try list.press("r")
            try list.expect("The trash is empty.")
        }
    }

    /// So many bookmarks that another thread reads them, while keys keep working.
    @Test func trashShowsThousandsOfDeletedBookmarks() throws {
        try withScratchHome { home in
            try home.shell(
                """
                seq 1 10050 | sed 's|^|https://many.example/|' | "$0" import - >/dev/null
                "$0" delete --query site:many --yes >/dev/null
                """)
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.openList()
            try list.press("D")
            try list.expect("Deleted bookmarks  10,050")
            try list.press("r", "q")
            try list.expect("Cloudy  2 ")
        }
    }
}

import Glibc
import ScratchFolder
import TestSupport
import Testing

/// Undo of what any terminal of the device did.
@Suite(.endToEnd)
struct UndoCommandTests {
    @Test func undoAndRedoRevertAndRepeatEdits() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "A")
            #expect(try home.run("edit", id, "--name", "B").status == 0)
            let listed = try home.run("undo", "--list")
            let lines = listed.output.split(separator: "\n")
            #expect(listed.status == 0 && lines.count == 2)
            #expect(lines.first?.hasSuffix("\tby a command\t1 bookmark\tChanged “B”") == true)
            let table = try home.openShell("\"$0\" undo --list")
            try table.expect("Made              By            What        Change\n")
            try table.expect("  by a command  1 bookmark  Changed “B”")
            let undone = try home.run("undo")
            #expect(undone.output.hasPrefix("Undone: Changed “B” (by a command, "))
            #expect(try home.list().map(\.name) == ["A"])
            let json = try home.run("undo", "--json")
            #expect(json.output.contains("\"changed\":1"))
            #expect(json.output.contains("\"title\":\"Added “A”\""))
            #expect(try home.list().isEmpty)
            let none = try home.run("undo")
            #expect(none.status == 1 && none.errors.contains("Nothing to undo."))
            #expect(try home.run("undo", "--list").status == 0)
            #expect(try home.run("undo", "--list", "--json").output == "[]\n")
            #expect(try home.run("redo", "--list").output.contains("Added “A”"))
            #expect(try home.run("redo").status == 0)
            #expect(try home.run("redo").output.hasPrefix("Redone: Changed “B”"))
            #expect(try home.list().map(\.name) == ["B"])
            #expect(try home.run("redo").status == 1)
        }
    }

    @Test func documentsAreNotCountedAsBookmarks() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "A")
            try home.run("edit", id, "--notes", "as text")
            _ = try home.shell(
                """
                printf note | "$0" note \(id) -
                echo 1 > "$HOME/one"; echo 2 > "$HOME/two"
                "$0" attach \(id) "$HOME/one" "$HOME/two"
                """)
            let steps = try home.run("undo", "--list").output.split(separator: "\n")
            #expect(
                steps.map { $0.split(separator: "\t")[2] }
                    == ["2 documents", "1 document", "1 bookmark", "1 bookmark"], "\(steps)")
            let listed = try home.run("undo", "--list", "--json").output
            #expect(listed.contains(#"{"bookmarks":0,"by":"command","documents":2,"#))
            let undone = try home.run("undo", "--json").output
            #expect(undone.contains(#"{"bookmarks":0,"by":"command","changed":2,"documents":2,"#))
        }
    }

    @Test func undoReportsAStepThatWasUndoneElsewhere() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "A", device: "laptop")
            try home.run("sync", "--device", "laptop")
            try home.run("sync", "--device", "phone")
            try home.run("delete", id, "--device", "laptop")
            try home.run("sync", "--device", "laptop")
            try home.run("sync", "--device", "phone")
            #expect(try home.run("restore", id, "--device", "phone").status == 0)
            try home.run("sync", "--device", "phone")
            let list = try home.openList(device: "laptop")
            try list.expect("> A")
            let undone = try home.run("undo", "--device", "laptop")
            #expect(undone.output.hasPrefix("Already undone elsewhere: Deleted “A”"))
            #expect(undone.status == 1)
            // The commands in the message do what it says.
            #expect(
                undone.errors
                    == "cloudy: The change was already undone. To undo the step before it "
                    + "(Added “A”): cloudy undo. To redo it here: cloudy redo\n",
                "\(undone.errors)")
            try home.run("redo", "--device", "laptop")
            try list.expect("The list is empty")
        }
    }

    @Test func redoReportsAStepThatWasRedoneElsewhere() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "A", device: "laptop")
            try home.run("edit", id, "--name", "B", "--device", "laptop")
            try home.run("undo", "--device", "laptop")
            try home.run("sync", "--device", "laptop")
            try home.run("sync", "--device", "phone")
            try home.run("edit", id, "--name", "B", "--device", "phone")
            try home.run("sync", "--device", "phone")
            try home.run("sync", "--device", "laptop")
            let redone = try home.run("redo", "--device", "laptop")
            #expect(redone.status == 1)
            #expect(
                redone.errors.hasPrefix("cloudy: The change was already redone. "),
                "\(redone.output)\(redone.errors)")
        }
    }

    @Test func historyRestoresASingleField() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "A")
            try home.ok("edit", id, "--name", "B", "--description", "new", "--unread")
            let line = try home.ok("history", id).output.split(separator: "\n")[0]
            let number = String(line.prefix { $0 != " " })
            for field in ["description", "unread"] {
                try home.ok("history", id, "--bring-back", number, "--field", field)
            }
            let shown = try home.ok("show", id, "--json").output
            #expect(shown.contains("\"description\":\"\"") && shown.contains("\"name\":\"B\""))
            #expect(shown.contains("\"unread\":false"))
            let refused = try home.run("history", id, "--bring-back", number, "--field", "x")
            #expect(refused.status == 64)
            #expect(refused.errors.contains("description, unread, archived"))
        }
    }

    @Test func undoReportsBookmarksThatWereDeletedForever() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "A")
            try home.run("delete", id)
            try home.run("delete", "--forever", id, "--yes")
            for step in ["Deleted", "Added"] {
                let undone = try home.run("undo")
                let reason = "Cannot be undone after deleting forever"
                #expect(undone.output.hasPrefix("\(reason): \(step) “A”"))
            }
        }
    }

    @Test func undoReportsThatALaterEditStays() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "A")
            try home.run("sync")
            try home.run("edit", id, "--name", "B")
            try home.run("sync")
            try home.run("sync", "--device", "there")
            try home.run("edit", id, "--name", "Theirs", "--device", "there")
            try home.run("sync")
            let undone = try home.run("undo")
            #expect(undone.status == 1)
            #expect(undone.output.hasPrefix("Not undone: Changed “B”"))
            #expect(undone.errors.contains("Nothing changed: the name of “Theirs” was edited"))
        }
    }

    @Test func restoreRefusesABookmarkThatIsNotDeleted() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "A")
            for target in [id, "https://a.example/"] {
                let outcome = try home.run("restore", target)
                #expect(outcome.status == 1)
                #expect(outcome.errors.contains("\(id) is not deleted. Nothing was changed"))
            }
        }
    }

    @Test func undoReportsThatItIsPartlyDone() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "A")
            try home.run("sync")
            try home.run("edit", id, "--name", "B", "--notes", "mine")
            try home.run("sync")
            try home.run("sync", "--device", "there")
            try home.run("edit", id, "--name", "Theirs", "--device", "there")
            try home.run("sync")
            let undone = try home.run("undo")
            #expect(
                undone.errors.contains(
                    "Partly done: the name of “Theirs” was edited since and stays as it is."))
            #expect(try home.list().map(\.notes) == [""])
        }
    }

    @Test func listUndoesTheEditOfACommand() throws {
        try withScratchHome { home in
            try home.fill(2)
            let list = try home.openList()
            let id = try #require(try home.list().first?.id)
            try home.run("delete", id)
            try list.expect("Cloudy  1")
            try list.press("u")
            try list.expect("Undone: Deleted “Page 101” (by a command, ", "Cloudy  2")
            #expect(try home.run("redo").output.hasPrefix("Redone: Deleted “Page 101”"))
            try list.expect("Cloudy  1")
        }
    }

    @Test func nextListUndoesTheEditOfAKilledList() throws {
        try withScratchHome { home in
            try home.fill(2)
            let list = try home.openList()
            try list.press("d")
            try list.expect("Deleted “Page 101”")
            try list.signal(SIGKILL)
            _ = try list.exitStatus()
            let next = try home.openList()
            try next.press("u")
            try next.expect("Undone: Deleted “Page 101”   ")
            try next.press("C-r")
            try next.expect("Redone: Deleted “Page 101”")
        }
    }

    @Test func nextListUndoesTheEditsOfAClosedList() throws {
        try withScratchHome { home in
            try home.fill(3)
            let first = try home.openList()
            try first.press("d")
            try first.expect("Deleted “Page 102”")
            try first.press("q")
            #expect(try first.exitStatus() == 0)
            let next = try home.openList()
            try next.press("d")
            try next.expect("Deleted “Page 101”")
            try next.press("u")
            try next.expect("Undone: Deleted “Page 101”", "Cloudy  2")
            try next.press("u")
            try next.expect(
                "Undone: Deleted “Page 102” (in a list that was closed, ", "Cloudy  3")
            try next.press("C-r", "C-r")
            try next.expect("Redone: Deleted “Page 101”", "Cloudy  1")
        }
    }

    /// The bookmarks imported before a kill are one step of undo, and importing the same file again
    /// completes it.
    @Test func killedImportCanBeUndoneOrCompleted() throws {
        try withScratchHome { home in
            let lines = (0..<11_000).map { "https://a.example/\($0)" }
            let file = home.folder.write("urls.txt", lines.joined(separator: "\n").utf8)
            let script = """
                "$0" import --offline '\(file)' 2> /dev/null & import=$!
                until [ "$("$0" list | wc -l)" -gt 0 ]; do sleep 0.05; done
                kill -9 $import; wait $import; true
                """
            try home.shell(script)
            let came = try home.list().count
            #expect(came == 5000 || came == 10_000 || came == 11_000)
            #expect(try home.run("verify").status != 70)
            let undone = try home.run("undo", "--offline")
            #expect(undone.output.hasPrefix("Undone: Imported"))
            #expect(try home.list().isEmpty)
            try home.run("redo", "--offline")
            #expect(try home.list().count == came)
            let again = try home.run("import", "--offline", file)
            #expect(again.status == 0)
            let added = came == 11_000 ? "" : inGroups(11_000 - came) + " added, "
            #expect(again.errors.contains("): \(added)\(inGroups(came)) already there"))
            #expect(try home.list().count == 11_000)
        }
    }
}

/// A number below a million with a separator for thousands.
private func inGroups(_ number: Int) -> String {
    number < 1000 ? "\(number)" : "\(number / 1000),\(String(1000 + number % 1000).dropFirst())"
}

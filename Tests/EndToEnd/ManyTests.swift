import SQLite
import ScratchFolder
import TestSupport
import Testing

/// Edits of thousands of bookmarks, in the list and by commands.
@Suite(.endToEnd)
struct ManyTests {
    /// A home with so many bookmarks that an edit of all is done in several parts.
    private func withMany(_ count: Int = 4000, _ body: (Home) throws -> Void) throws {
        try withScratchHome { home in
            _ = try home.shell(
                "seq -f 'https://a.example/%g' \(count) | "
                    + "'\(Places.program)' --home '\(home.path)' import --offline --tag all -")
            try body(home)
        }
    }

    /// Opens a list and waits until all of it is loaded, and not only its first page.
    private func openWholeList(_ home: Home) throws -> Terminal {
        let list = try home.openList()
        try list.press("/")
        try list.type("tag:all")
        try list.press("Enter")
        try list.expect("4,000 of 4,000")
        try list.press("Escape")
        try list.expect("Cloudy  4,000  ")
        return list
    }

    @Test func keysWorkWhileThousandsAreDeleted() throws {
        try withMany { home in
            let list = try openWholeList(home)
            try list.press("*")
            try list.expect("4,000 marked")
            // The keys arrive together: none of them stops the deletion, and help opens meanwhile.
            try list.press("d", "?")
            try list.expect("Keys")
            try list.press("q")
            try list.expect("Deleted 4,000 bookmarks")
            try list.expect("Cloudy  0")
            try list.press("u")
            try list.expect("Undone: Deleted 4,000 bookmarks", "Cloudy  4,000")
            #expect(try home.run("verify", "--offline").status != 65)
        }
    }

    /// Another thread writes the text and reads it back; in between, the editor has the terminal.
    @Test func thousandsAreEditedAsOneText() throws {
        try withMany { home in
            let list = try openWholeList(
                home.editing("sed -i 's/^tags: all/tags: all new/' \"$1\""))
            try list.press("*", "E")
            try list.expect("Changed 4,000 bookmarks")
            #expect(try home.run("list", "#new").output.split(separator: "\n").count == 4000)
            #expect(try home.leftEditorFiles().isEmpty)
            try list.press("u")
            try list.expect("Undone: Changed 4,000 bookmarks")
            #expect(try home.run("list", "#new").status == 1)
        }
    }

    @Test func longTextWithAMistakeIsKept() throws {
        try withMany { home in
            let list = try openWholeList(home.editing("echo wrong >> \"$1\""))
            try list.press("*", "E")
            try list.expect("This is not a field", "Edit it again? [Y/n]")
            try list.press("n")
            try list.expect("Nothing was changed. Your text is in", "edit-")
            #expect(try home.leftEditorFiles().contains("edit-"))
        }
    }

    @Test func anotherTerminalShowsTheEditOfThousands() throws {
        try withMany { home in
            let one = try openWholeList(home)
            let two = try home.openList()
            try one.press("*", "+")
            try one.expect("Add tags to 4,000 bookmarks")
            try one.type("more")
            try one.press("Enter")
            try one.expect("Added #more to 4,000 bookmarks")
            try two.press("/")
            try two.type("#more")
            try two.press("Enter")
            try two.expect("4,000 of 4,000")
        }
    }

    /// The deletion is killed halfway: the list is consistent, the message says so, and undo
    /// restores everything.
    @Test func undoRevertsAKilledDeletion() throws {
        try withMany(6000) { home in
            let script = """
                cloudy() { '\(Places.program)' --home '\(home.path)' "$@"; }
                '\(Places.program)' --home '\(home.path)' delete -y --offline -q '#all' 2>&- &
                while ! cloudy undo --list | grep -q Deleted; do :; done
                kill -9 $!
                wait
                cloudy undo --list | head -1
                """
            let said = try home.shell(script).output
            #expect(said.contains(" of 6,000)"), "\(said)")
            #expect(try home.run("verify", "--offline").status != 65)
            let left = try home.status().bookmarks
            #expect(left > 0 && left < 6000)
            let list = try home.openList()
            try list.expect("Only partly done: Deleted", "of 6,000)", "Undo reverts it")
            try list.press("u")
            try list.expect("Undone", "Cloudy  6,000")
            #expect(try home.status().bookmarks == 6000)
            #expect(try home.run("verify", "--offline").status != 65)
        }
    }

    @Test func commandShowsItsProgressInATerminal() throws {
        try withMany { home in
            let device = try Database(
                path: "\(home.deviceFolder())/replica.sqlite", access: .readWrite)
            let terminal = try home.openShell(
                "read line; \"$0\" delete -y --offline -q '#all'")
            // While another process writes, the command waits, and says what it is doing.
            try device.transaction {
                try terminal.press("Enter")
                try terminal.expect("Deleting 0 of 4,000")
            }
            try terminal.expect("Deleted 4,000 bookmarks.", "status 0")
            #expect(try home.run("undo", "--offline").errors.contains("Taking") == false)
            #expect(try home.status().bookmarks == 4000)
        }
    }
}

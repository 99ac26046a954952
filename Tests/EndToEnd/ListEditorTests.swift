import ScratchFolder
import TestSupport
import Testing

/// The list hands its terminal to an editor and takes it back.
@Suite(.endToEnd)
struct ListEditorTests {
    /// The home with a line of shell as its editor; the file is `$1`.
    private func editing(_ home: Home, _ line: String) throws -> Home {
        let script = home.folder.path("editor")
        let content = "#!/bin/sh\n\(line)"
        _ = try home.shell("cat > '\(script)' <<'END'\n\(content)\nEND\nchmod +x '\(script)'")
        return home.with(["EDITOR": script, "VISUAL": ""])
    }

    private func leftFiles(_ home: Home) throws -> String {
        try home.shell("ls '\(home.deviceFolder())' | grep edit- || true").output
    }

    @Test func markedBookmarksAreEditedAsTextInOneStep() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.add("https://b.example/", name: "Beta")
            try home.add("https://c.example/", name: "Gamma")
            let list = try editing(home, "sed -i 's/^tags:.*/tags: new/' \"$1\"").openList()
            try list.press("Space", "Space")
            try list.expect("2 marked")
            try list.press("E")
            try list.expect("Changed 2 bookmarks", "2 marked", "u undo")
            #expect(try home.list("#new").map(\.name) == ["Gamma", "Beta"])
            #expect(try leftFiles(home).isEmpty)
            try list.press("u")
            try list.expect("Undone: Changed 2 bookmarks")
            #expect(try home.list("#new").isEmpty)
        }
    }

    @Test func theSameFieldEditedElsewhereMeanwhileIsAConflict() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let list = try editing(
                home,
                """
                '\(Places.program)' edit \(id) --name Theirs
                sed -i 's/^name: Alpha/name: Mine/' "$1"
                """
            ).openList()
            try list.press("E")
            try list.expect("Edited elsewhere meanwhile, too: 1 bookmark", "≠", "Mine")
            #expect(try home.run("conflicts").output == "\(id)\tname\tMine\tTheirs\there\n")
            #expect(try leftFiles(home).isEmpty)
        }
    }

    @Test func whatCannotBeUnderstoodIsEditedAgainOrKept() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            // The first time something wrong is written, and the second time it is mended.
            let list = try editing(
                home,
                """
                if grep -q wrong "$1"; then sed -i 's/^wrong$/name: Right/; /^name: Alpha/d' "$1"
                else echo wrong >> "$1"; fi
                """
            ).openList()
            try list.press("E")
            try list.expect("This is no field", "Edit it again? [y/N]")
            try list.press("n")
            try list.expect("Nothing was changed. What you typed is in", "edit-")
            #expect(try leftFiles(home).contains("edit-"))
            try list.press("E")
            try list.expect("Edit it again? [y/N]")
            try list.press("y")
            try list.expect("Changed “Right”")
            #expect(try home.list().map(\.name) == ["Right"])
        }
    }

    @Test func notesOfAFormAreEditedInLines() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try editing(home, "printf 'One\\n\\nTwo\\n' > \"$1\"").openList()
            try list.press("e")
            try list.expect("anything else")
            try list.press("C-g")
            try list.expect("> Notes  One⏎⏎Two")
            try list.press("C-o")
            try list.expect("Saved “Alpha”")
            #expect(try home.list().first?.notes == "One\n\nTwo")
            #expect(try leftFiles(home).isEmpty)
        }
    }

    @Test func anEditorThatIsNotThereChangesNothing() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.with(["EDITOR": "no-such-editor", "VISUAL": ""]).openList()
            try list.press("E")
            try list.expect("Cannot run the editor “no-such-editor”", "> Alpha")
            #expect(try leftFiles(home).isEmpty)
            try list.press("q")
            #expect(try list.exitStatus() == 0)
        }
    }
}

import ScratchFolder
import TestSupport
import Testing

/// The list hands its terminal to an editor and takes it back.
@Suite(.endToEnd)
struct ListEditorTests {
    @Test func markedBookmarksAreEditedAsTextInOneUndoStep() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.add("https://b.example/", name: "Beta")
            try home.add("https://c.example/", name: "Gamma")
            let list = try home.editing("sed -i 's/^tags:.*/tags: new/' \"$1\"").openList()
            try list.press("Space", "Space")
            try list.expect("2 marked")
            try list.press("E")
            try list.expect("Changed 2 bookmarks", "2 marked", "u undo")
            #expect(try home.list("#new").map(\.name) == ["Gamma", "Beta"])
            #expect(try home.leftEditorFiles().isEmpty)
            try list.press("u")
            try list.expect("Undone: Changed 2 bookmarks")
            #expect(try home.list("#new").isEmpty)
        }
    }

    @Test func sameFieldEditedDuringTheEditIsAConflict() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let list = try home.editing(
                """
                '\(Places.program)' edit \(id) --name Theirs
                sed -i 's/^name: Alpha/name: Mine/' "$1"
                """
            ).openList()
            try list.press("E")
            try list.expect("Also edited elsewhere meanwhile: 1 bookmark", "≠", "Mine")
            #expect(try home.run("conflicts").output == "\(id)\tname\tMine\tTheirs\there\n")
            #expect(try home.leftEditorFiles().isEmpty)
        }
    }

    @Test func textWithAMistakeIsEditedAgainOrKept() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            // The editor writes an error the first time, and corrects it the second time.
            let list = try home.editing(
                """
                if grep -q wrong "$1"; then sed -i 's/^wrong$/name: Right/; /^name: Alpha/d' "$1"
                else echo wrong >> "$1"; fi
                """
            ).openList()
            try list.press("E")
            try list.expect("This is not a field", "Edit it again? [Y/n]")
            try list.press("n")
            try list.expect("Nothing was changed. Your text is in", "edit-", "--resume")
            #expect(try home.leftEditorFiles().contains("edit-"))
            try list.press("E")
            try list.expect("Edit it again? [Y/n]")
            try list.press("y")
            try list.expect("Changed “Right”")
            #expect(try home.list().map(\.name) == ["Right"])
        }
    }

    @Test func editorEditsTheNotesOfAForm() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.editing("printf 'One\\n\\nTwo\\n' > \"$1\"").openList()
            try list.press("e")
            try list.expect("anything else")
            try list.press("C-g")
            try list.expect("> Notes  One⏎⏎Two")
            try list.press("C-o")
            try list.expect("Saved “Alpha”")
            #expect(try home.list().first?.notes == "One\n\nTwo")
            #expect(try home.leftEditorFiles().isEmpty)
        }
    }

    @Test func missingEditorChangesNothing() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let list = try home.with(["EDITOR": "no-such-editor", "VISUAL": ""]).openList()
            try list.press("E")
            try list.expect("Cannot run the editor “no-such-editor”", "> Alpha")
            #expect(try home.leftEditorFiles().isEmpty)
            try list.press("q")
            #expect(try list.exitStatus() == 0)
        }
    }
}

import ScratchFolder
import TestSupport
import Testing

/// Editing many bookmarks as text.
@Suite(.endToEnd)
struct EditorTests {
    @Test func editorAppliesEditsAndDeletions() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", tags: ["x"])
            try home.add("https://b.example/", name: "Beta")
            let id = try home.add("https://c.example/", name: "Gamma")
            let outcome = try home.editing(
                "sed -i 's/^name: Alpha/name: First/; s/bookmark \(id)/delete \(id)/' \"$1\""
            ).run("edit", "--editor")
            #expect(outcome.status == 0)
            #expect(outcome.errors == "cloudy: Changed 1 bookmark and deleted 1.\n")
            #expect(try home.list().map(\.name) == ["Beta", "First"])
            #expect(try home.list("First").first?.tags == ["x"])
            #expect(try home.leftEditorFiles().isEmpty)
        }
    }

    @Test func editorTextHasOnlyTheChosenBookmarks() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha", tags: ["x"])
            try home.add("https://b.example/", name: "Beta")
            let copy = home.folder.path("copy")
            let outcome = try home.editing("cp \"$1\" '\(copy)'").run(
                "edit", "--editor", "--query", "#x")
            #expect(outcome.errors == "cloudy: Nothing was changed.\n")
            let text = try home.shell("cat '\(copy)'").output
            #expect(text.contains("name: Alpha\ntags: x\n") && !text.contains("Beta"))
        }
    }

    @Test func changesMadeDuringTheEditStay() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["x"])
            let outcome = try home.editing(
                """
                '\(Places.program)' edit \(id) --notes theirs --add-tag theirs
                sed -i 's/^tags: x/tags: mine/' "$1"
                """
            ).run("edit", id, "--editor")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try home.list().first?.notes == "theirs")
            #expect(try home.list().first?.tags == ["theirs", "mine"])
        }
    }

    @Test func sameFieldEditedDuringTheEditIsAConflict() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let outcome = try home.editing(
                """
                '\(Places.program)' edit \(id) --name Theirs
                sed -i 's/^name: Alpha/name: Mine/' "$1"
                """
            ).run("edit", id, "--editor")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(
                outcome.errors.contains(
                    "the other value is kept: \(id). To see both: cloudy conflicts"))
            #expect(try home.list().first?.name == "Mine")
            #expect(try home.run("conflicts").output == "\(id)\tname\tMine\tTheirs\there\n")
            #expect(try home.leftEditorFiles().isEmpty)
            #expect(try home.run("settle", id, "--take", "name").status == 0)
            #expect(try home.list().first?.name == "Theirs")
        }
    }

    @Test func refusedTextIsKeptInAFile() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let outcome = try home.editing("sed -i 's/^name: Alpha/nmae: typed/' \"$1\"").run(
                "edit", "--editor")
            #expect(outcome.status == 65)
            #expect(outcome.errors.contains("There is no field “nmae”"))
            #expect(outcome.errors.contains("Your text is in \(home.deviceFolder())/edit-"))
            let file = try home.leftEditorFiles().split(separator: "\n").first ?? ""
            let kept = try home.shell("cat '\(home.deviceFolder())/\(file)'").output
            #expect(kept.contains("nmae: typed"))
            #expect(try home.list().map(\.name) == ["Alpha"])
        }
    }

    @Test func resumeContinuesARefusedText() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["x"])
            #expect(try home.run("edit", "--resume").status == 1)
            try home.editing("sed -i 's/^name: Alpha/nmae: Typed/' \"$1\"").run(
                "edit", "--editor")
            let said = try home.run("status").output
            #expect(said.contains("unsaved    \(home.deviceFolder())/edit-"))
            #expect(said.contains("(cloudy edit --resume)"))
            // Changes that others made later are kept.
            try home.run("edit", id, "--add-tag", "later")
            let outcome = try home.editing("sed -i 's/^nmae/name/' \"$1\"").run(
                "edit", "--resume")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.errors == "cloudy: Changed 1 bookmark.\n")
            #expect(try home.list().map(\.name) == ["Typed"])
            #expect(try home.list().first?.tags == ["x", "later"])
            #expect(try home.leftEditorFiles().isEmpty)
            #expect(try !home.run("status").output.contains("unsaved  "))
        }
    }

    @Test func resumeReportsOtherWaitingTexts() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let wrong = try home.editing("sed -i 's/^name: Alpha/nmae: Typed/' \"$1\"")
            let refused = try wrong.run("edit", "--editor")
            #expect(refused.errors.contains("to discard it, remove that file"))
            try wrong.run("edit", "--editor")
            let outcome = try home.editing("sed -i 's/^nmae/name/' \"$1\"").run(
                "edit", "--resume")
            #expect(outcome.status == 0)
            #expect(
                outcome.errors.contains(
                    "This is the latest; 1 other text waits: cloudy status lists them."))
            try home.shell(
                "cd '\(home.deviceFolder())' && rm edit-*.txt && touch -d yesterday edit-*")
            #expect(try home.run("edit", "--resume").status == 1)
            #expect(try home.shell("ls '\(home.deviceFolder())' | grep edit-").output == "")
        }
    }

    /// After a restart of the machine, another process may have the id of the dead editor.
    @Test func textOfADeadEditorIsResumedAlthoughItsProcessIdIsReused() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.editing("sed -i 's/^name: Alpha/nmae: Typed/' \"$1\"").run("edit", "--editor")
            let outcome = try home.editing("sed -i 's/^nmae/name/' \"$1\"").shell(
                """
                cd '\(home.deviceFolder())'
                for file in edit-*; do mv "$file" "edit-$$-${file#edit-*-}"; done
                "$0" status | grep -q '^unsaved .*/edit-'"$$"'-.* (cloudy edit --resume)$' || exit 9
                "$0" edit --resume; exit $?
                """)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try home.list().map(\.name) == ["Typed"])
            #expect(try home.leftEditorFiles().isEmpty)
        }
    }

    @Test func textInAnOpenEditorCannotBeResumed() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let said = home.folder.path("said")
            let outcome = try home.editing(
                """
                sed -i 's/^name: Alpha/name: Typed/' "$1"
                '\(Places.program)' status > '\(said)'
                '\(Places.program)' edit --resume 2>> '\(said)'
                true
                """
            ).run("edit", "--editor")
            #expect(outcome.errors == "cloudy: Changed 1 bookmark.\n")
            let text = try home.shell("cat '\(said)'").output
            #expect(!text.contains("unsaved  ") && text.contains("There is no saved text"))
        }
    }

    @Test func bookmarkChangedDuringTheEditIsNotDeleted() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let outcome = try home.editing(
                """
                '\(Places.program)' edit \(id) --notes theirs
                sed -i 's/^bookmark/delete/' "$1"
                """
            ).run("edit", id, "--editor")
            #expect(
                outcome.errors.contains(
                    "edited elsewhere meanwhile: \(id). To delete them: cloudy delete"))
            #expect(try home.list().map(\.notes) == ["theirs"])
            #expect(try home.leftEditorFiles().isEmpty)
        }
    }

    @Test func terminalOffersToEditARefusedTextAgain() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let fixing = try home.editing(
                """
                if grep -q '^nmae' "$1"; then sed -i 's/^nmae/name/' "$1"
                else sed -i 's/^name: Alpha/nmae: Typed/' "$1"; fi
                """)
            let terminal = try fixing.open(
                ["-c", "\"$0\" edit --editor; echo \"status $?\"; read line", Places.program],
                columns: 80,
                program: "sh")
            try terminal.expect("There is no field", "Edit it again? [Y/n]")
            try terminal.press("Enter")
            try terminal.expect("Changed 1 bookmark.", "status 0")
            #expect(try home.list().map(\.name) == ["Typed"])
            #expect(try home.leftEditorFiles().isEmpty)
        }
    }

    @Test func pathOfTheTextIsPrintedBeforeTheQuestion() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let typing = try home.editing("sed -i 's/^name: Alpha/nmae: Typed/' \"$1\"")
            let terminal = try typing.open(
                [
                    "-c", "trap : INT; \"$0\" edit --editor; echo \"status $?\"; read line",
                    Places.program,
                ],
                columns: 200, program: "sh")
            try terminal.expect(
                "Your text is in \(home.deviceFolder())/edit-", "Edit it again? [Y/n]")
            try terminal.press("C-c")
            try terminal.expect("status 130")
            #expect(try !home.leftEditorFiles().isEmpty)
            #expect(try home.list().map(\.name) == ["Alpha"])
        }
    }

    @Test func editorThatRemovesTheFileChangesNothing() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let outcome = try home.editing("rm \"$1\"").run("edit", "--editor")
            #expect(outcome.status == 65)
            #expect(
                outcome.errors
                    == "cloudy: The editor removed or renamed the file. Nothing was changed.\n")
            #expect(try home.leftEditorFiles().isEmpty)
            #expect(try home.list().map(\.name) == ["Alpha"])
            let list = try home.editing("rm \"$1\"").openList()
            try list.expect("> Alpha")
            try list.press("E")
            try list.expect("The editor removed or renamed the file")
            #expect(try home.leftEditorFiles().isEmpty)
        }
    }

    @Test func missingEditorIsReportedWithWhatToSet() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.shell(
                "mkdir \"$HOME/bin\" && ln -s \"$(command -v sh)\" \"$HOME/bin/sh\"")
            let bare = home.with(
                ["PATH": home.folder.path("bin"), "EDITOR": nil, "VISUAL": nil])
            let outcome = try bare.run("edit", "--editor")
            #expect(outcome.status == 78)
            #expect(outcome.errors.contains("editor, nano and vi are not installed"))
            #expect(outcome.errors.contains("EDITOR=") && !outcome.errors.contains("$("))
            #expect(try home.leftEditorFiles().isEmpty)
        }
    }

    @Test func failedEditorChangesNothing() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let failed = try home.editing("sed -i 's/^name: Alpha/name: X/' \"$1\"; exit 1").run(
                "edit", "--editor")
            #expect(failed.status == 78)
            #expect(failed.errors.contains("Your text is in"))
            let missing = try home.with(["EDITOR": "no-such-editor", "VISUAL": nil]).run(
                "edit", "--editor")
            #expect(missing.status == 78)
            #expect(missing.errors.contains("set EDITOR"))
            #expect(try home.list().map(\.name) == ["Alpha"])
        }
    }
}

import TestSupport
import Testing

/// Notes that are edited on several devices.
@Suite(.endToEnd)
struct NoteTests {
    private func note(_ home: Home, _ id: String, device: String? = nil) throws -> String {
        try home.run(["note", id, "--print"] + (device.map { ["--device", $0] } ?? [])).output
    }

    @Test func standardInputReplacesTheNote() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            #expect(try home.run("note", id, "--print").status == 1)
            let written = try home.run("note", id, "-", input: "first\n")
            #expect(written.status == 0, "\(written.errors)")
            try home.run("note", id, "-", input: "second\n")
            #expect(try note(home, id) == "second\n")
            let docs = try home.run("docs", id, "--json").output
            #expect(docs.contains("\"kind\":\"note\""))
            #expect(docs.contains("\"type\":\"text/markdown; charset=utf-8\""))
            #expect(docs.contains("\"versions\":2,"))
            #expect(try home.run("undo").output.contains("Wrote the note of “Alpha”"))
            #expect(try note(home, id) == "first\n")
        }
    }

    @Test func notesFieldBecomesTheNoteInOneUndoStep() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("edit", id, "--notes", "short words")
            let edited = try home.editing("echo more >> \"$1\"").run("note", id)
            #expect(edited.status == 0, "\(edited.errors)")
            #expect(try note(home, id) == "short words\nmore\n")
            #expect(try !home.run("show", id).output.contains("short words"))
            try home.run("undo")
            #expect(try home.run("show", id).output.contains("short words"))
            #expect(try home.run("note", id, "--print").status == 1)
            // The editor changed nothing, so the field is not turned into a note.
            let looked = try home.editing("true").run("note", id)
            #expect(looked.errors.contains("Nothing was changed."))
            #expect(try home.run("show", id).output.contains("short words"))
            #expect(try home.leftEditorFiles().isEmpty)
        }
    }

    /// The editor's text is saved, and the message says what happened to the note and how to get it
    /// back.
    @Test func noteDeletedDuringItsEditIsReported() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("note", id, "-", input: "first\n")
            let home = home.with(["CLOUDY_PROGRAM": Places.program])
            let withoutNote = try home.editing(
                "\"$CLOUDY_PROGRAM\" docs delete \(id) >&2 && echo second >> \"$1\""
            ).run("note", id)
            #expect(withoutNote.status == 0, "\(withoutNote.errors)")
            #expect(withoutNote.errors.contains("The note was deleted elsewhere"))
            #expect(try note(home, id) == "first\nsecond\n")
            let withoutBookmark = try home.editing(
                "\"$CLOUDY_PROGRAM\" delete \(id) >&2 && echo third >> \"$1\""
            ).run("note", id)
            #expect(withoutBookmark.status == 0, "\(withoutBookmark.errors)")
            #expect(withoutBookmark.errors.contains("To restore both: cloudy restore \(id)"))
            #expect(!withoutBookmark.errors.contains("The note was deleted"))
            #expect(try home.run("restore", id).status == 0)
            #expect(try note(home, id) == "first\nsecond\nthird\n")
            let forgotten = try home.editing(
                "\"$CLOUDY_PROGRAM\" delete \(id) >&2 && \"$CLOUDY_PROGRAM\" delete --forever "
                    + "--yes \(id) >&2 && echo fourth >> \"$1\""
            ).run("note", id)
            #expect(forgotten.status != 0)
            #expect(forgotten.errors.contains("The bookmark was deleted forever"))
            let left = try #require(
                try home.leftEditorFiles().split(separator: "\n").first { $0.hasSuffix(".txt") })
            #expect(forgotten.errors.contains(left), "\(forgotten.errors)")
        }
    }

    /// Waits in a script for a command to succeed, and ends the script if that takes a minute.
    private static let awaiting = """
        await() {
            n=0
            until "$@"; do n=$((n + 1)); [ $n -lt 600 ] || exit 9; sleep 0.1; done
        }
        """

    /// The editor stays open while another device already has what was saved.
    @Test func eachSaveInTheEditorIsAVersionAndIsSent() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let versions = "\"$CLOUDY_PROGRAM\" docs versions \(id) --json 2>/dev/null"
            let editor = """
                \(Self.awaiting)
                has() { \(versions) | grep -q "\\"number\\":$1"; }
                isThere() {
                    "$CLOUDY_PROGRAM" sync --device two >/dev/null 2>&1 \\
                        && "$CLOUDY_PROGRAM" note \(id) --print --device two | grep -q one
                }
                echo one >> "$1"
                await has 1; await isThere
                echo two >> "$1"
                await has 2
                echo three >> "$1"
                """
            let edited = try home.with(["CLOUDY_PROGRAM": Places.program]).editing(editor)
                .run("note", id)
            #expect(edited.status == 0, "\(edited.errors)")
            #expect(try note(home, id) == "one\ntwo\nthree\n")
            let list = try home.run("docs", "versions", id).output
            #expect(list.split(separator: "\n").count == 3, "\(list)")
        }
    }

    @Test func savedVersionStaysWhenTheEditorFails() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let editor = """
                \(Self.awaiting)
                echo one > "$1"
                await "$CLOUDY_PROGRAM" docs versions \(id) >/dev/null 2>&1
                exit 1
                """
            let edited = try home.with(["CLOUDY_PROGRAM": Places.program]).editing(editor)
                .run("note", id)
            #expect(edited.status != 0)
            #expect(edited.errors.contains("The version that you saved before is kept."))
            #expect(try note(home, id) == "one\n")
            let failed = try home.editing("exit 1").run("note", id)
            #expect(failed.errors.contains("Nothing was changed."))
        }
    }

    @Test func editsOfDifferentLinesAreMerged() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("note", id, "-", input: "a\nb\nc\n")
            try home.run("sync", "--device", "two")
            try home.run("airplane", "on", "--device", "two")
            try home.run("note", id, "-", "--device", "two", input: "a\nb\nC\n")
            try home.run("note", id, "-", input: "A\nb\nc\n")
            try home.run("airplane", "off", "--device", "two")
            try home.run("sync", "--device", "two")
            try home.run("sync")
            #expect(try note(home, id) == "A\nb\nC\n")
            #expect(try note(home, id, device: "two") == "A\nb\nC\n")
            for device in ["two", "here"] {
                let docs = try home.run("docs", "--json", "--device", device).output
                #expect(docs.contains("\"conflict\":false"), "\(docs)")
                #expect(docs.contains("\"versions\":4,"), "\(docs)")
            }
        }
    }

    @Test func editsOfTheSameLinesAreAConflict() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("note", id, "-", input: "a\nb\nc\n")
            try home.run("sync", "--device", "two")
            try home.run("airplane", "on", "--device", "two")
            try home.run("note", id, "-", "--device", "two", input: "a\nb\nfar\n")
            try home.run("note", id, "-", input: "A\nb\nnear\n")
            try home.run("airplane", "off", "--device", "two")
            try home.run("sync", "--device", "two")
            try home.run("sync")
            let merged = try note(home, id)
            #expect(
                merged == """
                    A
                    b
                    <<<<<<< two
                    far
                    =======
                    near
                    >>>>>>> here

                    """)
            #expect(try note(home, id, device: "two") == merged)
            #expect(try home.run("docs", id).output.contains("\tconflict\t"))
            try home.run("note", id, "-", input: "A\nb\nfar and near\n")
            #expect(try !home.run("docs", id).output.contains("\tconflict\t"))
        }
    }

    /// A note with a conflict, because two devices changed the same lines; returns the id of its
    /// bookmark.
    private func noteInConflict(_ home: Home) throws -> String {
        let id = try home.add("https://a.example/", name: "Alpha")
        try home.run("note", id, "-", input: "a\n")
        try home.run("sync", "--device", "two")
        try home.run("note", id, "-", "--device", "two", "--offline", input: "far\n")
        try home.run("note", id, "-", "--offline", input: "near\n")
        try home.run("sync", "--device", "two")
        try home.run("sync")
        try home.run("sync", "--device", "two")
        return id
    }

    /// The versions that were merged are the sides of the conflict until a person has settled it.
    @Test func versionsMarkTheSidesOfAConflict() throws {
        try withScratchHome { home in
            let id = try noteInConflict(home)
            func marks() throws -> [String] {
                try home.run("docs", "versions", id).output.split(separator: "\n").map {
                    String($0.split(separator: "\t", omittingEmptySubsequences: false)[4])
                }
            }
            func conflicts() throws -> [Bool] {
                try home.run("docs", "versions", id, "--json").output.split(separator: "\n")
                    .filter { $0.contains("number") }.map { $0.contains("\"conflict\":true") }
            }
            #expect(try marks() == ["", "conflict", "conflict", "current"])
            #expect(try conflicts() == [false, true, true, true])
            let list = try home.openList()
            try list.expect("Alpha")
            try list.press("f", "V")
            try list.expect("the sides of the conflict must be marked") {
                $0.split(separator: "\n").filter { $0.hasSuffix("conflict") }.count == 2
            }
            #expect(try home.run("settle", id).status == 0)
            #expect(try marks() == ["", "", "", "", "current"])
            #expect(try conflicts() == [false, false, false, false, false])
            let diff = try home.run("docs", "diff", id).output
            #expect(diff.hasPrefix("--- version 3\n+++ version 5\n"), "it changed no text: \(diff)")
            try list.expect("no version must be marked") { !$0.contains("conflict") }
            #expect(try home.run("undo").status == 0)
            #expect(try home.run("settle", id, "--take", "2").status == 0)
            #expect(try marks() == ["", "", "", "", "current"])
        }
    }

    /// The error for a field without a conflict names what is in conflict.
    @Test func settlingTheWrongFieldNamesWhereTheConflictIs() throws {
        try withScratchHome { home in
            let id = try noteInConflict(home)
            let refused = try home.run("settle", id, "--take", "name")
            #expect(refused.status == 1)
            #expect(
                refused.errors
                    == "cloudy: There is no conflict in name, only in the note (versions 2 and 3). "
                    + "To take another value or version: cloudy settle \(id) --take 2, or --take "
                    + "3. To see all: cloudy conflicts \(id)\n")
            try home.run("settle", id)
            try home.run("edit", id, "--name", "Mine", "--offline")
            try home.run("edit", id, "--name", "Theirs", "--device", "two")
            try home.run("sync")
            let number = try home.run("settle", id, "--take", "2")
            #expect(number.status == 1)
            #expect(
                number.errors
                    == "cloudy: There is no conflict in version 2, only in name. To take another "
                    + "value or version: cloudy settle \(id) --take name. To see all: cloudy "
                    + "conflicts \(id)\n")
        }
    }

    /// Messages name only one command that settles a conflict with a version.
    @Test func undoNamesTheVersionThatSettledAConflict() throws {
        try withScratchHome { home in
            let id = try noteInConflict(home)
            let said = try home.run("docs", id).errors
            #expect(
                said.contains("To take a version: cloudy settle \(id) --take 2, or --take 3."),
                "\(said)")
            #expect(!said.contains("docs restore"), "\(said)")
            try home.run("settle", id, "--take", "2")
            let first = try home.run("undo").output
            #expect(
                first.hasPrefix("Undone: Settled the note of “Alpha” with version 2 ("), "\(first)")
            try home.run("docs", "restore", id, "3")
            let second = try home.run("undo").output
            #expect(
                second.hasPrefix("Undone: Settled the note of “Alpha” with version 3 ("),
                "\(second)")
        }
    }

    /// Another terminal replaces the note while the first one has it in the editor.
    @Test func editsInTwoTerminalsAreAConflict() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("note", id, "-", input: "a\nb\n")
            let editor = """
                printf 'a\ntheirs\n' | "$CLOUDY_PROGRAM" note \(id) - || exit 9
                printf 'a\nmine\n' > "$1"
                """
            let edited = try home.with(["CLOUDY_PROGRAM": Places.program]).editing(editor)
                .run("note", id)
            #expect(edited.status == 0, "\(edited.errors)")
            #expect(edited.errors.contains("Two edits on here ("), "\(edited.errors)")
            #expect(edited.errors.contains(") changed the same lines of the note; it has both"))
            #expect(edited.errors.contains("To edit it: cloudy note \(id). To take a version: "))
            let merged = try note(home, id)
            let marks = merged.split(separator: "\n").filter { $0.contains("here, 2") }
            #expect(marks.count == 2 && marks[0].dropFirst(8) != marks[1].dropFirst(8), "\(merged)")

            let listed = try home.run("conflicts").output.split(separator: "\n")
            #expect(
                listed
                    == [2, 3].map {
                        "\(id)\tnote\tboth, between conflict marks\tversion \($0)\there"
                    }, "\(listed)")
            #expect(try home.list("is:conflict").first?.conflicts == ["note"])
            let shown = try home.run("show", id).output
            #expect(shown.contains("Conflict  Two edits on here ("), "\(shown)")
            #expect(shown.contains("To keep the current version: cloudy settle \(id)"))

            #expect(try home.run("undo").status == 0)
            #expect(try note(home, id) == "a\ntheirs\n")
            #expect(try home.run("conflicts").output == "")
            #expect(try home.run("undo").status == 0)
            #expect(try note(home, id) == "a\nb\n")
            for _ in 0..<2 { #expect(try home.run("redo").status == 0) }
            #expect(try note(home, id) == merged)

            #expect(try home.run("settle", "--query", "is:conflict").status == 0)
            #expect(try note(home, id) == merged)
            #expect(try home.run("settle", id).status == 1)
            #expect(try home.run("undo").status == 0)
            #expect(try home.run("settle", id, "--take", "note").status == 64)
            #expect(try home.run("settle", id, "--take", "9").status == 1)
            #expect(try home.run("settle", id, "--take", "3").status == 0)
            #expect(try note(home, id) == "a\nmine\n")
            #expect(try home.list("is:conflict").isEmpty)
        }
    }

    /// Both devices begin a note, so there is no common version, and both texts stay whole.
    @Test func firstNotesOfTwoDevicesBothStay() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("sync", "--device", "two")
            try home.run("airplane", "on", "--device", "two")
            try home.run("note", id, "-", "--device", "two", input: "from two\n\nend\n")
            try home.run("note", id, "-", input: "from one\n")
            try home.run("airplane", "off", "--device", "two")
            try home.run("sync", "--device", "two")
            let synced = try home.run("sync")
            #expect(
                synced.errors.contains(
                    "two and here each began the note; it has both texts, between <<<<<<< and "
                        + ">>>>>>>. To join them: cloudy note \(id). To take a version: cloudy "
                        + "settle \(id) --take 1, or --take 2."), "\(synced.errors)")
            let shown = try home.run("show", id).output
            #expect(
                shown.contains("Conflict  two and here each began the note: version 1 on two, "))
            let both = """
                <<<<<<< two
                from two

                end
                =======
                from one
                >>>>>>> here

                """
            #expect(try note(home, id) == both)
            #expect(try note(home, id, device: "two") == both)
            #expect(try home.run("docs", id, "--json").output.contains("\"conflict\":true"))
            #expect(try home.list("is:conflict").map(\.id) == [id])
        }
    }

    /// The content of the other device's version arrives later than its record.
    @Test func mergeWaitsForTheContents() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.run("note", id, "-", input: "a\nb\n")
            try home.run("sync", "--device", "two")
            try home.run("airplane", "on", "--device", "two")
            try home.run("note", id, "-", "--device", "two", input: "a\nB\n")
            try home.run("note", id, "-", input: "A\nb\n")
            let chunks = "\"$CLOUDY_HOME/clouds/local/chunks\""
            _ = try home.shell("mv \(chunks) \(chunks).away")
            try home.run("airplane", "off", "--device", "two")
            try home.run("sync", "--device", "two")
            #expect(try home.run("docs", "--device", "two").output.contains("\tconflict\t"))
            _ = try home.shell("rm -r \(chunks); mv \(chunks).away \(chunks)")
            try home.run("sync", "--device", "two")
            #expect(try note(home, id, device: "two") == "A\nB\n")
        }
    }

    @Test func tooLongOrBinaryNoteIsRefused() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let long = try home.run(
                "note", id, "-", input: String(repeating: "x", count: 4 << 20 + 1))
            #expect(long.status == 65)
            #expect(
                long.errors
                    == "cloudy: Standard input has more than 4,194,304 bytes; the limit is 4 MiB. "
                    + "Nothing was changed.\n")
            #expect(try home.run("note", id, "-", input: "a\u{0}b").status == 65)
            #expect(try home.run("note", id, "file.txt").status == 64)
            #expect(try home.run("docs").status == 1)
        }
    }
}

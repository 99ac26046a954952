import ScratchFolder
import TestSupport
import Testing

/// Notes in backups.
@Suite(.endToEnd)
struct BackupNotesTests {
    private static let text = "# 東京 👩‍👩‍👧\n\n- “typed” \\ words\n"

    @Test func notesComeBackOnANewMachine() throws {
        try withScratchHome { home in
            // Two bookmarks with the same name, and so with notes of the same name.
            let one = try home.add("https://a.example/", name: "Alpha")
            let two = try home.add("https://b.example/", name: "Alpha")
            try home.ok("note", one, "-", input: Self.text)
            try home.ok("note", two, "-", input: "of two\n")
            try home.editing(": > \"$1\"").ok("note", two)
            let file = home.folder.path("mine.backup")
            let made = try home.ok("backup", file)
            #expect(made.output == "\(file)\n" && made.errors == "")
            #expect(try home.shell("stat -c %a '\(file)'").output == "600\n")
            try withScratchHome { other in
                let trial = try other.ok("restore", "--from", file, "--dry-run")
                #expect(trial.errors.contains("Would restore 2 bookmarks and 2 notes."))
                let restored = try other.ok("restore", "--from", file)
                #expect(restored.errors.contains("Restored 2 bookmarks and 2 notes."))
                #expect(try other.ok("note", one, "--print").output == Self.text)
                #expect(try other.ok("note", two, "--print").output == "")
                #expect(try other.ok("list", "text:words").output.contains(one))
                let again = try other.ok("restore", "--from", file)
                #expect(again.errors.contains("Nothing to restore; 2 are unchanged."))
                try other.ok("note", one, "-", input: "newer\n")
                let reset = try other.ok("restore", "--from", file)
                #expect(reset.errors.contains("Reset 1 note; 2 bookmarks are unchanged."))
                #expect(try other.ok("note", one, "--print").output == Self.text)
                let versions = try other.ok("docs", "versions", one).output
                #expect(versions.split(separator: "\n").count == 3)
                try other.ok("undo")
                #expect(try other.ok("note", one, "--print").output == "newer\n")
                try other.ok("undo")
                try other.ok("undo")
                #expect(try other.list().isEmpty)
                #expect(try other.run("docs").output == "")
            }
        }
    }

    /// With `documents = ask`, a device has only the descriptions of others' notes.
    @Test func backupNamesNotesThatAreNotOnThisDevice() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.ok("note", id, "-", input: Self.text)
            let two = home.with(["CLOUDY_DEVICE": "two"])
            try two.ok("settings", "set", "documents", "ask")
            try two.ok("sync")
            let file = home.folder.path("two.backup")
            let made = try two.ok("backup", file)
            #expect(
                made.errors
                    == "cloudy: The backup lacks the note of \(id), because it is not on this "
                    + "device. To fetch it: cloudy note \(id) --print\n")
            #expect(
                try two.ok("backup", file, "--json").output.hasSuffix(
                    "\"bookmarks\":1,\"notes\":0,\"lacking\":[\"\(id)\"]}\n"))
            let folder = home.deviceFolder("two")
            try home.shell("cd '\(folder)'; mkdir -p backups; printf 2026-01-01 > backups/looked")
            let daily = try two.ok("backup", "--daily")
            #expect(daily.errors == "" && daily.output == "")
            #expect(try home.shell("ls '\(folder)/backups/'2*.backup").status == 0)
            try withScratchHome { other in
                let restored = try other.ok("restore", "--from", file)
                #expect(restored.errors.contains("Restored 1 bookmark."))
                #expect(restored.errors.contains("The backup was made without 1 note: \(id)."))
            }
            try two.ok("note", id, "--print")
            #expect(try two.ok("backup", file).errors == "")
        }
    }

    /// A backup of half a file restores the notes in its readable lines.
    @Test func notesOfATruncatedBackupAreRestoredOnRequest() throws {
        try withScratchHome { home in
            var ids: [String] = []
            for number in 0..<4 {
                ids.append(try home.add("https://a.example/\(number)", name: "\(number)"))
                try home.ok("note", ids[number], "-", input: String(repeating: "x\n", count: 999))
            }
            let file = home.folder.path("mine.backup")
            try home.ok("backup", file)
            try home.shell("truncate -s $(($(stat -c %s '\(file)') / 2)) '\(file)'")
            try withScratchHome { other in
                let refused = try other.run("restore", "--from", file)
                #expect(refused.status == 65)
                #expect(try other.list().isEmpty)
                let restored = try other.run("restore", "--from", file, "--damaged")
                #expect(restored.status == 65)
                #expect(
                    restored.errors.contains("Restored 1 bookmark and 1 note."),
                    "\(restored.errors)")
            }
        }
    }

    /// A full disk ends the restore before anything has changed, and the next try completes it.
    @Test(.enabled(if: canMount, "mounting needs user name spaces, or root"))
    func fullDiskChangesNothing() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            try home.shell("head -c 2304k /dev/urandom | base64 -w 0 | \"$0\" note \(id) -")
            let file = home.folder.path("mine.backup")
            try home.ok("backup", file)
            let script = """
                mount -t tmpfs -o size=2m tmpfs "$CLOUDY_HOME" || exit 99
                "$0" restore --from '\(file)'; echo "status $?"
                "$0" list | wc -l
                mount -o remount,size=20m "$CLOUDY_HOME"
                "$0" restore --from '\(file)'; echo "status $?"
                "$0" note \(id) --print | wc -c
                """
            let outcome = try home.run(
                ["-rm", "sh", "-c", script, Places.program], program: "unshare")
            #expect(outcome.output == "status 74\n0\nstatus 0\n\(3 << 20)\n", "\(outcome)")
        }
    }
}

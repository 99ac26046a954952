import FoundationEssentials
import ScratchFolder
import TestSupport
import Testing

/// Making backups by command, and restoring from them.
@Suite(.endToEnd)
struct BackupTests {
    @Test func restoreFromAFileBringsBackDeletedBookmarks() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["x"])
            let file = "\(home.folder.path)/mine.backup"
            #expect(try home.run("backup", file).output == "\(file)\n")
            try home.run("delete", id)
            try home.run("delete", "--forever", id, "--yes")
            try home.add("https://b.example/", name: "Beta")
            let trial = try home.run("restore", "--from", file, "--dry-run")
            #expect(trial.errors.contains("Would restore 1 bookmark"))
            #expect(try home.list().map(\.name) == ["Beta"])
            let outcome = try home.run("restore", "--from", file, "--json")
            #expect(outcome.output.contains("\"restored\":1"))
            #expect(outcome.output.contains("\"newer\":1"))
            #expect(try home.list("#x").map(\.id) == [id])
        }
    }

    @Test func backupSaysThatItHasNoSavedPagesAndFiles() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let file = home.folder.path("some.backup")
            try home.ok("note", id, "-", input: "typed\n")
            #expect(try home.ok("backup", file).errors == "")
            try home.ok("attach", id, "-", "--name", "a.txt", input: "words")
            let outcome = try home.ok("backup", file)
            #expect(
                outcome.errors.hasPrefix("cloudy: 1 saved page or file is not in a backup."),
                "\(outcome.errors)")
            try home.ok("attach", id, "-", "--name", "b.txt", input: "words")
            let more = try home.ok("backup", file)
            #expect(
                more.errors.hasPrefix("cloudy: 2 saved pages and files are not in a backup."),
                "\(more.errors)")
        }
    }

    /// A later version, or another program, may have written an entry that is not a bookmark.
    @Test func restoreLeavesOutOnlyInvalidEntries() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha")
            let file = "\(home.folder.path)/mine.backup"
            try home.run("backup", file)
            try home.run("delete", id)
            let script = """
                import json, sys
                head, *lines, end = open(sys.argv[1], "rb").read().splitlines(True)
                lines.append(b'{"id":"none","fields":{}}\\n')
                check = 0xcbf29ce484222325
                for byte in b"".join(lines): check = (check ^ byte) * 0x100000001b3 % 2**64
                end = json.dumps({"end": len(lines), "check": "%x" % check}) + "\\n"
                open(sys.argv[1], "wb").write(b"".join([head, *lines, end.encode()]))
                """
            _ = try home.python(script, file)
            let outcome = try home.run("restore", "--from", file, "--json")
            #expect(outcome.status == 65)
            #expect(outcome.errors.contains("none is not a valid bookmark; left out"))
            #expect(outcome.output.contains("\"restored\":1"))
            #expect(try home.list().map(\.id) == [id])
        }
    }

    @Test func backupsAreListedAndRestoredByDay() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            #expect(try home.run("backup", "--list").errors.contains("no backup yet"))
            let path = try home.run("backup").output
            #expect(path.contains("/devices/here/backups/by-hand-2"))
            #expect(try home.run("backup", "--list").output.contains("bytes"))
            #expect(try home.run("backup", "--list", "mine").status == 64)
            #expect(try home.run("restore", "--from", "latest").errors.contains("1 is unchanged"))
            let missing = try home.run("restore", "--from", "1999-01-01")
            #expect(missing.status == 65)
            #expect(missing.errors.contains("cloudy backup --list"))
        }
    }

    @Test func firstCommandOfADayMakesABackup() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let folder = "\(home.deviceFolder())/backups"
            #expect(try home.shell("ls \(folder)").output == "looked\n")
            try home.shell("printf 2026-01-01 > \(folder)/looked")
            try home.add("https://b.example/", name: "Beta")
            let isThere = try wait {
                try home.shell("grep -l Beta \(folder)/2*.backup").status == 0
            }
            #expect(isThere)
        }
    }

    /// The list shows the reason that the process in the background answers.
    @Test func openListSaysWhyThereIsNoBackup() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let folder = "\(home.deviceFolder())/backups"
            try home.shell("rm -r '\(folder)'; touch '\(folder)'")
            let child = try home.run("backup", "--daily")
            #expect(child.status == 74, "\(child)")
            let answer = try JSONDecoder().decode(
                [String: String].self, from: Data(child.output.utf8))
            let problem = try #require(answer["problem"])
            #expect(problem.hasPrefix("Cannot ") && problem.contains(folder), "\(problem)")
            #expect(child.errors == "cloudy: \(problem)\n")
            let list = try home.openList(columns: 250)
            try list.expect("Today's backup was not made: \(problem)")
            try home.shell("rm '\(folder)'")
            #expect(try home.run("backup", "--daily").output.isEmpty)
            #expect(try home.shell("ls '\(folder)'/2*.backup").status == 0)
        }
    }

    /// A person imports everything and deletes it by mistake on the same day.
    @Test func importOnTheFirstDayIsBackedUp() throws {
        try withScratchHome { home in
            let urls = (0..<20).map { "https://a.example/\($0)" }.joined(separator: "\\n")
            try home.shell("printf '\(urls)\\n' > ~/urls; '\(Places.program)' import ~/urls")
            let folder = "\(home.deviceFolder())/backups"
            #expect(try wait { try home.shell("ls \(folder)/2*.backup").status == 0 })
            try home.run("delete", "--query", "example", "--yes")
            #expect(try home.list().isEmpty)
            #expect(try home.run("restore", "--from", "latest").status == 0)
            #expect(try home.list().count == 20)
        }
    }

    /// The process that makes the backup shortens the log, which every later process would have to
    /// read.
    @Test func backupOfAnImportShortensTheLog() throws {
        try withScratchHome { home in
            let urls = (0..<3000).map { "https://a.example/\($0)\n" }.joined()
            let imported = try home.run("import", "-", "--offline", input: urls)
            #expect(imported.status == 0, "\(imported)")
            let folder = home.deviceFolder()
            #expect(try wait { try home.shell("ls \(folder)/backups/2*.backup").status == 0 })
            #expect(try wait { try home.shell("test -s \(folder)/replica.sqlite-wal").status == 1 })
            #expect(try home.list().count == 3000)
        }
    }

    /// Without CLOUDY_HOME, the settings are in another folder than the backups.
    @Test func backupsCanBeTurnedOff() throws {
        try withScratchHome { home in
            let home = home.with(["CLOUDY_HOME": nil])
            let folder = "\(home.folder.path)/.local/share/cloudy/devices/here/backups"
            try home.add("https://a.example/", name: "Alpha")
            #expect(try home.run("settings", "set", "backups", "off").status == 0)
            #expect(try home.shell("test -s ~/.config/cloudy/settings").status == 0)
            try home.shell("printf 2026-01-01 > \(folder)/looked")
            try home.add("https://b.example/", name: "Beta")
            let after = try home.shell("cat \(folder)/looked; ls \(folder)").output
            #expect(after.hasSuffix("looked\n") && !after.contains(".backup"))
            #expect(!after.hasPrefix("2026-01-01"))
        }
    }

    @Test func damagedBackupIsRestoredOnlyOnRequest() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.add("https://b.example/", name: "Beta")
            let file = "\(home.folder.path)/mine.backup"
            try home.run("backup", file)
            try home.shell("sed -i '$d' \(file); '\(Places.program)' delete --query example --yes")
            let refused = try home.run("restore", "--from", file)
            #expect(refused.status == 65)
            #expect(refused.errors.contains("the end of the file is missing"))
            #expect(try home.list().isEmpty)
            let trial = try home.run("restore", "--from", file, "--damaged", "--dry-run")
            #expect(trial.status == 65, "a script must see that entries may be missing")
            #expect(try home.run("restore", "--from", file, "--damaged").status == 65)
            #expect(try home.list().count == 2)
        }
    }

    /// The line of Beta can't be read, which must not count as a deletion.
    @Test func unreadableLineDoesNotCountAsADeletion() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            try home.add("https://b.example/", name: "Beta")
            let file = "\(home.folder.path)/mine.backup"
            try home.run("backup", file)
            try home.shell("sed -i '/Beta/s/.*/{broken/' \(file)")
            for more in [[], ["--dry-run"]] {
                let refused = try home.run(
                    ["restore", "--from", file, "--damaged", "--exact"] + more)
                #expect(refused.status == 64)
                #expect(refused.errors.contains("may lack bookmarks"))
            }
            #expect(try home.run("restore", "--from", file, "--exact").status == 65)
            let outcome = try home.run("restore", "--from", file, "--damaged")
            #expect(outcome.status == 65)
            #expect(
                outcome.errors.hasSuffix(
                    "Nothing to restore; 1 is unchanged; 1 that is not in the readable part stays "
                        + "as it is.\n"))
            #expect(!outcome.errors.contains("newer"))
            #expect(try home.list().count == 2)
        }
    }

    @Test(.enabled(if: canMount, "mounting needs user name spaces, or root"))
    func oldBackupStaysWhenTheDiskIsFull() throws {
        try withScratchHome { home in
            let script = """
                mkdir -p "$CLOUDY_HOME" "$HOME/small"
                mount -t tmpfs -o size=64k tmpfs "$HOME/small" || exit 99
                "$0" add https://a.example/ >/dev/null
                "$0" backup "$HOME/small/mine" >/dev/null
                head -c 1m /dev/zero 2>/dev/null > "$HOME/small/filler"
                for n in $(seq 40); do echo "https://b.example/$n"; done | "$0" import - 2>/dev/null
                "$0" backup "$HOME/small/mine"; echo "status $?"
                "$0" restore --from "$HOME/small/mine"; echo "restored $?"
                ls "$HOME/small"
                """
            let outcome = try home.run(
                ["-rm", "sh", "-c", script, Places.program], program: "unshare")
            #expect(outcome.output.contains("status 74"))
            #expect(outcome.errors.contains("No space left"))
            #expect(outcome.output.contains("restored 0\nfiller\nmine\n"))
        }
    }
}

import ScratchFolder
import TestSupport
import Testing

/// Full and read-only disks. Each is mounted in a namespace of the test, since permission bits have
/// no effect on a test that runs as root.
@Suite(.endToEnd, .enabled(if: canMount, "mounting needs user name spaces, or root"))
struct DiskTests {
    /// Shell with the home on a small disk: `$0` is the program, `full` fills the disk, `freeze`
    /// makes it read-only.
    private func onSmallDisk(_ home: Home, _ line: String) -> [String] {
        let script = """
            mkdir -p "$CLOUDY_HOME" && mount -t tmpfs -o size=2m tmpfs "$CLOUDY_HOME" || exit 99
            full() { head -c 4m /dev/zero 2>/dev/null > "$CLOUDY_HOME/filler"; }
            freeze() { mount -o remount,ro "$CLOUDY_HOME"; }
            \(line)
            """
        return ["-rm", "sh", "-c", script, Places.program]
    }

    private func run(_ home: Home, _ line: String) throws -> Command.Outcome {
        let script = onSmallDisk(home, line)
        return try home.run(script, program: "unshare")
    }

    /// A limit of `ulimit -f`, which ends programs with a signal unless they handle it.
    @Test func fileSizeLimitIsReportedAndLosesNoBookmarks() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "Alpha")
            let outcome = try home.shell(
                "ulimit -f 8; \"$0\" add https://b.example/ > /dev/null")
            #expect(outcome.status == 74, "\(outcome)")
            #expect(outcome.errors.hasPrefix("cloudy: "), "\(outcome.errors)")
            let names = try home.list().map(\.name)
            #expect(names.contains("Alpha"), "\(names)")
            #expect(try home.run("add", "https://c.example/").status == 0)
        }
    }

    @Test func fullDiskRefusesEditsAndKeepsBookmarks() throws {
        try withScratchHome { home in
            let outcome = try run(
                home,
                """
                "$0" add https://a.example/ >/dev/null
                full
                n=0
                while [ $n -lt 40 ] && "$0" add https://b.example/$n >/dev/null 2>"$HOME/err"
                do n=$((n + 1)); done
                "$0" add https://c.example/ 2>&1; echo "status $?"
                rm "$CLOUDY_HOME/filler"
                "$0" add https://d.example/ >/dev/null && "$0" list
                """)
            #expect(outcome.output.contains("full"))
            #expect(outcome.output.contains("status 74"))
            #expect(outcome.output.contains("https://a.example/"))
            #expect(outcome.output.contains("https://d.example/"))
            #expect(
                !outcome.output.contains("https://c.example/"),
                "the bookmark that was refused must not be listed")
        }
    }

    /// Chunks of a file that does not fit would stay for weeks.
    @Test func fileThatDoesNotFitLeavesTheDiskAsItWas() throws {
        try withScratchHome { home in
            let outcome = try run(
                home,
                """
                id=$("$0" add https://a.example/)
                head -c 3m /dev/urandom > "$HOME/large"
                "$0" attach "$id" "$HOME/large" 2>&1; echo "status $?"
                find "$CLOUDY_HOME" -path '*/chunks/??/*' -type f | wc -l
                "$0" add https://b.example/ >/dev/null && echo added
                """)
            #expect(outcome.output.contains("No space left on device"), "\(outcome)")
            #expect(outcome.output.contains("status 74\n0\nadded\n"), "\(outcome)")
        }
    }

    /// The index beside the log needs room, too, and SQLite reports its lack of room as another
    /// error.
    @Test func fullDiskIsReportedWithoutTheIndexOfTheLog() throws {
        try withScratchHome { home in
            let outcome = try run(
                home,
                """
                "$0" add https://a.example/ >/dev/null
                rm "$CLOUDY_HOME"/devices/here/replica.sqlite-shm
                full
                "$0" add https://b.example/ 2>&1; echo "add $?"
                "$0" list 2>&1; echo "list $?"
                rm "$CLOUDY_HOME/filler"
                "$0" list
                """)
            let lines = outcome.output.split(separator: "\n")
            #expect(lines.contains("add 74") && lines.contains("list 74"), "\(outcome)")
            #expect(lines.filter { $0.contains("the disk or the quota is full") }.count == 2)
            #expect(!outcome.output.contains("failing"), "\(outcome)")
            #expect(outcome.output.contains("https://a.example/"))
        }
    }

    @Test func readOnlyDiskAllowsReadingAndRefusesEdits() throws {
        try withScratchHome { home in
            let outcome = try run(
                home,
                """
                id=$("$0" add https://a.example/ --name Alpha)
                freeze
                "$0" list alph; echo "list $?"
                "$0" status --json; echo "status $?"
                "$0" add https://b.example/ 2>/dev/null; echo "add $?"
                "$0" delete $id 2>/dev/null; echo "delete $?"
                "$0" sync; echo "sync $?"
                """)
            #expect(outcome.output.contains("https://a.example/"), "\(outcome.errors)")
            for line in ["list 0", "status 0", "add 74", "delete 74", "sync 74"] {
                #expect(outcome.output.contains("\(line)\n"), "\(outcome.output)")
            }
            #expect(outcome.output.contains("\"state\":\"read-only\""))
            let said = outcome.errors.split(separator: "\n")
            #expect(said.count == 3, "each editing command must say it once: \(outcome.errors)")
            #expect(said.allSatisfy { $0.contains("Nothing can be saved") })
            #expect(said.allSatisfy { $0.contains("read-only file system") })
        }
    }

    /// Only the disk of the local cloud is full. A process that has not written to it reports that,
    /// too.
    @Test func statusReportsALocalCloudWithoutRoom() throws {
        try withScratchHome { home in
            let script = """
                mkdir -p "$CLOUDY_HOME/clouds"
                mount -t tmpfs -o size=300k tmpfs "$CLOUDY_HOME/clouds" || exit 99
                "$0" add https://a.example/ --name Alpha >/dev/null
                head -c 4m /dev/zero 2>/dev/null > "$CLOUDY_HOME/clouds/filler"
                n=0
                while "$0" add https://b.example/$n >/dev/null 2>"$HOME/err"
                    ! grep -q "waits to be sent" "$HOME/err" && [ $n -lt 40 ]
                do n=$((n + 1)); done
                cat "$HOME/err"
                "$0" status 2>&1
                "$0" status --json 2>/dev/null
                "$0" sync >/dev/null 2>&1; echo "sync $?"
                rm "$CLOUDY_HOME/clouds/filler"
                "$0" status --json
                """
            let outcome = try home.run(
                ["-rm", "sh", "-c", script, Places.program], program: "unshare")
            let parts = outcome.output.split(separator: "\n")
            try #require(parts.count > 8, "\(outcome)")
            #expect(parts[0].contains("Saved here. 1 edit waits to be sent. There is no space"))
            #expect(
                outcome.output.contains("here (this machine's disk is full)"), "\(outcome)")
            #expect(outcome.output.contains("the disk or the quota is full"), "\(outcome)")
            #expect(parts[parts.count - 2] == "sync 74", "\(outcome)")
            #expect(parts[parts.count - 3].contains("\"state\":\"disk-full\""), "\(outcome)")
            #expect(parts[parts.count - 1].contains("\"state\":\"online\""), "\(outcome)")
            #expect(parts[parts.count - 1].contains("\"unsent\":0"), "\(outcome)")
            #expect(outcome.errors.isEmpty, "\(outcome)")
        }
    }

    /// A device file is never replaced, and a full disk is reported as such.
    @Test func backupToAFullDiskFailsAndLeavesNoPartialFile() throws {
        try withScratchHome { home in
            let outcome = try run(
                home,
                """
                "$0" add https://a.example/ >/dev/null
                mknod "$HOME/device" c 1 7 2>/dev/null || ln -s /dev/full "$HOME/device"
                "$0" backup "$HOME/device"; echo "device $?"
                [ -c "$HOME/device" ] && echo "it is there"
                mkdir "$HOME/small" && mount -t tmpfs -o size=4k tmpfs "$HOME/small"
                head -c 8k /dev/zero 2>/dev/null > "$HOME/small/filler"
                "$0" backup "$HOME/small/x"; echo "full $?"
                [ -e "$HOME/small/x" ] || echo "nothing is half there"
                """)
            for line in ["device 74", "it is there", "full 74", "nothing is half there"] {
                #expect(outcome.output.contains("\(line)\n"), "\(outcome.output)")
            }
            let said = outcome.errors.split(separator: "\n")
            #expect(said.count == 2 && said.allSatisfy { $0.contains("No space left on device") })
        }
    }

    /// The log stays when a command ends. Other programs may copy it into the database, or omit it
    /// when they copy the home.
    @Test func readOnlyDiskNeedsTheIndexOnlyIfThereIsALog() throws {
        try withScratchHome { home in
            let outcome = try run(
                home,
                """
                "$0" add https://a.example/ --name Alpha >/dev/null
                replica="$CLOUDY_HOME/devices/here/replica.sqlite"
                [ -s "$replica-wal" ] || echo "there is no log"
                cp "$replica-shm" "$HOME/kept"
                rm "$replica-shm"
                freeze
                "$0" list; echo "without index $?"
                mount -o remount,rw "$CLOUDY_HOME"
                cp "$HOME/kept" "$replica-shm"
                python3 -c "import sqlite3, sys
                with sqlite3.connect(sys.argv[1]) as file:
                    file.execute('PRAGMA wal_checkpoint(TRUNCATE)')" "$replica"
                rm -f "$replica-wal" "$replica-shm"
                freeze
                "$0" list; echo "without log $?"
                """)
            #expect(!outcome.output.contains("there is no log"))
            #expect(outcome.output.contains("without index 74"), "\(outcome.output)")
            #expect(outcome.errors.contains("replica.sqlite-shm"), "\(outcome.errors)")
            #expect(outcome.output.contains("Alpha"), "\(outcome.errors)")
            #expect(outcome.output.contains("without log 0"), "\(outcome.output)")
        }
    }

    /// A home that does not exist can't be created.
    @Test func missingHomeOnAReadOnlyDiskIsRefused() throws {
        try withScratchHome { home in
            let outcome = try run(home, "freeze; \"$0\" list; echo \"list $?\"")
            #expect(outcome.output == "list 74\n")
            #expect(outcome.errors.contains("Read-only file system"), "\(outcome.errors)")
        }
    }

    @Test func listOpensOnAReadOnlyDisk() throws {
        try withScratchHome { home in
            let script = onSmallDisk(
                home,
                """
                "$0" add https://a.example/ --name Alpha >/dev/null
                freeze
                exec "$0"
                """)
            let list = try home.open(script, columns: 120, program: "unshare")
            try list.expect("Alpha", "Nothing can be saved")
            try list.press("d")
            try list.expect("Alpha", "cannot be written")
            try list.press("q")
        }
    }

    /// A page that was fetched but could not be written is not reported as saved.
    @Test func listReportsThatAPageWasNotSaved() throws {
        let site = try WebServer { _, connection in
            connection.answer(200, ["Content-Type": "text/html"], SaveTests.article("queue"))
        }
        try withScratchHome { home in
            let script = onSmallDisk(
                home,
                """
                "$0" add \(site.url("/")) --name Alpha >/dev/null
                full
                exec "$0"
                """)
            let list = try home.open(script, columns: 120, program: "unshare")
            try list.expect("Alpha", "q quit")
            try list.press("P")
            try list.expect("The page was not saved: ", "No space left on device")
            try list.press("f")
            try list.expect("There are no documents")
        }
    }

    @Test func formKeepsItsTextWhenTheDiskIsFull() throws {
        try withScratchHome { home in
            let script = onSmallDisk(
                home,
                """
                "$0" add https://a.example/ --name Alpha >/dev/null
                while "$0" add https://b.example/$((n += 1)) >/dev/null 2>&1; do full; done
                exec "$0"
                """)
            let list = try home.open(script, columns: 120, program: "unshare")
            try list.expect("Alpha", "q quit")
            try list.press("a")
            try list.expect("Notes")
            try list.type("https://typed.example/")
            try list.press("C-o")
            try list.expect("https://typed.example/", "full", "Notes")
        }
    }

    @Test func listReportsAFullCloudDiskUntilThereIsRoom() throws {
        try withScratchHome { home in
            // Only the cloud's disk is full; the device can still write.
            let script = """
                mkdir -p "$CLOUDY_HOME/clouds" "$HOME/room" || exit 99
                mount -t tmpfs -o size=300k tmpfs "$CLOUDY_HOME/clouds" || exit 99
                "$0" add https://a.example/ --name Alpha >/dev/null
                head -c 4m /dev/zero 2>/dev/null > "$CLOUDY_HOME/clouds/filler"
                { until [ -e "$HOME/room/now" ]; do sleep 0.1; done
                rm "$CLOUDY_HOME/clouds/filler"; touch "$HOME/room/there"; } &
                exec "$0"
                """
            let list = try home.open(
                ["-rm", "sh", "-c", script, Places.program], columns: 100, program: "unshare")
            try list.expect("Alpha", "● local")
            // The trouble takes precedence over the message about the added bookmark.
            try list.press("a")
            try list.expect("Notes")
            try list.type("https://b.example/")
            try list.press("C-o")
            try list.expect(
                "disk full · 1 unsent", "Cannot sync now", "R to try now")
            try list.add("https://c.example/", name: "Name c")
            try list.expect("disk full · 2 unsent", "Added “Name c”")
            try list.press("M")
            try list.expectNo("Syncing works again")
            try list.press("q")
            _ = try home.run(["\(home.folder.path)/room/now"], program: "touch")
            try list.expect("the disk must have room") { _ in
                try home.run(["\(home.folder.path)/room/there"], program: "ls").status == 0
            }
            try list.press("a")
            try list.expect("Notes")
            try list.type("https://d.example/")
            try list.press("C-o")
            try list.expect("● local", "Syncing works again")
        }
    }
}

let canMount: Bool = {
    let line = "mount -t tmpfs -o size=64k tmpfs /mnt"
    return (try? Command("unshare", ["-rm", "sh", "-c", line]).run().status) == 0
}()

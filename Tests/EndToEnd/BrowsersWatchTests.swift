import FoundationEssentials
import ScratchFolder
import TestSupport
import Testing

/// `cloudy browsers watch`, with files that are written as browsers write them.
@Suite(.endToEnd)
struct BrowsersWatchTests {
    private static let firefox = ".mozilla/firefox/ab.default/places.sqlite"
    private static let chromium = ".config/chromium/Default/Bookmarks"

    /// Runs SQL on a Firefox profile, and leaves the log behind, as a running browser does.
    private func sql(_ home: Home, _ text: String) throws {
        let script = """
            import os, sqlite3, sys
            os.makedirs(os.path.dirname(sys.argv[1]), exist_ok=True)
            database = sqlite3.connect(sys.argv[1])
            database.execute("PRAGMA journal_mode = WAL")
            database.executescript(sys.argv[2])
            database.commit()
            os._exit(0)
            """
        _ = try home.python(script, home.folder.path(Self.firefox), text)
    }

    private func makeFirefox(_ home: Home, pages: Int) throws {
        try sql(
            home,
            """
            CREATE TABLE moz_places(id INTEGER PRIMARY KEY, url TEXT);
            CREATE TABLE moz_bookmarks(id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER,
                parent INTEGER, position INTEGER, title TEXT, dateAdded INTEGER,
                lastModified INTEGER, guid TEXT);
            INSERT INTO moz_bookmarks VALUES
                (1, 2, NULL, 0, 0, '', 1, 1, 'root________'),
                (2, 2, NULL, 1, 0, 'menu', 1, 1, 'menu________'),
                (3, 2, NULL, 1, 1, 'toolbar', 1, 1, 'toolbar_____'),
                (4, 2, NULL, 1, 2, 'tags', 1, 1, 'tags________');
            """)
        for number in 0..<pages { try addToFirefox(home, "old\(number)", number + 10) }
    }

    private func addToFirefox(_ home: Home, _ name: String, _ number: Int) throws {
        try sql(
            home,
            """
            INSERT INTO moz_places VALUES (\(number), 'https://\(name).example/');
            INSERT INTO moz_bookmarks VALUES
                (\(number), 1, \(number), 3, \(number), '\(name)', 1, 1, 'guid-\(name)');
            """)
    }

    /// Replaces Chromium's file, as the browser does.
    private func writeChromium(_ home: Home, _ names: [String]) throws {
        let script = """
            import json, os, sys
            path = sys.argv[1]
            os.makedirs(os.path.dirname(path), exist_ok=True)
            pages = [{"guid": name, "name": name, "type": "url",
                      "url": "https://%s.example/" % name} for name in sys.argv[2:]]
            roots = {"bookmark_bar": {"guid": "bar", "name": "Bookmarks bar", "children": pages}}
            with open(path + ".new", "w") as file: json.dump({"roots": roots}, file)
            os.rename(path + ".new", path)
            """
        _ = try home.python(script, arguments: [home.folder.path(Self.chromium)] + names)
    }

    @Test func openListFollowsAdditionsAndDeletionsInBrowsers() throws {
        try withScratchHome { home in
            try makeFirefox(home, pages: 1)
            try writeChromium(home, ["before"])
            let list = try home.openList()
            let watch = try home.openShell("trap : INT; \"$0\" browsers watch")
            try watch.expect("Firefox/ab.default: watched from now on")
            try watch.expect("Chromium/Default: watched from now on")
            try addToFirefox(home, "harbour", 50)
            try list.expect("harbour")
            try writeChromium(home, ["before", "lantern"])
            try list.expect("harbour", "lantern")
            try sql(home, "DELETE FROM moz_bookmarks WHERE id = 50")
            try list.expectNo("harbour.example")
            try list.expect("lantern")
            try watch.press("C-c")
            try watch.expect("status 130")
            #expect(try home.list().map(\.name) == ["lantern"])
        }
    }

    /// A signal that arrives while changes are read ends the watch after that, and loses none of
    /// them.
    @Test func stopSignalWhileReadingChangesEndsTheWatch() throws {
        try withScratchHome { home in
            try writeChromium(home, ["before"])
            let watch = try home.openShell("trap : INT; \"$0\" browsers watch")
            try watch.expect("Chromium/Default: watched from now on")
            // Another process holds the lock, so the watch waits.
            let stopped = try home.shell(
                """
                set -- '\(home.path)'; lock=$(find "$1" -name browsers.lock)
                exec 9>"$lock"; flock 9
                python3 - '\(home.folder.path(Self.chromium))' <<'END'
                import json, os, sys
                pages = [{"guid": n, "name": n, "type": "url", "url": "https://%s.example/" % n}
                         for n in ["before", "lantern"]]
                with open(sys.argv[1] + ".new", "w") as file:
                    json.dump({"roots": {"bar": {"guid": "bar", "children": pages}}}, file)
                os.rename(sys.argv[1] + ".new", sys.argv[1])
                END
                number=$(stat -c %i "$lock")
                for _ in $(seq 600); do
                    waiting=$(awk -v n=":$number" '$2 == "->" && index($7, n) { print $6 }' \
                        /proc/locks)
                    [ -n "$waiting" ] && break; sleep 0.1
                done
                kill -TERM "$waiting"
                """)
            #expect(stopped.status == 0, "\(stopped.errors)")
            try watch.expect("status 143")
            #expect(try home.list().map(\.name) == ["lantern"])
        }
    }

    @Test func takeAllOptionImportsAllBookmarksOfTheBrowser() throws {
        try withScratchHome { home in
            try makeFirefox(home, pages: 2)
            let all = try home.run("browsers", "watch", "--once", "--take-all")
            #expect(all.output == "Firefox/ab.default: 2 added\n")
            #expect(try home.list().map(\.name).sorted() == ["old0", "old1"])
            let again = try home.run("browsers", "watch", "--once", "--take-all", "--json")
            #expect(again.output == "")
            #expect(again.status == 0)
        }
    }

    @Test func manyDeletionsWaitForConfirmation() throws {
        try withScratchHome { home in
            try makeFirefox(home, pages: 14)
            try home.run("browsers", "watch", "--once", "--take-all")
            try sql(home, "DELETE FROM moz_bookmarks WHERE id > 11")
            for _ in 0..<2 {
                let held = try home.run("browsers", "watch", "--once")
                #expect(held.errors.contains("deleted 12 bookmarks at once"))
                #expect(held.errors.contains("cloudy browsers watch --accept-deletions"))
                #expect(try home.list().count == 14)
            }
            let path = home.folder.path(Self.firefox)
            let accepted = try home.run("browsers", "watch", "--accept-deletions", path)
            #expect(accepted.output == "Firefox/ab.default: 12 deleted\n")
            #expect(try home.list().count == 2)
        }
    }

    @Test func manyDeletionsAreKeptOrAcceptedInTheList() throws {
        try withScratchHome { home in
            try makeFirefox(home, pages: 14)
            try home.run("browsers", "watch", "--once", "--take-all")
            let list = try home.openList()
            try sql(home, "DELETE FROM moz_bookmarks WHERE id > 11")
            #expect(try home.run("browsers", "watch", "--once").status == 0)
            try list.expect("12 deletions waiting", "A browser deleted 12 bookmarks at once.")
            let status = try home.run("status").output
            #expect(status.contains("waiting    12 deletions in a browser (R in the list"))
            #expect(try home.run("status", "--json").output.contains(#""browserDeletions":12"#))
            #expect(try home.run("list", "--held").output.split(separator: "\n").count == 12)
            try list.press("R")
            try list.expect(
                "A browser (Firefox/ab.default) deleted 12 bookmarks", "old5", "r to keep them")
            try list.press("r")
            try list.expect("Kept 12 bookmarks that a browser deleted")
            try list.expectNo("deletions waiting")
            // A later run does not mention them again.
            let later = try home.run("browsers", "watch", "--once")
            #expect(later.output == "" && later.errors == "", "\(later.errors)")

            for number in 50..<62 { try addToFirefox(home, "new\(number)", number) }
            try home.run("browsers", "watch", "--once")
            try sql(home, "DELETE FROM moz_bookmarks WHERE id > 11")
            try home.run("browsers", "watch", "--once")
            try list.expect("12 deletions waiting")
            try list.press("R")
            try list.expect("new55")
            try list.press("a")
            try list.expect("Delete 12 bookmarks here too? [y/N]")
            try list.press("y")
            try list.expect("Deleted 12 bookmarks here too, as the browser did", "Cloudy  14")
            try list.expectNo("deletions waiting")
            try list.press("u")
            try list.expect("Cloudy  26")
            #expect(try home.run("browsers", "watch", "--once").output == "")
        }
    }

    /// Undo names the profile from which a change came.
    @Test func undoNamesTheBrowserProfileOfAChange() throws {
        try withScratchHome { home in
            try makeFirefox(home, pages: 1)
            try home.run("browsers", "watch", "--once", "--take-all")
            let steps = try home.run("undo", "--list").output
            #expect(steps.contains("\tby Firefox/ab.default\t1 bookmark\t"), "\(steps)")
            let object = try home.run("undo", "--json").output
            #expect(object.contains(#""by":"profile""#))
            #expect(object.contains(#""program":"Firefox/ab.default""#), "\(object)")
        }
    }

    @Test func profileThatFloccusSyncsIsRefused() throws {
        try withScratchHome { home in
            try makeFirefox(home, pages: 1)
            home.folder.write(
                ".mozilla/firefox/ab.default/extensions.json",
                Array(#"{"addons": [{"id": "floccus@handmadeideas.org"}]}"#.utf8))
            let refused = try home.run("browsers", "watch", "ab.default", "--once")
            #expect(refused.status == 77)
            #expect(refused.errors.contains("floccus syncs the profile Firefox/ab.default"))
            #expect(try home.run("browsers", "watch", "--once").status == 1)
            let listed = try home.run("browsers", "--json")
            #expect(listed.output.contains(#""floccus":true"#))
            #expect(try home.run("browsers").output.hasPrefix("Firefox\tab.default\tfloccus\t"))
        }
    }

    @Test func unknownProfileIsRefused() throws {
        try withScratchHome { home in
            let unknown = try home.run("browsers", "watch", "nowhere", "--once")
            #expect(unknown.status == 1)
            #expect(unknown.errors.contains("There is no browser profile “nowhere”."))
        }
    }
}

import SQLite
import ScratchFolder
import TestSupport
import Testing

/// Each example in the help, and so in the man page, does what its description says.
@Suite(.endToEnd)
struct ExamplesTests {
    /// The examples of all commands, from their help.
    private static func examples() throws -> [String] {
        let script = """
            import json, re, sys
            def walk(command):
                text = command.get("discussion", "")
                match = re.search(r"Examples?: (.*)", text)
                if match:
                    for example in re.split(r"; (?=cloudy |open |curl )", match[1]): print(example)
                for sub in command.get("subcommands", []): walk(sub)
            walk(json.load(sys.stdin)["command"])
            """
        let line = "'\(Places.program)' --experimental-dump-help | python3 -c '\(script)'"
        let printed = try Command("sh", ["-c", line]).run()
        return printed.output.split(separator: "\n").map(String.init)
    }

    /// Fills a home with the bookmarks that the examples use.
    private func fill(_ home: Home) throws {
        let script = """
            import os, plistlib, sys
            os.makedirs(sys.argv[1], exist_ok=True)
            marks = [("7k3q000000000", "Swift", ["todo", "js", "docs", "morning"]),
                     ("9m2x000000000", "Old", ["javascript", "tmp"]),
                     ("8aaa000000000", "swift", ["old"])]
            plistlib.dump({"bookmarks": [
                {"id": id, "name": name, "url": f"https://{id}.example/", "tags": tags,
                 "folder": "inbox"} for id, name, tags in marks
            ]}, open(sys.argv[1] + "/defaults.plist", "wb"))
            """
        _ = try home.python(script, home.deviceFolder())
        #expect(try home.list().count == 3)
        _ = try home.shell(
            """
            cd '\(home.folder.path)'; mkdir bin; ln -s "$0" bin/cloudy
            printf '#!/bin/sh\\necho "$JSON"\\n' > bin/curl
            echo 'https://x.example/' > bookmarks.html; chmod +x bin/curl
            ln -s /bin/true bin/open
            printf '#!/bin/sh\\ncat >/dev/null\\n' > bin/xclip; chmod +x bin/xclip
            """)
    }

    /// Two devices change the name of a bookmark.
    private func makeConflict(_ home: Home) throws {
        try home.run("sync")
        try home.run("sync", "--device", "laptop")
        try home.run("edit", "7k3q", "--name", "Mine", "--offline")
        try home.run("edit", "7k3q", "--name", "Theirs", "--device", "laptop")
        try home.run("sync")
    }

    /// Two devices set a key of a store, before either receives the other's value.
    private func makeStoreConflict(_ home: Home) throws {
        let store = ["--identifier", "org.example.notes"]
        try home.run(["store", "set", "size", "9", "--device", "here"] + store)
        for (device, value) in [("here", "dark"), ("laptop", "light")] {
            try home.run(
                ["store", "set", "theme", value, "--offline", "--device", device] + store)
        }
        for device in ["laptop", "here"] {
            try home.run(["store", "list", "--device", device] + store)
        }
    }

    private func makeBrowser(_ home: Home) throws {
        _ = try home.shell(
            """
            mkdir -p "$HOME/.config/chromium/Default"
            echo '{"roots": {"other": {"guid": "o", "name": "Other", "children": []}}}' \
                > "$HOME/.config/chromium/Default/Bookmarks"
            """)
    }

    /// A backup of linkding.
    private func makeArchive(_ home: Home) throws {
        let data = home.folder.path("db.sqlite3")
        let bookmark = ArchiveSchemas.linkdingBookmark(1, "https://l.example/", title: "L")
        try Database(path: data).execute(ArchiveSchemas.linkding + bookmark)
        _ = try home.python(
            """
            import sys, zipfile
            zipfile.ZipFile(sys.argv[2], "w").write(sys.argv[1], "db.sqlite3")
            """, data, home.folder.path("linkding.zip"))
    }

    /// Adds a page with several versions and a note to a bookmark, and saves a page as a file and
    /// in the downloads. Returns the id of the page's document, since ids are random.
    private func makeDocuments(_ home: Home) throws -> String {
        let page = "<link rel=canonical href=https://d.example/><p>Some words of a page."
        for version in 1...3 {
            try home.run("save", "7k3q", "--file", "-", input: "\(page) \(version)")
        }
        let id = try home.run("docs").output.prefix { $0 != "\t" }
        try home.run("note", "7k3q", "-", input: "A note")
        _ = try home.shell(
            """
            cd '\(home.folder.path)'; mkdir "$HOME/Downloads"
            for file in page.html paper.pdf notes.txt "$HOME/Downloads/page.html"; do
                echo '\(page)' > "$file"
            done
            printf '#!/bin/sh\\necho text\\n' > bin/pdftotext; chmod +x bin/pdftotext
            ln -s /bin/true bin/xdg-open
            """)
        return String(id)
    }

    /// The preparations for an example.
    private func prepare(_ home: Home, for example: String) throws {
        func has(_ command: String) -> Bool { example.contains("cloudy " + command) }
        if has("restore") || has("delete --forever") || has("trash --empty") {
            try home.run("delete", "--query", "swift")
        }
        if has("docs --deleted") {
            let id = try home.run("docs").output.prefix { $0 != "\t" }
            try home.run("docs", "delete", String(id))
        }
        if has("undo") || has("redo") { try home.run("edit", "7k3q", "--name", "Another") }
        if has("redo") { try home.run("undo") }
        if has("duplicates") {
            try home.run("add", "https://7k3q000000000.example/", "--even-if-there")
        }
        if has("settle") || has("conflicts") { try makeConflict(home) }
        if has("store settle") || has("store conflicts") { try makeStoreConflict(home) }
        if ["get", "list", "remove", "usage", "watch"].contains(where: { has("store \($0)") }) {
            try home.run("store", "set", "theme", "dark", "--identifier", "org.example.notes")
        }
        if has("transfers") {
            try home.run("note", "7k3q", "-", "--offline", input: "A note")
        }
        if has("browsers") { try makeBrowser(home) }
        if has("import linkding.zip") { try makeArchive(home) }
        if has("settings unset") { try home.run("settings", "set", "key.delete", "F8") }
        if has("searches delete") { try home.run("searches", "save", "later", "tag:todo") }
        if example.contains("--device laptop") || has("cloud devices retire") {
            try home.run("sync", "--device", "laptop")
        }
    }

    /// Some examples need a person at the keyboard, the web, a server, or an earlier state: see
    /// `PickTests`, `WebTests`, `ReadTests`, `ServerTests`, `SealedTests` and `HistoryTests`.
    private static func needsMore(_ example: String) -> Bool {
        [
            "pick", "check", "fetch", "read", "history", "import https:", "restore --from",
            "searches rename", "account rename",
            "account remove", "cloud use", "cloud leave",
            "key create", "key enter", "key show", "key rotate", "key seal",
            "import --browsers", "save --query",
        ]
        .contains { example.contains("cloudy \($0)") }
            || example.contains("--fetch") || example == "cloudy save 7k3q"
    }

    @Test func helpHasMoreThan25Examples() throws {
        #expect(try Self.examples().count > 25)
    }

    @Test(arguments: try examples().filter { !needsMore($0) })
    func exampleInTheHelpSucceeds(example: String) throws {
        try withScratchHome { home in
            try fill(home)
            var example = example
            if ["docs", "save", "note", "attach"].contains(where: {
                example.contains("cloudy " + $0)
            }) {
                example.replace("m2x8", with: try makeDocuments(home))
            }
            try prepare(home, for: example)
            // Commands that do not end by themselves are interrupted.
            let limit = example.contains("watch") ? "timeout -s INT 2 " : ""
            let links = #"[{"title": "T", "link": "https://t.example/"}]"#
            let variables = ["EDITOR": "true", "VISUAL": nil, "JSON": links, "DISPLAY": ":0"]
            let outcome = try home.with(variables).shell(
                """
                cd '\(home.folder.path)'; PATH="$PWD/bin:$PATH"; \
                \(limit)sh -c '\(example.replacing("'", with: "'\\''")
                    .replacing("do …; done", with: "do :; done"))'
                """)
            let isEnded = !limit.isEmpty && [124, 130].contains(outcome.status)
            #expect(outcome.status == 0 || isEnded, "\(example)\n\(outcome.errors)")
        }
    }
}

import ScratchFolder
import TestSupport
import Testing

/// Import and export, as commands.
@Suite(.endToEnd)
struct ImportCommandTests {
    private static let page = """
        <!DOCTYPE NETSCAPE-Bookmark-file-1>
        <DL><p>
        <DT><H3>Work</H3>
        <DL><p>
        <DT><A HREF="https://a.example/" ADD_DATE="1600000000" TAGS="one">A</A>
        <DD>Said of it
        </DL><p>
        <DT><A HREF="https://b.example/">B</A>
        <DT><A HREF="b0rked">C</A>
        </DL>
        """

    @Test func importReportsAddedAndFailedBookmarks() throws {
        try withScratchHome { home in
            // The content decides the format, not the name.
            let file = home.folder.write("links.csv", Self.page.utf8)
            let outcome = try home.run("import", file, "--tag", "new")
            #expect(outcome.status == 65, "a failed entry must give status 65")
            #expect(outcome.errors.contains(": 2 added, 1 failed"))
            #expect(outcome.errors.contains("\(file):9: its URL is relative"))
            let found = try home.list()
            #expect(Set(found.map(\.name)) == ["A", "B"])
            #expect(found.allSatisfy { $0.tags.contains("new") })
            let again = try home.run("import", file)
            #expect(again.errors.contains(": 2 already there, 1 failed"))
        }
    }

    @Test func dryRunReportsTheSameAndChangesNothing() throws {
        try withScratchHome { home in
            let file = home.folder.write("a.html", Self.page.utf8)
            let outcome = try home.run("import", "--dry-run", "--json", file)
            #expect(outcome.output.contains("\"format\":\"html\""))
            #expect(outcome.output.contains("\"added\":2"))
            #expect(outcome.output.contains("\"failed\":[{\"line\":9,"))
            #expect(try home.list().isEmpty)
        }
    }

    @Test func characterSetIsGuessedUnlessItIsGiven() throws {
        try withScratchHome { home in
            let start = Array("- [A](https://a.example/)\n- [".utf8)
            let end = Array("](https://b.example/)\n".utf8)
            let file = home.folder.write("links.md", start + [0xD6, 0xD0, 0xCE, 0xC4] + end)
            let guessed = try home.run("import", file, "--dry-run")
            #expect(guessed.status == 0)
            #expect(guessed.errors.contains("\(file):2: the file does not name its character set"))
            #expect(guessed.errors.contains("guessed Windows-1252"))
            let named = try home.run("import", file, "--charset", "GB2312")
            #expect(named.status == 0 && !named.errors.contains("guess"))
            #expect(Set(try home.list().map(\.name)) == ["A", "中文"])
            let wrong = try home.run("import", file, "--charset", "klingon")
            #expect(wrong.status == 64)
            #expect(wrong.errors.contains("There is no character set “klingon”."))
        }
    }

    @Test func standardInputIsImportedWithAMapping() throws {
        try withScratchHome { home in
            let json = #"{"hits": [{"t": "A", "where": {"u": "https://a.example/"}}]}"#
            let outcome = try home.run(
                "import", "-", "--map", "records=hits,name=t,url=where.u", input: json)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try home.list().map(\.name) == ["A"])
            #expect(try home.run("undo", "--list").output.contains("Imported standard input"))
            #expect(try home.run("import", "-", "--map", "colour=t", input: json).status == 64)
        }
    }

    /// Windows browsers keep their favorites like this.
    @Test func folderOfLinksIsImported() throws {
        try withScratchHome { home in
            try home.shell(
                """
                mkdir -p '\(home.folder.path)/fav/Work/Sub' && cd '\(home.folder.path)/fav'
                printf '[InternetShortcut]\\r\\nURL=https://a.example/\\r\\n' >'A page.url'
                printf '[InternetShortcut]\\nURL=https://b.example/\\n' >Work/Sub/B.url
                printf '[Desktop Entry]\\nType=Link\\nName=C\\nURL=https://c.example/\\n' >Work/c.desktop
                printf '[.ShellClassInfo]\\n' >desktop.ini; mkfifo pipe.url; ln -s . circle
                printf 'Title,URL,Rating\\nD,https://d.example/,5\\n' >list.csv
                """)
            let outcome = try home.run("import", home.folder.path("fav"), "--json")
            #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
            #expect(outcome.output.contains("\"added\":4"))
            #expect(outcome.output.contains("\"unreadFields\":[\"Rating\"]"))
            let found = try home.list()
            #expect(Set(found.map(\.name)) == ["A page", "B", "C", "D"])
            let lines = try home.run("export", "--format", "jsonl").output.split(separator: "\n")
            #expect(lines.contains { $0.contains("b.example") && $0.contains("\"Work/Sub\"") })
            #expect(lines.contains { $0.contains("c.example") && $0.contains("\"Work\"") })
            #expect(lines.contains { $0.contains("a.example") && $0.contains("\"folder\":\"\"") })
        }
    }

    /// For example a folder of sources, with much JSON.
    @Test func skippedFilesOfAFolderAreSummedUp() throws {
        try withScratchHome { home in
            try home.shell(
                """
                mkdir '\(home.folder.path)/work' && cd '\(home.folder.path)/work'
                printf '[InternetShortcut]\\nURL=https://b.example/\\n' >B.url
                echo '{"name": "x", "homepage": "https://x.example/"}' >package.json
                echo '{ // comment' >tsconfig.json; touch a.png b.c
                echo '[{"url": "https://m.example/"}]' >mine.json
                """)
            let outcome = try home.run("import", home.folder.path("work"))
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(
                outcome.errors.contains(
                    ": skipped 4 files without bookmarks: a.png, b.c, package.json and 1 more\n"))
            #expect(
                outcome.errors.contains(
                    ": skipped a JSON file of an unknown program: mine.json. To read one, "
                        + "import it by itself\n"))
            #expect(outcome.errors.split(separator: "\n").count == 4, "\(outcome.errors)")
            #expect(try home.list().map(\.name) == ["B"])
        }
    }

    @Test func ignoredColumnsAndTextAreNamed() throws {
        try withScratchHome { home in
            let file = home.folder.write(
                "a.csv", Array("About\n\nTitle,URL,Tags,Author\nA,https://a.example/,,Me\n".utf8))
            let outcome = try home.run("import", file)
            #expect(outcome.status == 0)
            #expect(outcome.errors.contains("\(file): left out the field Author"))
            #expect(outcome.errors.contains("\(file):1: ignored before the table: “About”"))
        }
    }

    @Test func databaseIsImportedThroughAPipeOrTheWeb() throws {
        try withScratchHome { home in
            let file = home.folder.path("buku.db")
            try home.shell(
                """
                python3 - '\(file)' <<END
                import sqlite3, sys
                with sqlite3.connect(sys.argv[1]) as file:
                    file.execute("CREATE TABLE bookmarks(id INTEGER, URL, metadata, tags, desc)")
                    file.execute("INSERT INTO bookmarks VALUES (1, 'https://a.example/', 'A', ',', '')")
                END
                """)
            let pipe = try home.shell("cat '\(file)' | \"$0\" import - --dry-run")
            #expect(pipe.errors.contains("(buku database): 1 to add"))
            let path = try home.shell("cat '\(file)' | \"$0\" import /dev/stdin")
            #expect(path.status == 0 && path.errors.contains("1 added"), "\(path.errors)")
            let bytes = home.folder.read("buku.db")
            let server = try WebServer { _, connection in connection.answer(200, [:], bytes) }
            let web = try home.run("import", server.url("/buku.db"))
            #expect(web.status == 0 && web.errors.contains("1 already there"), "\(web.errors)")
        }
    }

    @Test func sourceWithoutBookmarksIsADataError() throws {
        try withScratchHome { home in
            for text in ["", "hello", "<html><body>nothing</body></html>", "[]"] {
                let outcome = try home.run("import", "-", input: text)
                #expect(outcome.status == 65)
                #expect(outcome.errors.contains("standard input"), "\(outcome.errors)")
            }
            #expect(try home.run("import", home.folder.path("none.html")).status == 65)
            let empty = home.folder.path("empty")
            try home.shell("mkdir '\(empty)'")
            #expect(try home.run("import", empty).errors.contains("the folder has no files"))
            #expect(try home.run("import").status == 64)
            #expect(try home.run("import", "-", "--format", "x", input: "").status == 64)
        }
    }

    @Test(arguments: ["html", "json", "jsonl", "csv", "markdown", "org", "xbel", "opml"])
    func exportedBookmarksAreImportedElsewhere(_ format: String) throws {
        try withScratchHome { home in
            let file = home.folder.write("a.html", Self.page.utf8)
            try home.run("import", file)
            let exported = home.folder.path("exported")
            let outcome = try home.run("export", "--format", format, "--output", exported)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let other = home.with(["CLOUDY_HOME": home.folder.path("other")])
            let back = try other.run("import", exported)
            #expect(back.status == 0, "\(back.errors)")
            let (here, there) = (try home.list(), try other.list())
            #expect(Set(here.map(\.url)) == Set(there.map(\.url)))
            let notes = there.first { $0.name == "A" }?.notes
            #expect(notes == "Said of it")
            #expect(there.first { $0.name == "A" }?.tags == ["one"])
        }
    }

    @Test func queryChoosesTheExportedBookmarks() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "First")
            try home.add("https://b.example/", name: "Second")
            let outcome = try home.run("export", "--format", "csv", "first")
            #expect(outcome.output.contains("First") && !outcome.output.contains("Second"))
            #expect(try home.run("export", "nowhere").status == 1)
            let file = "\(home.folder.path)/kept.csv"
            #expect(try home.run("export", "--output", file).status == 0)
            let vain = try home.run("export", "nowhere", "--output", file)
            #expect(vain.status == 1 && vain.errors.contains("\(file) was left unchanged"))
            #expect(try home.shell("cat '\(file)'").output.contains("First"))
            #expect(try home.run("export", "--output", "/nowhere/x.csv").status == 74)
        }
    }

    @Test func exportReportsAFullDeviceFile() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "First")
            let full = try home.run("export", "--output", "/dev/full")
            #expect(full.status == 74)
            #expect(full.errors.contains("Cannot write /dev/full: No space left"))
            #expect(try home.run("export", "--output", "/dev/null").status == 0)
            let piped = try home.shell("\"$0\" export --format csv --output /dev/stdout | cat")
            #expect(piped.output.contains("First") && piped.errors.isEmpty)
        }
    }

    @Test func concurrentImportsAddEachBookmarkOnce() throws {
        try withScratchHome { home in
            let links = (1...800).map { "https://site\($0).example/page\n" }.joined()
            let file = home.folder.write("links.txt", links.utf8)
            try home.add("https://a.example/", name: "First")
            let outcome = try home.shell(
                "for i in 1 2 3; do \"$0\" import --offline '\(file)' & done; wait")
            let added = outcome.errors.split(separator: " 800 added").count - 1
            let known = outcome.errors.split(separator: " 800 already there").count - 1
            #expect(added == 1 && known == 2, "\(outcome.errors)")
            #expect(try home.list().count == 801)
        }
    }

    @Test func importWaitsForAnotherImportAndSaysSo() throws {
        try withScratchHome { home in
            let file = home.folder.write("links.txt", "https://b.example/\n".utf8)
            try home.add("https://a.example/", name: "First")
            let outcome = try home.shell(
                """
                cd '\(home.path)/devices/here'
                flock -o import.lock sh -c '"$0" import '\(file)' 2>said &
                until grep -qs "another import" said; do sleep 0.05; done; "$0" list' "$0"
                while ! grep added said; do sleep 0.1; done; cat said >&2
                """)
            #expect(!outcome.output.contains("b.example"), "\(outcome.output)")
            #expect(outcome.errors.contains("Waiting for another import on this device"))
            #expect(outcome.errors.contains("1 added"))
        }
    }

    /// An addition need not wait: the import checks again for pages that were added meanwhile.
    @Test func addDoesNotWaitForAnImport() throws {
        try withScratchHome { home in
            try home.add("https://a.example/", name: "First")
            let outcome = try home.shell(
                """
                cd '\(home.path)/devices/here'
                flock -o import.lock sh -c '"$0" add https://b.example/ --name B; "$0" list B' "$0"
                """)
            #expect(outcome.output.split(separator: "\n").count == 2, "\(outcome.output)")
        }
    }

    @Test func listOfURLsKeepsTheOrderOfItsFile() throws {
        try withScratchHome { home in
            let file = home.folder.write("links.txt", "x:1\nx:2\nx:3\n".utf8)
            try home.run("import", file, "--format", "urls")
            #expect(try home.list().map(\.url) == ["x:1", "x:2", "x:3"])
        }
    }

    @Test func browsersOptionImportsTheOnlyBrowser() throws {
        try withScratchHome { home in
            #expect(try home.run("import", "--browsers").status == 1)
            #expect(try home.run("import", "--browsers", "--json").output == "[]\n")
            let bookmarks = """
                {"roots":{"bookmark_bar":{"name":"Bar","children":[
                {"type":"url","name":"A","url":"https://a.example/"}]}}}
                """
            try home.shell(
                "mkdir -p \"$HOME/.config/chromium/Default\" \"$HOME/.config/vivaldi/X\"")
            home.folder.write(".config/chromium/Default/Bookmarks", bookmarks.utf8)
            let one = try home.run("import", "--browsers")
            #expect(one.status == 0 && one.errors.contains("1 added"), "\(one.errors)")
            home.folder.write(".config/vivaldi/X/Bookmarks", bookmarks.utf8)
            let several = try home.run("import", "--browsers")
            #expect(several.status == 64)
            #expect(several.output.contains("Chromium\tDefault\t"))
            #expect(several.output.contains("Vivaldi\tX\t"))
            #expect(several.errors.contains("cloudy import --browsers --all"))
            let json = try home.run("import", "--browsers", "--json")
            #expect(json.status == 64)
            let first = #"[{"browser":"Chromium","name":"Default","path":""#
            #expect(json.output.hasPrefix(first), "\(json.output)")
            #expect(json.output.contains(#"{"browser":"Vivaldi","name":"X","path":""#))
        }
    }

    @Test func importOfAllBrowsersIsOneUndoStep() throws {
        try withScratchHome { home in
            func profile(_ folder: String, _ letters: String...) throws {
                let links = letters.map {
                    #"{"type":"url","name":"\#($0)","url":"https://\#($0).example/"}"#
                }
                try home.shell("mkdir -p \"$HOME/.config/\(folder)\"")
                let text =
                    #"{"roots":{"bookmark_bar":{"name":"Bar","children":["#
                    + links.joined(separator: ",") + "]}}}"
                home.folder.write(".config/\(folder)/Bookmarks", text.utf8)
            }
            try home.add("https://kept.example/", name: "Kept")
            try profile("chromium/Default", "a", "b")
            try profile("chromium/Profile 1", "c")
            try profile("vivaldi/X", "b", "d")
            #expect(try home.run("import", "--all").status == 64)
            let trial = try home.run("import", "--browsers", "--all", "--dry-run")
            #expect(trial.status == 0 && trial.errors.contains("2 to add"))
            let outcome = try home.run("import", "--browsers", "--all")
            #expect(outcome.status == 0)
            let lines = outcome.errors.split(separator: "\n").map(String.init)
            #expect(lines.count == 3, "\(lines)")
            for (line, (name, words)) in zip(
                lines,
                [
                    ("Chromium “Default”", ": 2 added"),
                    ("Chromium “Profile 1”", ": 1 added"),
                    ("Vivaldi “X”", ": 1 added, 1 already there"),
                ])
            {
                #expect(line.hasPrefix("cloudy: \(name) (") && line.hasSuffix(words), "\(line)")
            }
            #expect(try home.list().count == 5)
            let steps = try home.run("undo", "--list").output
            #expect(steps.hasPrefix("2") && steps.contains("\tImported 3 browser profiles\n"))
            #expect(try home.run("undo").status == 0)
            #expect(try home.list().map(\.name) == ["Kept"])
        }
    }
    /// Cloudy's own files are not imported as exports of other programs.
    @Test func filesOfCloudyAreRefusedWithWhatToType() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.example/", name: "Alpha", tags: ["x"])
            let file = home.folder.path("of mine.json")
            try home.run("backup", file)
            for options in [[], ["--map", "url=fields.url"]] {
                let outcome = try home.run(["import", file] + options)
                #expect(outcome.status == 65)
                #expect(
                    outcome.errors.contains(
                        "this is a backup of Cloudy. To restore it: cloudy restore --from "
                            + "'\(file)'"), "\(outcome.errors)")
            }
            let plain = try home.shell(
                "cd '\(home.folder.path)' && cp 'of mine.json' b.json && \"$0\" import b.json")
            #expect(plain.errors.contains("cloudy restore --from ./b.json"), "\(plain.errors)")
            let cloud = try home.run("import", "\(home.path)/clouds/local/cloud.sqlite")
            #expect(cloud.status == 65)
            #expect(
                cloud.errors.contains("this is the database of a Cloudy cloud"),
                "\(cloud.errors)")
            for (name, what) in [
                ("replica.sqlite", "the database"), ("defaults.plist", "the property list"),
            ] {
                let outcome = try home.run("import", "\(home.deviceFolder())/\(name)")
                #expect(outcome.status == 65)
                #expect(
                    outcome.errors.contains("this is \(what) of a Cloudy device. Export its"),
                    "\(outcome.errors)")
            }
            #expect(try home.list().map(\.id) == [id])
        }
    }
}

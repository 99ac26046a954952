import ScratchFolder
import Synchronization
import TestSupport
import Testing

/// Saved pages, on all devices.
@Suite(.endToEnd)
struct SaveTests {
    static func article(_ word: String) -> String {
        """
        <html><head><title>How \(word)s shard</title></head><body>
        <nav><a href="/">Home</a></nav><article><h1>How \(word)s shard</h1>
        <p>Sharding splits one logical table into several, which live on different machines, with \
        commas, and with enough words to be an article.</p>
        <p>A second paragraph says more of the \(word), and is long enough to count, too.</p>
        </article></body></html>
        """
    }

    /// Serves an article with a word that a test can change, and some pages that can't be saved.
    private final class Site: Sendable {
        private final class Word: Sendable { let value = Mutex("database") }

        private let word = Word()
        let server: WebServer
        var page: String { server.url("/page") }

        init() throws {
            server = try WebServer { [word] request, connection in
                let isLarge = request.path == "/large"
                if request.path == "/gone" { return connection.answer(404) }
                connection.answer(
                    200, ["Content-Type": "text/html"],
                    isLarge
                        ? String(repeating: "x", count: 33 << 20)
                        : SaveTests.article(word.value.withLock { $0 }))
            }
        }

        func say(_ word: String) { self.word.value.withLock { $0 = word } }
    }

    private func add(_ url: String, _ home: Home) throws -> String {
        try home.run("add", url, "--name", "Sharding").output.filter { !$0.isNewline }
    }

    @Test func savedPageIsReadOfflineOnAnotherDevice() throws {
        let site = try Site()
        try withScratchHome { home in
            let id = try add(site.page, home)
            let saved = try home.run("save", id)
            #expect(saved.status == 0, "\(saved.errors)")
            #expect(saved.output == "\(id)\t382 B\tSharding\n")
            try home.run("sync", "--device", "two")
            try home.run("airplane", "on", "--device", "two")
            let read = try home.run("read", id, "--device", "two")
            #expect(read.status == 0, "\(read.errors)")
            #expect(read.output.contains("A second paragraph says more of the database"))
            let kept = try home.run("docs", "--device", "two").output.split(separator: "\t")
            let got = try home.run("docs", "get", String(kept[0]), "-o", "-", "--device", "two")
            #expect(got.output == Self.article("database"))
        }
    }

    @Test func savingAgainKeepsTheEarlierVersion() throws {
        let site = try Site()
        try withScratchHome { home in
            let id = try add(site.page, home)
            try home.run("save", id)
            try home.run("save", id)
            #expect(try home.run("docs", id, "--json").output.contains("\"versions\":1,"))
            site.say("cluster")
            try home.run("save", id)
            #expect(try home.run("docs", id, "--json").output.contains("\"versions\":2,"))
            #expect(try home.run("read", id).output.contains("more of the cluster"))
            let undone = try home.run("undo")
            #expect(undone.output.contains("Saved the page of “Sharding”"))
            #expect(try home.run("read", id).output.contains("more of the database"))
            try home.run("undo")
            #expect(try home.run("docs", id).status == 1)
            try home.run("redo")
            #expect(try home.run("docs", id).status == 0)
        }
    }

    @Test func pagesThatCannotBeSavedAreNamed() throws {
        let site = try Site()
        try withScratchHome { home in
            let ids = try ["/gone", "/large", "/page"].map { try add(site.server.url($0), home) }
            let saved = try home.run("save", ids[0], ids[1], ids[2])
            #expect(saved.status == 65)
            #expect(saved.output.contains(ids[2]) && !saved.output.contains(ids[0]))
            #expect(saved.errors.contains("404 Not Found"))
            #expect(saved.errors.contains("the limit is 32 MiB"))
            #expect(saved.errors.contains("Saved 1 of 3 pages."))
            #expect(try home.run("save").status == 64)
            #expect(try home.run("save", ids[0], ids[1], "--file", "-").status == 64)
        }
    }

    /// The next command resumes the download of a large file whose connection was cut.
    @Test func saveResumesACutDownload() throws {
        let content = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
        let ranges = Mutex<[String?]>([])
        let server = try WebServer { request, connection in
            let range = request.head.split(whereSeparator: \.isNewline)
                .first { $0.hasPrefix("Range: ") }.map(String.init)
            let count = ranges.withLock { ranges in
                ranges.append(range)
                return ranges.count
            }
            let start = range.flatMap { Int($0.filter(\.isNumber)) } ?? 0
            connection.send(
                "HTTP/1.1 \(start > 0 ? "206 Partial Content" : "200 OK")\r\nETag: \"a\"\r\n"
                    + "Content-Type: application/pdf\r\nConnection: close\r\n"
                    + "Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)\r\n"
                    + "Content-Length: \(content.count - start)\r\n\r\n")
            connection.send(Array(content[start...].prefix(count < 3 ? 1 << 20 : content.count)))
        }
        try withScratchHome { home in
            let id = try add(server.url("/large.pdf"), home)
            var saved = try home.run("save", id)
            for _ in 0..<3 where saved.status != 0 { saved = try home.run("save", id) }
            #expect(saved.status == 0, "\(saved.errors)")
            #expect(saved.output == "\(id)\t3 MiB\tSharding\n")
            let asked = ranges.withLock { $0 }
            #expect(asked.count == 3)
            #expect(asked[0] == nil && asked[1]?.hasSuffix("=1048576-") == true)
            #expect(asked.last??.hasSuffix("=2097152-") == true)
            let document = String(try home.run("docs").output.prefix { $0 != "\t" })
            #expect(
                try home.run("docs", "get", document, "-o", "-").output.utf8.count == 3 << 20)
        }
    }

    /// A program that the person chose fetches pages that scripts build.
    @Test func saveCommandFetchesThePage() throws {
        try withScratchHome { home in
            let id = try add("https://a.example/app?x=1&y=$HOME", home)
            let program = try home.folder.writeProgram(
                "browse",
                """
                [ "$FAIL" ] && { echo no display >&2; exit 3; }
                echo "<title>App</title><p>Built by a script: $*"
                """)
            try home.run("settings", "set", "save-command", "\(program) --dump %s --wait")
            let failed = try home.with(["FAIL": "1"]).run("save", id)
            #expect(failed.status == 65)
            #expect(failed.errors.contains("browse failed with status 3 (no display)"))
            let saved = try home.run("save", id)
            #expect(saved.status == 0, "\(saved.errors)")
            let document = String(try home.run("docs").output.prefix { $0 != "\t" })
            #expect(
                try home.run("docs", "get", document, "-o", "-").output
                    == "<title>App</title><p>Built by a script: --dump "
                    + "https://a.example/app?x=1&y=$HOME --wait\n")
        }
    }

    @Test func fileSavedInAirplaneModeIsSentLater() throws {
        try withScratchHome { home in
            let id = try add("https://a.example/page", home)
            try home.run("airplane", "on")
            #expect(try home.run("save", id).status == 69)
            let saved = try home.run(
                "save", id, "--file", "-", "--json", input: Self.article("queue"))
            #expect(saved.status == 0, "\(saved.errors)")
            #expect(saved.output.contains("\"bytes\":\(Self.article("queue").utf8.count),"))
            #expect(try home.run("docs", "--json").output.contains("\"sent\":false"))
            try home.run("airplane", "off")
            try home.run("sync")
            #expect(try home.run("docs", "--json").output.contains("\"sent\":true"))
            try home.run("sync", "--device", "two")
            #expect(
                try home.run("docs", "--json", "--device", "two").output.contains("\"here\":true"))
        }
    }

    @Test func undoRestoresADeletedDocument() throws {
        try withScratchHome { home in
            let id = try add("https://a.example/page", home)
            try home.run("save", id, "--file", "-", input: Self.article("queue"))
            let document = try home.run("docs").output.prefix { $0 != "\t" }
            #expect(try home.run("docs", "delete", "nosuch").status == 1)
            try home.run("docs", "delete", String(document.prefix(5)))
            #expect(try home.run("docs").status == 1)
            let undone = try home.run("undo")
            #expect(undone.output.contains("Deleted the page “How queues shard”"))
            #expect(try home.run("read", id).output.contains("more of the queue"))
        }
    }

    /// Another device made the document, but its content has not reached the cloud.
    @Test func readNamesAPageThatWasNotSentYet() throws {
        try withScratchHome { home in
            let id = try add("https://a.example/page", home)
            try home.run("save", id, "--file", "-", input: Self.article("queue"))
            _ = try home.shell("rm -r \"$CLOUDY_HOME/clouds/local/chunks\"")
            try home.run("sync", "--device", "two")
            let read = try home.run("read", id, "--device", "two")
            #expect(read.status == 69)
            #expect(read.errors.contains("“How queues shard” is not here yet"))
        }
    }

    @Test func openListFetchesNewDocuments() throws {
        try withScratchHome { home in
            let id = try add("https://a.example/page", home)
            try home.run("sync", "--device", "two")
            let list = try home.openList(device: "two")
            try list.expect("Sharding")
            try home.run("save", id, "--file", "-", input: Self.article("queue"))
            try list.expect("the content must be on the other device") { _ in
                try home.run("docs", "--json", "--device", "two").output
                    .contains("\"here\":true")
            }
        }
    }

    @Test func addSavesThePageWithTheOptionOrTheSetting() throws {
        let site = try Site()
        try withScratchHome { home in
            try home.run("add", site.page, "--save")
            #expect(try home.run("docs").status == 0)
            try home.run("settings", "set", "save-pages", "on")
            try home.run("add", site.server.url("/other"), site.server.url("/third"))
            #expect(try home.run("docs").output.split(separator: "\n").count == 3)
            let added = try home.run("add", site.server.url("/gone"))
            #expect(added.status == 0 && added.errors.contains("The page was not saved: "))
            #expect(added.errors.contains("404 Not Found"))
            try home.run("add", site.server.url("/fourth"), "--no-save")
            #expect(try home.run("docs").output.split(separator: "\n").count == 3)
        }
    }

    @Test func deviceFetchesTheDocumentsThatItsSettingsAllow() throws {
        try withScratchHome { home in
            let id = try add("https://a.example/page", home)
            try home.run("save", id, "--file", "-", input: Self.article("queue"))
            try home.run("settings", "set", "documents", "ask")
            try home.run("sync", "--device", "two")
            let remote = try home.run("docs", "--json", "--device", "two").output
            #expect(remote.contains("\"here\":false"))
            let status = try home.run("status", "--device", "two").output
            #expect(status.contains("documents  1, 373 B (1 not here)"))
            // Opening a document fetches it.
            #expect(try home.run("read", id, "--device", "two").output.contains("of the queue"))
            #expect(
                try home.run("docs", "--json", "--device", "two").output.contains("\"here\":true"))
            try home.run("settings", "set", "documents", "small")
            try home.run("settings", "set", "documents-small", "100 B")
            try home.run("sync", "--device", "three")
            #expect(
                try home.run("docs", "--json", "--device", "three").output
                    .contains("\"here\":false"))
            try home.run("settings", "set", "documents-small", "1 MiB")
            try home.run("sync", "--device", "three")
            #expect(
                try home.run("docs", "--json", "--device", "three").output
                    .contains("\"here\":true"))
            #expect(try home.run("settings", "set", "documents", "some").status == 64)
            for room in ["much", "1", "0", "31 MiB"] {
                let refused = try home.run("settings", "set", "documents-room", room)
                #expect(refused.status == 64, "\(room)")
                #expect(refused.errors.contains("use a size of at least 32 MiB"))
            }
            #expect(try home.run("settings", "set", "documents-small", "0").status == 64)
            #expect(try home.run("settings", "set", "documents-room", "32 MiB").status == 0)
        }
    }

    @Test func exportedDocumentsAreImportedAgain() throws {
        try withScratchHome { home in
            let ids = try (0..<2).map { try add("https://a.example/\($0)", home) }
            try home.run("save", ids[0], "--file", "-", input: Self.article("queue"))
            try home.run("save", ids[1], "--file", "-", input: "<title>../../a/b</title>x")
            let folder = home.path + "-export"
            defer { _ = try? home.shell("rm -r '\(folder)'") }
            let exported = try home.run(
                "export", "-o", "\(folder).json", "--documents", folder)
            defer { _ = try? home.shell("rm '\(folder).json'") }
            #expect(exported.status == 0, "\(exported.errors)")
            #expect(exported.errors.contains("2 documents."))
            let files = try home.shell("cd '\(folder)'; find . -type f | sort").output
            #expect(files.contains("/How queues shard.html"))
            #expect(files.contains("index.json") && !files.contains("/a/b"))
            try withScratchHome { other in
                let imported = try other.run("import", "\(folder).json", "--documents", folder)
                #expect(imported.status == 0, "\(imported.errors)")
                #expect(try other.run("docs").output.split(separator: "\n").count == 2)
                let id = try other.run("list", "url:a.example/0").output.prefix { $0 != "\t" }
                #expect(try other.run("read", String(id)).output.contains("more of the queue"))
                // Documents that are already there stay unchanged.
                let again = try other.run("import", "\(folder).json", "--documents", folder)
                #expect(again.errors.contains("no documents added, 2 already there."))
            }
            // Without the documents, the bookmarks are not imported either.
            try withScratchHome { third in
                let none = try third.run("import", "\(folder).json", "--documents", "/nowhere")
                #expect(none.status != 0 && none.errors.contains("/nowhere"))
                #expect(try third.list().isEmpty)
            }
        }
    }

    @Test func filesThatNameTheirURLAreSavedWithoutABookmarkId() throws {
        try withScratchHome { home in
            let id = try add("https://a.example/there", home)
            let folder = home.path + "-pages"
            defer { _ = try? home.shell("rm -r '\(folder)'") }
            _ = try home.shell(
                """
                mkdir '\(folder)'; cd '\(folder)'
                printf '<!--\\n Page saved with SingleFile \\n url: https://a.example/there \\n-->%s' \
                    '\(Self.article("queue"))' > one.html
                printf '<!-- saved from url=(0022)https://b.example/new -->%s' \
                    '\(Self.article("log"))' > two.html
                printf '<link rel="canonical" href="https://c.example/">%s' \
                    '\(Self.article("tree"))' > three.html
                printf '<p>nothing</p>' > four.html
                """)
            let files = ["one", "two", "three", "four"].map { "\(folder)/\($0).html" }
            let saved = try home.run("save", "--file", files[0], files[1], files[2], files[3])
            #expect(saved.status == 65)
            #expect(saved.errors.contains("four.html does not say where it is from"))
            #expect(try home.run("read", id).output.contains("more of the queue"))
            #expect(
                try home.run("list").output.split(separator: "\n").count == 3,
                "two files must become new bookmarks")
            #expect(try home.run("docs").output.split(separator: "\n").count == 3)
            let none = try home.run("save", id, "--file", files[0], files[1])
            #expect(none.status == 64)
        }
    }

    @Test func deletingABookmarkForeverDeletesItsPage() throws {
        try withScratchHome { home in
            let id = try add("https://a.example/page", home)
            try home.run("save", id, "--file", "-", input: Self.article("queue"))
            try home.run("sync", "--device", "two")
            try home.run("delete", id)
            #expect(try home.run("docs").status == 0, "the page of a deleted bookmark must stay")
            try home.run("delete", "--forever", id, "--yes")
            #expect(try home.run("docs").status == 1)
            try home.run("sync", "--device", "two")
            #expect(try home.run("docs", "--device", "two").status == 1)
        }
    }

    @Test func readOfAURLUsesTheSavedPage() throws {
        let site = try Site()
        try withScratchHome { home in
            let id = try add(site.page, home)
            try home.run("save", id)
            site.say("cluster")
            #expect(try home.run("read", site.page).output.contains("more of the database"))
            #expect(
                try home.run("read", site.page, "--fresh").output.contains("more of the cluster"))
            try home.run("airplane", "on")
            #expect(try home.run("read", site.page).status == 0)
        }
    }

    @Test func savingAnUnchangedPageReportsThat() throws {
        let site = try Site()
        try withScratchHome { home in
            let id = try add(site.page, home)
            try home.run("save", id)
            #expect(try home.run("save", id).output == "\(id)\t382 B (unchanged)\tSharding\n")
            #expect(try home.run("save", id, "--json").output.contains("\"unchanged\":true"))
            let empty = try home.run("save", id, "--file", "-", input: "")
            #expect(empty.status == 65, "an empty file must not replace the page")
            #expect(try home.run("read", id).output.contains("more of the database"))
            site.say("cluster")
            #expect(try home.run("save", id, "--json").output.contains("\"unchanged\":false"))
        }
    }
}

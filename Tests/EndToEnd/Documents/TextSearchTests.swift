import Glibc
import TestSupport
import Testing

/// Saved pages, notes and files are found by their text.
@Suite(.endToEnd)
struct TextSearchTests {
    private static func save(_ words: [String], _ home: Home) throws -> [String] {
        try words.enumerated().map { number, word in
            let added = try home.run(
                "add", "https://\(number).example/", "--name", "Page \(number)")
            let id = added.output.filter { !$0.isNewline }
            let saved = try home.run(
                "save", id, "--file", "-", input: SaveTests.article(word))
            #expect(saved.status == 0, "\(saved.errors)")
            return id
        }
    }

    @Test func savedPagesAreFoundByTheirText() throws {
        try withScratchHome { home in
            let ids = try Self.save(["database", "queue", "東京の地図"], home)
            func found(_ query: String) throws -> [String] {
                try home.run("list", query, "--format", "{id} ").output.split(separator: " ")
                    .map(String.init).sorted()
            }
            #expect(try found("text:databases") == [ids[0]])
            #expect(try found("text:地図") == [ids[2]])
            #expect(
                try found("text:\"second paragraph\" -text:queue") == [ids[0], ids[2]].sorted())
            #expect(try found("has:page").count == 3)
            #expect(try found("has:note") == [])
            let json = try home.run("list", "--json", "text:queues").output
            #expect(json.contains("\"snippet\":\"How queues shard"))
            #expect(try !home.run("list", "--json", "queues").output.contains("snippet"))
            let line = try home.run("list", "--snippets", "text:地図").output
            #expect(line.contains("\t") && line.contains("東京の地図s shard"))
            // Commands that change the bookmarks they find search the texts as well.
            let tagged = try home.run("edit", "--query", "text:queue", "--tag", "q")
            #expect(tagged.status == 0, "\(tagged.errors)")
            #expect(try found("#q") == [ids[1]])
        }
    }

    /// The index can be rebuilt, since it is never the only copy.
    @Test(arguments: ["echo junk >", "truncate -s 5000", "rm"])
    func searchRebuildsADamagedIndex(_ damage: String) throws {
        try withScratchHome { home in
            let ids = try Self.save(["database"], home)
            #expect(try home.run("list", "text:database").output.hasPrefix(ids[0]))
            let path = "\"$CLOUDY_HOME\"/devices/*/text.sqlite"
            _ = try home.shell("for file in \(path); do \(damage) \"$file\"; done")
            let found = try home.run("list", "text:database")
            #expect(found.output.hasPrefix(ids[0]), "\(found.errors)")
        }
    }

    @Test func terminalShowsTheSnippetBelowItsBookmark() throws {
        try withScratchHome { home in
            _ = try Self.save(["database"], home)
            let terminal = try home.open("list", "text:second")
            try terminal.expect("    …")
            try terminal.expect("A second paragraph says more of the database")
        }
    }

    /// Searches in the list, its preview and the reader.
    @Test func listFindsBookmarksByText() throws {
        try withScratchHome { home in
            _ = try Self.save(["database", "queue"], home)
            let list = try home.openList()
            try list.expect("Page 0")
            try list.type("/text:queue")
            try list.expect("only the bookmark with this text must show") {
                $0.contains("Page 1") && !$0.contains("Page 0")
            }
            try list.press("Enter")
            try list.type("r")
            try list.expect("says more of the queue")
            try list.type("q")
            try list.expect("Page 1")
            // Plain words search the text only if the setting says so.
            try list.press("Escape")
            try list.expect("Page 0")
            try list.type("/queues")
            try list.expect("no bookmark must show") {
                !$0.contains("Page 1") && !$0.contains("Page 0")
            }
            try home.run("settings", "set", "find-in-text", "on")
            let other = try home.openList()
            try other.expect("Page 0")
            try other.type("/queues")
            try other.expect("only the bookmark with this text must show") {
                $0.contains("Page 1") && !$0.contains("Page 0")
            }
        }
    }

    /// A page that is saved while the list shows a search in texts appears in the list.
    @Test func savedPageAppearsInAnOpenSearchOfTexts() throws {
        try withScratchHome { home in
            let ids = try Self.save(["database"], home)
            let added = try home.run("add", "https://b.example/", "--name", "Later")
            let list = try home.openList()
            try list.expect("Later")
            try list.type("/text:shard")
            try list.expect("only the first bookmark must show") {
                $0.contains("Page 0") && !$0.contains("Later")
            }
            try list.press("Enter")
            try home.run(
                "save", added.output.filter { !$0.isNewline }, "--file", "-",
                input: SaveTests.article("queue"))
            try list.expect("Later")
            #expect(ids.count == 1)
        }
    }

    /// A PDF has a text if `pdftotext` is installed; here a script takes its place.
    @Test func savedPDFIsFoundByItsText() throws {
        let server = try WebServer { _, connection in
            connection.answer(200, ["Content-Type": "application/pdf"], "%PDF-1.7 of a test")
        }
        try withScratchHome { home in
            let id = try home.run("add", server.url("/paper"), "--name", "Paper").output
                .filter { !$0.isNewline }
            let saved = try home.shell(
                """
                mkdir "$CLOUDY_HOME/bin"
                printf '#!/bin/sh\\nread line; echo "An invoice in $line"\\n' \
                    > "$CLOUDY_HOME/bin/pdftotext"
                chmod +x "$CLOUDY_HOME/bin/pdftotext"
                PATH="$CLOUDY_HOME/bin:$PATH" "$0" save \(id)
                """)
            #expect(saved.status == 0, "\(saved.errors)")
            #expect(try home.run("list", "text:invoice file:pdf").output.hasPrefix(id))
            #expect(
                try home.run("list", "--json", "text:\"invoice in\"").output
                    .contains("An invoice in %PDF-1.7 of a test"))
        }
    }
}

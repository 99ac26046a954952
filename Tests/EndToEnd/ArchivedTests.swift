import ScratchFolder
import TestSupport
import Testing

/// The commands that include archived bookmarks, and their messages about them.
@Suite(.endToEnd)
struct ArchivedTests {
    /// Three pages, newest first as they are printed. The middle one is archived.
    private func pages(_ home: Home) throws -> [String] {
        for number in 1...3 {
            try home.add("https://a.example/\(number)", name: "Page \(number)", tags: ["t"])
        }
        let ids = try home.list().map(\.id)
        try home.run("edit", ids[1], "--archived", "--folder", "away", "--add-tag", "old")
        return ids
    }

    private func names(_ output: String) -> [String] {
        output.split(separator: "\n").map { line in
            line.firstMatch(of: #/Page \d/#).map { String($0.output) } ?? ""
        }
    }

    @Test func archivedBookmarksAreIncludedOnlyWhenNamed() throws {
        try withScratchHome { home in
            let ids = try pages(home)
            #expect(try home.list().map(\.id) == [ids[0], ids[2]])
            #expect(try home.list("is:archived").map(\.id) == [ids[1]])
            #expect(try home.run("show", ids[1]).output.contains("Page 2"))
            #expect(try home.run("tags").output == "2\tt\n")
            #expect(try home.run("folders").output == "")
            // A range covers the bookmarks that the list shows between its ends, and the ends.
            let all = try home.run("edit", "\(ids[0])..\(ids[2])", "--add-tag", "x")
            #expect(all.errors == "cloudy: Changed 2 bookmarks.\n")
            let ended = try home.run("edit", "\(ids[1])..\(ids[2])", "--add-tag", "y")
            #expect(ended.errors == "cloudy: Changed 2 bookmarks.\n")
            #expect(try home.list("tag:x is:archived").isEmpty)
            // Renaming a tag or a folder changes all bookmarks that have it.
            #expect(try home.run("tags", "rename", "old", "ancient").status == 0)
            #expect(try home.list("tag:ancient is:archived").map(\.id) == [ids[1]])
            #expect(try home.run("folders", "rename", "away", "far").status == 0)
            #expect(try home.list("folder:far is:archived").map(\.id) == [ids[1]])
        }
    }

    @Test func exportOfEverythingIncludesArchivedBookmarks() throws {
        try withScratchHome { home in
            _ = try pages(home)
            let all = try home.run("export", "--format", "jsonl").output
            #expect(names(all) == ["Page 3", "Page 2", "Page 1"])
            let chosen = try home.run("export", "tag:t", "--format", "jsonl").output
            #expect(names(chosen) == ["Page 3", "Page 1"])
            let archived = try home.run("export", "is:archived", "--format", "jsonl").output
            #expect(names(archived) == ["Page 2"] && archived.contains("\"archived\":true"))
        }
    }

    @Test func checkAndFetchSkipArchivedBookmarks() throws {
        try withScratchHome { home in
            let id = try home.add("https://a.invalid/", name: "Page 1")
            try home.run("edit", id, "--archived")
            for command in ["check", "fetch"] {
                let outcome = try home.run(command)
                #expect(outcome.status == 1, "\(outcome)")
                #expect(outcome.errors.contains("There are no bookmarks to "), "\(outcome)")
            }
            try home.run("edit", id, "--no-archived", "--url", "mailto:ada@a.example")
            let listed = try home.run("check")
            #expect(listed.status == 0 && listed.errors.contains("Nothing to check: none has"))
        }
    }

    @Test func statusCountsArchivedBookmarks() throws {
        try withScratchHome { home in
            let ids = try pages(home)
            #expect(try home.run("status").output.contains("bookmarks  3 (1 archived)\n"))
            try home.run("edit", ids[0], ids[1], "--unread")
            let text = try home.run("status").output
            #expect(text.contains("bookmarks  3 (1 unread, 1 archived)\n"), "\(text)")
            let json = try home.run("status", "--json").output
            #expect(json.contains("\"unread\":1,") && json.contains("\"archived\":1,"))
            try home.run("edit", ids[0], ids[1], "--no-unread", "--no-archived")
            #expect(try home.run("status").output.contains("bookmarks  3\n"))
        }
    }

    @Test func importReportsArchivedBookmarks() throws {
        try withScratchHome { home in
            let file = home.folder.write(
                "pocket.csv",
                """
                title,url,time_added,tags,status
                Page 1,https://a.example/1,1600000000,,unread
                Page 2,https://a.example/2,1600000001,,archive
                Page 3,https://a.example/3,1600000002,,archive

                """.utf8)
            let outcome = try home.run("import", file, "--unread-tag", "later")
            #expect(outcome.errors.contains(": 3 added\n"), "\(outcome.errors)")
            #expect(outcome.errors.contains(": 1 unread\n"), "\(outcome.errors)")
            #expect(outcome.errors.contains(": 2 archived (search for is:archived)\n"))
            #expect(try home.list("is:unread tag:later").map(\.name) == ["Page 1"])
            #expect(try home.list().map(\.name) == ["Page 1"])
            #expect(try home.list("is:archived").map(\.name) == ["Page 3", "Page 2"])
            let again = try home.run("import", file, "--json")
            #expect(again.output.contains("\"unread\":0,\"archived\":0,"), "\(again.output)")
        }
    }
}

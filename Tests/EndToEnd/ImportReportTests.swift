import ScratchFolder
import TestSupport
import Testing

/// The report of an import names everything that was left out, with its line.
@Suite(.endToEnd)
struct ImportReportTests {
    @Test func unreadableDatesAreReportedWithTheirLines() throws {
        try withScratchHome { home in
            let text = "url,added\nhttps://a.example/,soon\nhttps://b.example/,2020-09-13\n"
            let outcome = try home.run("import", "-", "--dry-run", input: text)
            #expect(outcome.status == 0)
            #expect(
                outcome.errors.contains(
                    "standard input: left out 1 date that cannot be read (line 2)\n"))
            let json = try home.run("import", "-", "--json", input: text).output
            #expect(
                json.contains(
                    "\"datesLeftOut\":[{\"line\":2,\"reason\":\"its date cannot be read\"}]"))
        }
    }

    @Test func skippedEntriesAreReportedWithTheirLines() throws {
        try withScratchHome { home in
            let start = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n"
            let link = "<DT><A HREF=\"https://a.example/\">A</A>\n"
            let text = start + link + String(repeating: "<HR>\n", count: 7) + "</DL>\n"
            let outcome = try home.run("import", "-", input: text)
            #expect(
                outcome.errors.contains(
                    "standard input: skipped 7: a separator (lines 4, 5, 6, 7, 8 and 2 more)\n"),
                "\(outcome.errors)")
            let folder = home.folder.path("links")
            try home.shell("mkdir '\(folder)'")
            home.folder.write("links/a.csv", "url,added\nhttps://b.example/,soon\n".utf8)
            home.folder.write("links/b.csv", "url,name\nhttps://c.example/,x\n".utf8)
            let several = try home.run("import", folder)
            #expect(
                several.errors.contains("left out 1 date that cannot be read (a.csv:2)\n"),
                "\(several.errors)")
        }
    }
}

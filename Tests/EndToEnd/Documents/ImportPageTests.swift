import ScratchFolder
import TestSupport
import Testing

/// Saved pages as the sources of an import.
@Suite(.endToEnd)
struct ImportPageTests {
    private static func page(_ name: String) -> String {
        """
        <!DOCTYPE html><html><!--
         Page saved with SingleFile
         url: https://\(name).example/page
        --><head><title>The page \(name)</title></head>
        <body><p>Words of \(name).</p><a href="https://other.example/">O</a></body></html>
        """
    }

    @Test func singleFilePageIsImportedAsABookmarkWithItsPage() throws {
        try withScratchHome { home in
            home.folder.write("a.html", Array(Self.page("a").utf8))
            let imported = try home.run("import", home.folder.path("a.html"), "--tag", "x")
            #expect(imported.status == 0, "\(imported.errors)")
            let list = try home.run("list").output
            #expect(list.split(separator: "\n").count == 1)
            #expect(list.contains("The page a\thttps://a.example/page\t#x"), "\(list)")
            let document = try home.run("docs").output.prefix { $0 != "\t" }
            #expect(try home.run("docs", "get", "\(document)").output == Self.page("a"))
            #expect(try home.run("docs").output.contains("\tpage\t"))
            let again = try home.run("import", "-", "--json", input: Self.page("a"))
            #expect(again.output.contains("\"documentsAlreadyThere\":1"), "\(again.output)")
            try home.run("undo")
            #expect(try home.run("list").output.isEmpty && home.run("docs").output.isEmpty)
        }
    }

    /// The links of a saved page are imported only with `--format`.
    @Test func formatOptionImportsTheLinksOfAPage() throws {
        try withScratchHome { home in
            home.folder.write("a.html", Array(Self.page("a").utf8))
            let imported = try home.run(
                "import", home.folder.path("a.html"), "--format", "html")
            #expect(imported.errors.contains("leave out --format"), "\(imported.errors)")
            #expect(try home.run("list").output.contains("https://other.example/"))
            #expect(try home.run("docs").status == 1)
        }
    }

    @Test func folderOfSavedPagesIsImported() throws {
        try withScratchHome { home in
            _ = try home.shell("mkdir -p '\(home.folder.path("pages/work"))'")
            for name in ["a", "b"] {
                home.folder.write("pages/work/\(name).html", Array(Self.page(name).utf8))
            }
            let imported = try home.run("import", home.folder.path("pages"))
            #expect(imported.status == 0, "\(imported.errors)")
            #expect(try home.list("in:work").count == 2)
            let docs = try home.run("docs").output.split(separator: "\n")
            #expect(docs.count == 2 && docs.allSatisfy { $0.contains("\tpage\t") })
        }
    }
}

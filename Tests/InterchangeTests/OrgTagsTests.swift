import Bookmarks
import Interchange
import Testing

/// Tags that Org can't hold unchanged.
struct OrgTagsTests {
    @Test(arguments: [
        (["machine-learning"], ":machine_learning:"), (["c++"], ":c__:"), ([".net"], ":_net:"),
        (["a:b", "[x]"], ":a_b:_x_:"), (["Über", "日本", "x_@#%1"], ":Über:日本:x_@#%1:"),
        (["🙂"], ":_:"),
    ])
    func tagsAreWrittenForOrgAndReadBackUnchanged(_ tags: [String], _ written: String) throws {
        let bookmark = Bookmark(id: "", name: "A", url: "https://a.example/", tags: tags, added: 0)
        let text = String(decoding: ExportFormat.org.bytes([bookmark]), as: UTF8.self)
        let line = text.split(separator: "\n").first ?? ""
        #expect(line.hasSuffix(" " + written), "\(line)")
        #expect(try read(text).bookmarks.map(\.tags) == [tags])
    }

    @Test func tagsOfTheFileAndOfHeadlinesComeBeforeThoseOfABookmark() throws {
        let found = try read(
            """
            #+FILETAGS: :f:
            * A :a:
            ** B :b:a:
            - [[https://a.example/]] #c #A
            - [[https://b.example/]]
            ** C
            - [[https://c.example/]]
            #+FILETAGS: :g:
            """, as: .org)
        #expect(
            found.bookmarks.map(\.tags) == [
                ["f", "g", "a", "b", "c"], ["f", "g", "a", "b"], ["f", "g", "a"],
            ])
        #expect(found.warnings.isEmpty)
    }
}

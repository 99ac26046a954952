import Bookmarks
import Testing

@Suite struct TagCountTests {
    private func list(_ tags: [String]) -> BookmarkList {
        let rows = tags.enumerated().map { index, tags in
            BookmarkRow(
                id: "\(index)", name: "n", url: "u", tags: tags, added: 0, modified: 0)
        }
        return BookmarkList(rows: rows, sortedBy: .standard)
    }

    @Test func mostUsedTagsComeFirst() {
        #expect(list(["b a", "b", "", "c a", "b", "d"]).tagNames() == ["b", "a", "c", "d"])
    }

    @Test func spellingsCountAsOneTagNamedByTheMostCommon() {
        #expect(
            list(["Swift", "swift", "swift"]).tagCounts()
                == [TagCount(name: "swift", count: 3, shown: 3)])
        #expect(
            list(["ЖУК", "жук", "ЖУК 日本 é"]).tagCounts()
                == [
                    TagCount(name: "é", count: 1, shown: 1),
                    TagCount(name: "ЖУК", count: 3, shown: 3),
                    TagCount(name: "日本", count: 1, shown: 1),
                ])
    }

    @Test func bookmarksThatTheFilterHidesAreCounted() throws {
        var list = list(["a", "b a", "b c"])
        list.filter(try Query("#b"))
        list.apply([.remove(id: "0")])
        #expect(
            list.tagCounts() == [
                TagCount(name: "a", count: 1, shown: 1), TagCount(name: "b", count: 2, shown: 2),
                TagCount(name: "c", count: 1, shown: 1),
            ])
        list.filter(try Query("#c"))
        #expect(list.tagCounts().map(\.shown) == [0, 1, 1])
        #expect(list.tagNames() == ["b", "a", "c"])
    }

    /// The counts on the page of tags match the bookmarks that Enter shows, whatever characters a
    /// tag has.
    @Test(arguments: 0..<8 as Range<UInt64>)
    func countOfATagIsWhatItsQueryFinds(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = [
            "go", "GO", "lang", "é", "e\u{301}", "e", "\"", "\\", "(", ")", "#", "/", "~", "-", "@",
            "ß", "SS", "Σ", "ς", "K", "\u{212A}", "or",
        ]
        let all = (0..<60).map { _ in
            (0..<Int.random(in: 0...4, using: &random)).map { _ in
                (0..<Int.random(in: 1...3, using: &random))
                    .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            }.joined(separator: " ")
        }
        var list = list(all)
        let counts = list.tagCounts()
        for tag in counts {
            let query = try Query(QueryText.tag(tag.name))
            list.filter(query)
            #expect(list.count == tag.count, "\(query.text)")
            let plain = try all.filter {
                try query.matches(
                    QuerySubject(
                        BookmarkRow(id: "", name: "", url: "", tags: $0, added: 0, modified: 0)))
            }
            #expect(plain.count == tag.count, "\(query.text)")
            let narrowed = try Query(query.text(narrowedBy: query.text))
            list.filter(narrowed)
            #expect(list.count == tag.count)
        }
        #expect(counts.count > 20)
    }

    @Test func deletedBookmarksAreNotCounted() throws {
        var list = list(["a", "a b"])
        list.filter(try Query("a is:deleted"))
        list.apply([
            .upsert(
                BookmarkRow(
                    id: "9", name: "n", url: "u", tags: "a c", added: 0, modified: 0,
                    isDeleted: true))
        ])
        #expect(list.count == 1)
        #expect(list.tagCounts().map(\.name) == ["a", "b"])
        #expect(list.tagCounts().map(\.count) == [2, 1])
    }

    /// The same holds for folders, which count the folders below them.
    @Test func countOfAFolderIsWhatItsQueryFinds() throws {
        let folders = [
            "work", "work/swift", "Work", "workshop", "x/work", "a b/\"c\"", "a b", "é",
            "e\u{301}/x",
            "//work //swift", "(a", "a\\", "a\\\"b", "#1", "", "x∕y",
        ]
        let counts = FolderCount.tree(Dictionary(folders.map { ($0, 1) }, uniquingKeysWith: +))
        let rows = folders.indices.map {
            BookmarkRow(id: "\($0)", name: "n", url: "u", added: 0, modified: 0)
        }
        let subjects = zip(rows, folders).map {
            QuerySubject($0, details: BookmarkDetails(folder: $1))
        }
        var list = BookmarkList(rows: rows, sortedBy: .standard, facts: PlainFacts(subjects))
        for folder in counts {
            let query = try Query(QueryText.folder(folder.path))
            list.filter(query)
            #expect(list.count == folder.total, "\(query.text)")
            #expect(try subjects.filter(query.matches).count == folder.total, "\(query.text)")
        }
        #expect(counts.count > 12)
    }

    @Test func manyDifferentTagsAreCountedAsADictionaryWould() {
        var random = SeededGenerator(seed: 7)
        let all = (0..<3000).map { _ in
            (0..<3).map { _ in "t\(Int.random(in: 0..<4000, using: &random))" }
        }
        var counts: [String: Int] = [:]
        for tags in all { for tag in Set(tags) { counts[tag, default: 0] += 1 } }
        let found = list(all.map { $0.joined(separator: " ") }).tagCounts()
        #expect(Dictionary(found.map { ($0.name, $0.count) }, uniquingKeysWith: +) == counts)
        #expect(found.count == counts.count)
    }

    /// A browser has folders whose names have a slash.
    @Test func slashInAFolderNameIsShown() {
        let counts = FolderCount.tree(["Work/TCP\u{2215}IP": 1, "Work/Plain": 1])
        #expect(counts.map(\.name) == ["Work", "Plain", "TCP/IP"])
    }
}

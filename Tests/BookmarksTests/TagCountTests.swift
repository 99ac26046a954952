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

    @Test func theMostUsedComeFirst() {
        #expect(list(["b a", "b", "", "c a", "b", "d"]).tagNames() == ["b", "a", "c", "d"])
    }

    @Test func spellingsAreOneTagAsMostWriteIt() {
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

    @Test func whatTheFilterHidesCounts() throws {
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
}

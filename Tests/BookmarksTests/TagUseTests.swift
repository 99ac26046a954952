import Bookmarks
import Testing

@Suite struct TagUseTests {
    private func list(_ tags: [String]) -> BookmarkList {
        let rows = tags.enumerated().map { index, tags in
            BookmarkRow(
                id: "\(index)", name: "n", url: "u", tags: tags, added: 0, modified: 0)
        }
        return BookmarkList(rows: rows, sortedBy: .standard)
    }

    @Test func theMostUsedComeFirst() {
        let uses = list(["b a", "b", "", "c a", "b"]).tagUses()
        #expect(
            uses == [
                TagUse(tag: "b", count: 3), TagUse(tag: "a", count: 2), TagUse(tag: "c", count: 1),
            ])
    }

    @Test func spellingsAreOneTagAsMostWriteIt() {
        #expect(list(["Swift", "swift", "swift"]).tagUses() == [TagUse(tag: "swift", count: 3)])
        #expect(
            list(["ЖУК", "жук", "ЖУК 日本 é"]).tagUses()
                == [
                    TagUse(tag: "ЖУК", count: 3), TagUse(tag: "é", count: 1),
                    TagUse(tag: "日本", count: 1),
                ])
    }

    @Test func whatTheFilterHidesCounts() throws {
        var list = list(["a", "b"])
        list.filter(try Query("#b", at: QueryClock(now: 0, utcOffset: 0)))
        list.apply([.remove(id: "0"), .upsert(list[0])])
        #expect(list.tagUses() == [TagUse(tag: "b", count: 1)])
    }

    @Test func manyDifferentTagsAreCountedAsADictionaryWould() {
        var random = SeededGenerator(seed: 7)
        let all = (0..<3000).map { _ in
            (0..<3).map { _ in "t\(Int.random(in: 0..<4000, using: &random))" }
        }
        var counts: [String: Int] = [:]
        for tag in all.joined() { counts[tag, default: 0] += 1 }
        let uses = list(all.map { $0.joined(separator: " ") }).tagUses()
        #expect(Dictionary(uses.map { ($0.tag, $0.count) }, uniquingKeysWith: +) == counts)
        #expect(uses.count == counts.count)
    }
}

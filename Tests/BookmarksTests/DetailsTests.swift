import Testing

@testable import Bookmarks

/// Searches in fields that rows leave out, in lists whose source knows more or fewer bookmarks.
struct DetailsTests {
    private static func row(_ number: Int) -> BookmarkRow {
        // Every tenth row has a name that few queries find.
        let name = number.isMultiple(of: 10) ? "swift \(number)" : "row \(number)"
        return BookmarkRow(
            id: "id\(number)", name: name, url: "https://\(number).example/",
            added: Double(number), modified: 0)
    }

    private struct Pair {
        var plain = PlainList()
        let facts = PlainFacts()
        var list: BookmarkList

        init(_ rows: Range<Int>) {
            list = BookmarkList(
                rows: rows.map(DetailsTests.row), sortedBy: .standard, facts: facts)
            for number in rows { plain.apply(.upsert(DetailsTests.row(number))) }
            facts.set(plain.subjects)
        }

        mutating func expectEqual(_ text: String) throws {
            plain.query = try Query(text)
            list.filter(plain.query)
            let visible = try plain.visible
            #expect((0..<list.count).map { list[$0].id } == visible.map(\.id), "\(text)")
        }
    }

    @Test func detailsKnownForAFewRowsDoNotChangeLaterResults() throws {
        var pair = Pair(0..<2500)
        pair.list.keepsDetails = true
        try pair.expectEqual("swift note:on")
        try pair.expectEqual("note:on")
        try pair.expectEqual("note:swift")
        let more = (2500..<4000).map { BookmarkListChange.upsert(Self.row($0)) }
        for change in more { pair.plain.apply(change) }
        pair.facts.set(pair.plain.subjects)
        pair.list.apply(more)
        for text in ["note:on", "note:swift", "description:row", "", "note:399"] {
            try pair.expectEqual(text)
        }
    }

    /// The source also has details of deleted bookmarks.
    @Test(arguments: [0..<0, 0..<1, 40..<60, 0..<100] as [Range<Int>])
    func detailsOfOtherBookmarksAreNotFound(_ rows: Range<Int>) throws {
        var pair = Pair(rows)
        let all = Pair(0..<100)
        pair.list.add(try ForeseenFacts(.details, from: all.facts), of: pair.list.revision)
        for text in ["note:on", "note:swift", "note:77", "description:says", "note:nowhere"] {
            try pair.expectEqual(text)
        }
    }

    @Test func expressionsOnMissingNotesMatchThePlainList() throws {
        var pair = Pair(0..<10)
        for number in 0..<10 {
            pair.plain.apply(.remove(id: "id\(number)"))
            pair.plain.apply(.upsert(Self.bare(number)))
        }
        pair.facts.set(pair.plain.subjects)
        pair.list.load((0..<10).map(Self.bare))
        pair.list.add(try ForeseenFacts(.details, from: pair.facts), of: pair.list.revision)
        for text in ["note:/./", "-note:/./", "note:/^$/", "description:/^$/", "-description:/x/"] {
            try pair.expectEqual(text)
        }
    }

    /// A bookmark without notes, folder or description.
    private static func bare(_ number: Int) -> BookmarkRow {
        BookmarkRow(
            id: "id\(number)3", name: number.isMultiple(of: 2) ? "a \(number)a" : "b \(number)",
            url: "https://\(number).example/", added: Double(number), modified: 0)
    }
}

import Testing

@testable import Bookmarks

/// `BookmarkListTests` compares random lists with a plain ranking; these are the orders that people
/// expect.
@Suite struct RelevanceTests {
    private static let answers = [
        row("Swift"), row("Swift.org"), row("The Swift book"), row("A", tags: "b swift"),
        row("Swiftly"), row("The swiftest"), row("A", tags: "swiftui"),
        row("Unswift"), row("A", url: "https://swift.org"), row("A", url: "https://a.org/swift"),
    ]

    private static func row(
        _ name: String, url: String = "x:", tags: String = ""
    ) -> BookmarkRow {
        BookmarkRow(
            id: name + url + tags, name: name, url: url, tags: tags, added: 0, modified: 0)
    }

    private static func list(_ rows: [BookmarkRow], _ query: String) throws -> BookmarkList {
        var list = BookmarkList(rows: rows, sortedBy: .bestFirst)
        list.filter(try Query(query))
        return list
    }

    @Test(arguments: 0..<4 as Range<UInt64>) func bestMatchComesFirst(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var list = try Self.list(Self.answers.shuffled(using: &random), "swift")
        #expect((0..<list.count).map { list[$0] } == Self.answers)
        list.sort(SortOrder.bestFirst.reversed)
        #expect((0..<list.count).map { list[$0] } == Self.answers.reversed())
    }

    @Test func equalMatchesAreSortedNewestFirst() throws {
        var rows = [Self.row("Swift 1"), Self.row("Swift 2"), Self.row("Swift 3")]
        rows[1].added = 9
        rows[2].added = 5
        let list = try Self.list(rows, "swift")
        #expect((0..<3).map { list[$0].name } == ["Swift 2", "Swift 3", "Swift 1"])
        let all = try Self.list(rows, "")
        #expect((0..<3).map { all[$0].name } == ["Swift 2", "Swift 3", "Swift 1"])
    }

    @Test func ranksOfWordsAddUpAndRanksOfAlternativesDoNot() throws {
        let rows = [
            Self.row("Swift server"), Self.row("Server", tags: "swift"), Self.row("A swift server"),
        ]
        let both = try Self.list(rows, "swift server")
        #expect(both[0].name == "Swift server", "two words in a name must rank first")
        let either = try Self.list(rows, "swift or server")
        #expect(either[2].name == "A swift server")
    }

    @Test func changedRowsMoveToTheirRank() throws {
        var list = try Self.list(Self.answers, "swift")
        var last = Self.answers[8]
        last.name = "Swift at last"
        last.added = 1
        list.apply([.upsert(last), .remove(id: Self.answers[1].id)])
        #expect(list.count == 9 && list[1] == last && list[2] == Self.answers[2])
        #expect(list.index(of: last.id, near: 5) == 1)
    }
}

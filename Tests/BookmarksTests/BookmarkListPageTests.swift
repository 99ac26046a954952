import Bookmarks
import Testing

/// A list that has only its first page.
@Suite struct BookmarkListPageTests {
    private func row(_ id: String, added: Double) -> BookmarkRow {
        BookmarkRow(id: id, name: "name \(id)", url: "x:\(id)", added: added, modified: added)
    }

    private func ids(_ list: BookmarkList) -> String {
        (0..<list.count).map { list[$0].id }.joined()
    }

    private var page: BookmarkList {
        BookmarkList(
            rows: [row("a", added: 9), row("b", added: 8), row("c", added: 7)], sortedBy: .standard,
            total: 10)
    }

    @Test func listIsPartialOnlyWhileRowsAreMissing() {
        #expect(page.isPartial)
        #expect(page.total == 10)
        #expect(page.count == 3)
        let whole = BookmarkList(rows: [row("a", added: 9)], sortedBy: .standard, total: 1)
        #expect(!whole.isPartial)
    }

    @Test func changesOnTheFirstPageAreApplied() {
        var list = page
        list.apply([.upsert(row("n", added: 10)), .remove(id: "b")])
        #expect(ids(list) == "nac")
        #expect(list.total == 10)
        list.apply([.upsert(row("c", added: 11))])
        #expect(ids(list) == "cna")
        #expect(list.total == 10)
    }

    @Test func rowsOfLaterPagesAppearOnceLoaded() throws {
        var list = page
        list.apply([.upsert(row("z", added: 1)), .remove(id: "y"), .upsert(row("b", added: 2))])
        #expect(ids(list) == "ac")
        #expect(list.total == 10)
        #expect(!list.contains(id: "b"))
        list.filter(try Query("name"))
        list.load([row("a", added: 9), row("b", added: 2), row("z", added: 1)])
        #expect(ids(list) == "abz")
        #expect(!list.isPartial)
        #expect(list.total == 3)
        #expect(list.query == "name")
    }

    @Test func laterOfTwoRowsWithOneIDStays() {
        let rows = [row("a", added: 1), row("", added: 5), row("a", added: 2), row("b", added: 0)]
        var list = BookmarkList(rows: rows, sortedBy: .standard)
        #expect(ids(list) == "ab")
        #expect(list[0].added == 2)
        list.apply([.upsert(row("", added: 3)), .remove(id: ""), .upsert(row("b", added: 4))])
        #expect(ids(list) == "ba")
        #expect(!list.contains(id: ""))
    }

    @Test func invalidDatesHaveAFixedPlaceInTheOrder() {
        let dates: [Double] = [.nan, -.infinity, 0, -0.0, .infinity, 1, -1, .nan]
        let rows = dates.enumerated().map { row("\($0)", added: $1) }
        var list = BookmarkList(rows: rows, sortedBy: SortOrder(.added))
        #expect(ids(list) == "16235407")
        for row in rows { list.apply([.remove(id: row.id), .upsert(row)]) }
        #expect(ids(list) == "16235407")
    }

    @Test func emptyListCanBeFilteredSortedAndSearched() throws {
        var list = BookmarkList()
        list.filter(try Query("a"))
        list.sort(SortOrder(.name))
        list.apply([.remove(id: "a")])
        #expect(list.count == 0)
        #expect(list.total == 0)
        #expect(list.index(of: "a", near: -5) == nil)
    }
}

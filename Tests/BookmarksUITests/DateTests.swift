import Bookmarks
import BookmarksUI
import Screen
import Testing

/// The times at the end of the rows: the time that the list is sorted by, else the time of
/// addition.
@Suite struct DateTests {
    // 21 November 2026, 31 August 2026 and 1 March 2024, at noon in UTC.
    private static let now = 1_795_262_400.0
    private static let rows = [
        BookmarkRow(
            id: "a", name: "New", url: "https://new.example/", tags: "x", added: 1_788_177_600,
            modified: now),
        BookmarkRow(
            id: "b", name: "Old", url: "https://old.example/", tags: "x", added: 1_709_294_400,
            modified: 1_788_177_600),
    ]

    private func person(_ columns: Int, sortedBy key: String = "a", rows: Int = 10) -> Person {
        var person = Person(rows: Self.rows, columns: columns, rows: rows)
        person.send(.tick(Self.now))
        person.press("s", key)
        return person
    }

    @Test func dateColumnShowsDates() throws {
        var person = person(100)
        person.state.listView.columns = try #require(ListColumn.columns(in: "date name:20 url"))
        let lines = person.lines
        #expect(lines[1].hasPrefix("   Added ▼ "))
        #expect(lines[2].hasPrefix(" > 2026-08-31  New "))
        #expect(lines[2].hasSuffix("  https://new.example/"))
        #expect(lines[3].hasPrefix("   2024-03-01  Old "))
    }

    @Test func ageShowsAtThePlaceOfItsColumn() throws {
        var person = person(100)
        person.state.listView.columns = try #require(ListColumn.columns(in: "age host name"))
        let line = person.lines[2]
        let (age, host, name) = (
            try #require(line.firstRange(of: "2mo")), try #require(line.firstRange(of: "new.ex")),
            try #require(line.firstRange(of: "New"))
        )
        #expect(age.upperBound < host.lowerBound && host.upperBound < name.lowerBound)
    }

    @Test(arguments: [60, 80, 99, 200]) func rowsShowHowLongAgoBookmarksWereAdded(_ columns: Int) {
        let lines = person(columns).lines
        #expect(lines[1].hasSuffix("  Added ▼"))
        #expect(lines[2].hasPrefix(" > New  "))
        #expect(lines[2].hasSuffix("    2mo"))
        #expect(lines[3].hasSuffix("    2024"))
        #expect(lines[2].contains("new.example") == (columns > 60), "the name needs the room")
        #expect(lines[2].contains("#x") == (columns > 80))
    }

    @Test func agesAreShort() {
        let day = 86_400.0
        let ages = [
            (0, "now"), (59, "now"), (60, "1min"), (3599, "59min"), (3600, "1h"), (day, "1d"),
            (13 * day, "13d"), (14 * day, "2w"), (59 * day, "8w"), (60 * day, "2mo"),
            (364 * day, "12mo"), (366 * day, "2025"),
        ]
        for (age, text) in ages {
            let row = BookmarkRow(
                id: "a", name: "A", url: "https://a.example/", added: Self.now - age, modified: 0)
            var person = Person(rows: [row], columns: 80, rows: 10)
            person.send(.tick(Self.now))
            #expect(person.lines[2].hasSuffix("  " + text), "\(age)")
        }
    }

    /// A person can type the age of a row as a date of a query.
    @Test(arguments: [60.0, 3599.0, 7200.0, 432_000.0, 1_728_000.0, 8_640_000.0])
    func queryTakesTheAgesOfTheList(_ age: Double) throws {
        let row = BookmarkRow(
            id: "a", name: "A", url: "https://a.example/", added: Self.now - age, modified: 0)
        var person = Person(rows: [row], columns: 80, rows: 24)
        person.send(.tick(Self.now))
        let line = try #require(person.lines.first { $0.contains("> A ") })
        let shown = try #require(line.firstMatch(of: /([0-9]+)([a-z]+)$/)).output
        let count = try #require(Int(shown.1))
        person.type("/before:\(count - 1)\(shown.2) after:\(count + 1)\(shown.2)")
        #expect(person.list.count == 1 && !person.list.query.isEmpty, "\(person.screen)")
    }

    @Test func paneHasRoomForAges() throws {
        let row = BookmarkRow(
            id: "a", name: "A", url: "https://a.example/", added: Self.now - 3599, modified: 0)
        var person = Person(rows: [row], columns: 100, rows: 24)
        person.state.shell.setPanes(Panes())
        person.send(.tick(Self.now))
        #expect(person.screen.contains(" 59min "), "\(person.screen)")
        person.state.listView.columns = try #require(ListColumn.columns(in: "age name"))
        #expect(person.screen.contains(" > 59min  A "), "\(person.screen)")
    }

    @Test func datesFollowTheSortOrder() {
        let lines = person(80, sortedBy: "m").lines
        #expect(lines[1].hasSuffix("  Modified ▼"))
        #expect(lines[2].hasSuffix("  now"))
        #expect(lines[3].hasSuffix("  2mo"))
        // Sorted by a field without a time, the rows show when bookmarks were added.
        let named = person(80, sortedBy: "u").lines
        #expect(named[1].hasSuffix("  Added") && named[2].hasSuffix("  2mo"))
    }

    @Test func narrowListShowsTheURLOnASecondLine() {
        let lines = person(40).lines
        #expect(lines[2].hasPrefix(" > New"))
        #expect(lines[3] == "     https://new.example/")
    }

    @Test func remoteChangeShowsItsDeviceInPlaceOfTheDate() {
        var person = person(80)
        person.receive(.edited, Self.rows[1])
        #expect(person.lines[3].hasSuffix("  ← phone"))
        #expect(!person.lines[3].contains("2024"))
    }

    @Test(arguments: [60, 80, 100, 120, 200])
    func longTextLeavesSpaceBeforeTheDate(_ columns: Int) {
        let long = String(repeating: "x", count: 300)
        let row = BookmarkRow(
            id: "a", name: long, url: "https://\(long)", tags: long, added: 1_788_177_600,
            modified: 0)
        var person = Person(rows: [row], columns: columns, rows: 10)
        person.send(.tick(Self.now))
        person.press("s", "a")
        let line = person.lines[2]
        #expect(line.hasSuffix("…      2mo"))
    }
}

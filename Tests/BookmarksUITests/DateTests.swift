import Bookmarks
import BookmarksUI
import Screen
import Testing

/// The dates at the end of the rows, when the list is sorted by them.
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

    @Test func aWideListShowsWholeDates() {
        let lines = person(100).lines
        #expect(lines[1].hasSuffix("  Added ▼"))
        #expect(lines[2].hasPrefix(" > New"))
        #expect(lines[2].hasSuffix("#x                  2026-08-31"))
        #expect(lines[3].hasSuffix("  2024-03-01"))
    }

    @Test(arguments: [60, 80, 99]) func aNarrowerListShowsShortDates(_ columns: Int) {
        let lines = person(columns).lines
        #expect(lines[1].hasSuffix("  Added ▼"))
        #expect(lines[2].hasSuffix("  31 Aug"))
        #expect(lines[3].hasSuffix("    2024"))
        #expect(lines[2].contains("https://new.example/"))
    }

    @Test func theDatesAreOfWhatTheListIsSortedBy() {
        let lines = person(80, sortedBy: "m").lines
        #expect(lines[1].hasSuffix("  Modified ▼"))
        #expect(lines[2].hasSuffix("  21 Nov"))
        #expect(lines[3].hasSuffix("  31 Aug"))
        let named = person(80, sortedBy: "u").lines
        #expect(!named.joined().contains("Aug"))
    }

    @Test func twoLinesAndFewRows() {
        let lines = person(40).lines
        #expect(lines[2].hasPrefix(" > New"))
        #expect(lines[2].hasSuffix("  31 Aug"))
        #expect(lines[3] == "     https://new.example/")
        #expect(!person(24).screen.contains("Aug"))
        #expect(!person(80, rows: 6).screen.contains("Aug"), "no heading says what it is")
    }

    @Test func theDeviceOfAChangeTakesThePlaceOfTheDate() {
        var person = person(80)
        person.news(.edited, Self.rows[1])
        #expect(person.lines[3].hasSuffix("  ← phone"))
        #expect(!person.lines[3].contains("2024"))
    }

    @Test(arguments: [60, 80, 100, 120, 200]) func nothingTouchesTheDate(_ columns: Int) {
        let long = String(repeating: "x", count: 300)
        let row = BookmarkRow(
            id: "a", name: long, url: "https://\(long)", tags: long, added: 1_788_177_600,
            modified: 0)
        var person = Person(rows: [row], columns: columns, rows: 10)
        person.send(.tick(Self.now))
        person.press("s", "a")
        let line = person.lines[2]
        #expect(line.hasSuffix(columns < 100 ? "…   31 Aug" : "…  2026-08-31"))
    }
}

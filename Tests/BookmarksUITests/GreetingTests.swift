import Bookmarks
import KeyValueStore
import Screen
import Testing

@testable import BookmarksUI

/// The first screen of a library without bookmarks.
@Suite struct GreetingTests {
    private static let firefox = FoundBrowser(
        browser: "Firefox", profile: "one", path: "/f/places.sqlite")
    private static let chromium = FoundBrowser(
        browser: "Chromium", profile: "Default", path: "/c/Bookmarks")
    private static let sources = [
        ImportBookmarks.Source("/f/places.sqlite", name: "Firefox"),
        ImportBookmarks.Source("/c/Bookmarks", name: "Chromium"),
    ]

    private func greeted(_ columns: Int, _ rows: Int, counts: [String: Int] = [:]) -> Person {
        var person = Person([], columns: columns, rows: rows)
        person.send(.browsers([Self.firefox, Self.chromium]))
        person.send(.counted(counts))
        return person
    }

    @Test func firstScreenOffersBrowsersFoundOnThisMachine() {
        let person = greeted(80, 16, counts: ["/f/places.sqlite": 312, "/c/Bookmarks": 1])
        #expect(person.screen.contains("Bookmarks, the same on all machines."))
        for line in [
            "1  Import Firefox, 312 bookmarks", "2  Import Chromium, 1 bookmark", "0  Import both",
            "a  Add one, or paste a URL", "i  Import a file or a URL",
            "W  Try two terminals, or a server", "?  Show all keys",
        ] {
            #expect(person.screen.contains(line), "\(line)")
        }
    }

    @Test(arguments: [(40, 12), (80, 24), (200, 50)]) func firstScreenFitsAndIsCentered(
        _ columns: Int, _ rows: Int
    ) {
        let person = greeted(
            columns, rows, counts: ["/f/places.sqlite": 31_200, "/c/Bookmarks": 95])
        let lines = person.screen.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(!person.screen.contains("…"), "\(person.screen)")
        for key in ["1 ", "2 ", "0 ", "a ", "i ", "W "] {
            let isThere = lines.contains { $0.drop { $0 == " " }.hasPrefix(key + " ") }
            #expect(isThere, "\(key)\n\(person.screen)")
        }
        let block = lines.dropFirst().prefix(rows - 3).filter { !$0.allSatisfy { $0 == " " } }
        let left = block.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        let right = columns - (block.map(\.count).max() ?? 0)
        #expect(abs(left - right) <= 2, "\(left) \(right)\n\(person.screen)")
    }

    @Test func firstScreenIsCenteredInItsPane() {
        var person = Person([], columns: 150, rows: 30)
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        let row = person.lines.first { $0.contains("Bookmarks, the same") } ?? ""
        let pane = row.split(separator: "│").first { $0.contains("Bookmarks, the same") } ?? ""
        let left = pane.prefix { $0 == " " }.count
        let right = pane.reversed().prefix { $0 == " " }.count
        #expect(!pane.isEmpty && abs(left - right) <= 2, "\(person.screen)")
    }

    /// Counting takes a while, and the keys work before it ends.
    @Test func browsersShowBeforeTheirCounts() {
        var person = greeted(80, 24)
        #expect(person.screen.contains("1  Import Firefox\n"))
        person.send(.counted(["/f/places.sqlite": 0]))
        #expect(!person.screen.contains("Firefox"))
        #expect(person.screen.contains("1  Import Chromium\n"))
    }

    @Test(arguments: [("1", [0]), ("2", [1]), ("0", [0, 1])]) func numberKeyImportsFromItsBrowser(
        _ key: String, _ chosen: [Int]
    ) {
        var person = greeted(80, 24)
        person.press(key)
        let sources = chosen.map { Self.sources[$0] }
        #expect(person.effects == [.send(ImportBookmarks(from: sources))])
        #expect(person.lines[0].contains("reading"))
    }

    @Test func onlyShownNumbersImport() {
        var person = greeted(80, 24)
        person.press("3")
        #expect(person.takeEffects() == [])
        #expect(person.said?.contains("does nothing here") == true)
        var alone = Person([])
        alone.send(.browsers([Self.firefox]))
        alone.press("0")
        #expect(alone.takeEffects() == [])
        var other = Person(["A"])
        other.send(.browsers([Self.firefox, Self.chromium]))
        other.press("1")
        #expect(other.takeEffects() == [])
    }

    @Test func manyProfilesLeaveRoomForTheOtherKeys() {
        var person = Person([], columns: 40, rows: 12)
        person.send(
            .browsers(
                (1...12).map {
                    FoundBrowser(browser: "Firefox", profile: "p\($0)", path: "/\($0)")
                }))
        for line in ["0  Import all 12", "a  Add one", "i  Import a file", "W  Try two"] {
            #expect(person.screen.contains(line), "\(person.screen)")
        }
    }

    @Test func tourShowsThreeStepsAndAServer() {
        var person = Person([], columns: 80, rows: 24)
        person.press("W")
        #expect(person.state.shell.context == .tour)
        for text in [
            "1.  ", "2.  ", "3.  ", "cloudy --device laptop", "cloudy --device phone",
            "cloudy cloud use https://", "man cloudyd",
        ] {
            #expect(person.screen.contains(text), "\(text)\n\(person.screen)")
        }
        person.press("q")
        #expect(person.state.shell.context == .list)
    }

    @Test func listOfOnlyArchivedBookmarksSaysSo() {
        let row = BookmarkRow(
            id: "0", name: "A", url: "https://a.example/", tags: "", added: 0, modified: 0,
            isArchived: true)
        let person = Person(rows: [row], columns: 80, rows: 24)
        #expect(person.screen.contains("All bookmarks are archived."))
        #expect(person.screen.contains("Type /is:archived to see them."))
    }
}

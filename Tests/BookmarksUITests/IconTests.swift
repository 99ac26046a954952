import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// Icons before names, for those who turn them on.
@Suite struct IconTests {
    private static let rows = [
        BookmarkRow(
            id: "a", name: "Alpha", url: "https://www.github.com/swiftlang", tags: "one", added: 3,
            modified: 3),
        BookmarkRow(id: "b", name: "Beta", url: "https://unknown.example/", added: 2, modified: 2),
    ]

    private func person(_ columns: Int, isOn: Bool = true) -> Person {
        var person = Person(rows: Self.rows, columns: columns, rows: 30)
        if isOn { person.state.shell.symbols.icons = Icons() }
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        person.send(.searches(SavedSearches(["later": "is:unread"])))
        person.send(
            .answer(
                SidebarFacts(
                    tallies: CatalogTallies(
                        listed: 2, unread: 1, conflicts: 1, archived: 1, deleted: 4),
                    folders: [FolderCount(path: "Dev", own: 1, total: 3)],
                    tags: [TagCount(name: "one", count: 1)]), to: SidebarRequest()))
        return person
    }

    /// Each icon takes one column, so that the text after it stays in place.
    @Test func everyIconIsOneColumnWide() {
        let icons = Icons()
        let all = Mirror(reflecting: icons).children.compactMap { $0.value as? String }
        #expect(all.count == 9)
        for icon in all + [icons.host(of: "", "github.com"), icons.host(of: "", "x.example")] {
            #expect(TextMeasure.standard.width(icon) == 1)
            #expect(icon.unicodeScalars.allSatisfy { 0xE000...0xF8FF ~= $0.value })
        }
    }

    @Test(arguments: [(80, false), (50, false), (150, true)]) func rowsShowTheIconOfTheirHost(
        _ columns: Int, _ hasSidebar: Bool
    ) {
        let screen = person(columns).screen
        #expect(screen.contains("\u{F09B} Alpha") && screen.contains("\u{F0AC} Beta"))
        #expect(screen.contains("▸ Dev") == false)
        if hasSidebar {
            for text in [
                "\u{F02E} All", "\u{F0E0} Unread", "\u{F187} Archived", "\u{F071} Conflicts",
                "\u{F1F8} Trash", "\u{F07B} Dev", "\u{F02B} #one", "\u{F002} @later",
            ] {
                #expect(screen.contains(text), "\(text)")
            }
        }
    }

    @Test func screenWithoutIconsHasNoIconCharacters() {
        let screen = person(150, isOn: false).screen
        #expect(!screen.unicodeScalars.contains { 0xE000...0xF8FF ~= $0.value })
    }

    @Test func hitsAreUnderlinedInPlaceBesideAnIcon() {
        var person = person(80)
        person.type("/lph")
        let lines = person.screen.split(separator: "\n").map(String.init)
        let row = lines.firstIndex { $0.contains("Alpha") } ?? 0
        let start = lines[row].firstRange(of: "lph").map {
            person.state.shell.measure.width(String(lines[row][..<$0.lowerBound]))
        }
        let canvas = person.canvas
        let cells = (0..<20).filter { canvas[row, $0].style.underline }
        #expect(start.map { Array($0..<$0 + 3) } == cells)
    }

    @Test(arguments: [
        ("https://gist.github.com/x", "gist.github.com", "\u{F09B}"),
        ("https://a.example/b.pdf?x", "a.example", "\u{F1C1}"),
        ("https://notgithub.com/", "notgithub.com", "\u{F0AC}"),
        ("mailto:a@b.example", "mailto:a@b.example", "\u{F0E0}"),
    ]) func iconDependsOnTheHostAndFileType(_ url: String, _ host: String, _ icon: String) {
        #expect(Icons().host(of: url, host) == icon)
    }
}

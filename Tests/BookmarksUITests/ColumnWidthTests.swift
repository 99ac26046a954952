import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// The width of each column of the list.
struct ColumnWidthTests {
    private static let names = [
        "Command Line Interface Guidelines", "How databases shard, with pictures", "第八回 地図の読みかた",
    ]

    private func person(_ columns: Int, _ panes: Panes, names: [String] = names) -> Person {
        let rows = names.enumerated().map { index, name in
            BookmarkRow(
                id: "\(index)", name: name, url: "https://use-the-index-luke.com/\(index)",
                tags: "db\(index) reading", added: 1, modified: 1)
        }
        var person = Person(rows: rows, columns: columns, rows: 30)
        person.state.shell.setPanes(panes)
        person.send(.listChanged)
        return person
    }

    /// The part of the screen that has the list.
    private func list(_ person: Person) -> String {
        guard let frame = person.state.shell.paneFrames?.main else { return person.screen }
        let canvas = person.canvas
        return (0..<30).map { row in
            frame.columns.map { canvas[row, $0].text }.joined()
        }.joined(separator: "\n")
    }

    @Test(arguments: [100, 120, 140, 200]) func tagsShowBesideThePanes(_ columns: Int) {
        let shown = list(person(columns, Panes()))
        for index in Self.names.indices { #expect(shown.contains("#db\(index)"), "\(shown)") }
    }

    @Test(arguments: [
        ("", ""), ("a", "#a"), ("a b", "#a #b"), ("  日本  é ", "#日本 #é"), ("#1 c#", "##1 #c#"),
    ]) func eachTagHasASign(_ tags: String, _ shown: String) {
        let row = BookmarkRow(
            id: "0", name: "", url: "https://a.example/", tags: tags, added: 1, modified: 1)
        #expect(row.hashedTags == shown)
    }

    @Test(arguments: [140, 200]) func namesOfUsualLengthFitBesideThePanes(_ columns: Int) {
        let shown = list(person(columns, Panes()))
        for name in Self.names { #expect(shown.contains(name), "\(shown)") }
    }

    @Test func longNamesFitOnAUsualTerminal() {
        let name = String(repeating: "Ten of it ", count: 4) + "Ten of it."
        #expect(name.count == 50)
        let shown = list(person(80, Panes(), names: [name]))
        #expect(shown.contains(name) && shown.contains("use-the-index-…"))
        #expect(list(person(92, .none, names: [name])).contains(/#db0/))
    }
}

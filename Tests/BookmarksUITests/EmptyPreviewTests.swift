import Bookmarks
import BookmarksUI
import Screen
import Testing

/// The preview where there is nothing to show.
struct EmptyPreviewTests {
    /// The lines of the pane, without its border.
    private func preview(_ person: Person) -> [String] {
        let canvas = person.canvas
        return (0..<canvas.size.rows).compactMap { row in
            let line = (0..<canvas.size.columns).map { canvas[row, $0].text }.joined()
            let parts = line.split(separator: "│", omittingEmptySubsequences: false)
            guard parts.count > 2 else { return nil }
            return String(parts[parts.count - 2])
        }
    }

    @Test func previewOfAnEmptyLibrarySaysWhatItIsFor() throws {
        var person = Person([], columns: 120, rows: 30)
        person.state.shell.setPanes(Panes())
        person.send(.listChanged)
        let lines = preview(person)
        let text = lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
        #expect(text == "The selected bookmark shows here. Press ] to hide this pane.")
        let first = try #require(lines.firstIndex { $0.contains("The") })
        #expect(first > 3 && lines[first].hasPrefix("    "), "the text must be in the middle")
    }

    @Test func previewWithoutASelectionSaysWhatItIsFor() {
        var person = Person(["A"], columns: 120, rows: 30)
        person.state.shell.setPanes(Panes())
        person.press("/")
        person.type("zzz")
        #expect(preview(person).contains { $0.contains("The selected bookmark shows here.") })
    }

    @Test func previewIsEmptyWhileTheFilterHasAMistake() {
        var person = Person(["Alpha"], columns: 120, rows: 30)
        person.state.shell.setPanes(Panes())
        person.press("/")
        person.type("is:foo")
        #expect(person.screen.contains("is:foo"))
        #expect(preview(person).contains { $0.contains("The selected bookmark shows here.") })
    }
}

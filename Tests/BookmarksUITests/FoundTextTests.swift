import Bookmarks
import BookmarksUI
import KeyValueStore
import ReadableText
import Screen
import Testing

/// If a filter searches the text of documents, the preview and the reader show the hit.
struct FoundTextTests {
    private static let phrase = TextPhrase("eté")

    private static func filtering(columns: Int = 110) -> Person {
        var person = Person(["A", "B"], columns: columns, rows: 24)
        person.state.shell.setPanes(Panes())
        person.list.know([.text(phrase): ["1"]])
        person.press("/")
        person.paste("text:eté")
        person.press("Enter")
        return person
    }

    private func underlined(_ person: Person) -> [String] {
        let canvas = person.canvas
        return (0..<24).map { row in
            (0..<canvas.size.columns)
                .filter { canvas[row, $0].style.underline }
                .map { canvas[row, $0].text }.joined()
        }.filter { !$0.isEmpty }
    }

    @Test func thePreviewShowsTheHit() {
        var person = Self.filtering()
        #expect(person.list.count == 1)
        let request = PreviewRequest(id: "1", phrases: [Self.phrase])
        #expect(person.takeEffects().contains(.send(request)))
        let bookmark = Bookmark(Person.row(1, "B"), BookmarkDetails())
        let snippet = TextSnippet(
            of: "It says much that is long enough to be on two lines, and then the Été comes.",
            finding: [Self.phrase])
        person.send(
            .answer(
                PreviewContent(
                    shown: ShownBookmark(bookmark),
                    history: BookmarkHistory(changes: [], keptSince: 0), snippet: snippet),
                to: request))
        #expect(person.screen.contains("Found"))
        #expect(underlined(person) == ["Été"])
        // Another filter shows another passage, or none.
        person.press("Esc")
        #expect(person.takeEffects().contains(.send(PreviewRequest(id: "1"))))
    }

    @Test func readerOpensAtTheHit() {
        let blocks = (0..<60).map { number in
            ReadablePage.Block(
                .paragraph([.init(number == 40 ? "In the Été it is warm" : "Line \(number)")]))
        }
        var person = Self.filtering(columns: 80)
        person.press("r")
        person.send(
            .answer(ReadPage.Answer.page(ReadablePage(blocks: blocks)), to: ReadPage(id: "1")))
        #expect(person.screen.contains("In the Été it is warm"))
        #expect(underlined(person) == ["Été"])
        #expect(person.state.shell.context == .reader)
        person.press("/", "Esc")
        #expect(underlined(person) == [])
    }

    @Test func filterSuggestsPageAfterHas() {
        var person = Person(["A"])
        person.press("/")
        person.type("has:p")
        #expect(person.screen.contains("has:page"))
    }
}

import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// A row shows the hidden part of a bookmark that the filter finds.
struct FoundPartsTests {
    private static let phrase = TextPhrase("shard")
    private static let long = "A name that has more than fifty columns, so that it fills its own"

    private func person(_ columns: Int, _ panes: Panes = .none) -> Person {
        let rows = [
            BookmarkRow(
                id: "a", name: "Databases", url: "https://a.example/", tags: "db reading zebra",
                added: 2, modified: 2),
            BookmarkRow(
                id: "b", name: Self.long, url: "https://b.example/", tags: "zebra", added: 1,
                modified: 1),
        ]
        var person = Person(rows: rows, columns: columns, rows: 24)
        person.state.shell.setPanes(panes)
        person.send(.listChanged)
        return person
    }

    /// The same for a filter on the text of documents, which is looked up.
    private func filtering(_ columns: Int, _ panes: Panes = .none) -> Person {
        var person = person(columns, panes)
        person.list.know([.text(Self.phrase): ["a", "b"]])
        person.press("/")
        person.paste("text:shard")
        person.press("Enter")
        return person
    }

    private func filter(_ person: inout Person, _ text: String) {
        person.press("/")
        person.type(text)
        person.press("Enter")
    }

    private func takeRequest(_ person: inout Person) -> FoundPartsRequest? {
        var found: FoundPartsRequest?
        for case .request(let asked) in person.takeEffects() {
            found = asked.request as? FoundPartsRequest ?? found
        }
        return found
    }

    private static let snippet = TextSnippet(
        of: "It tells at length and with pictures how databases shard, and 地図 why they do.",
        finding: [phrase])

    private func hits(_ person: Person) -> [String] {
        let canvas = person.canvas
        return (2..<22).map { row in
            (0..<canvas.size.columns)
                .filter { canvas[row, $0].style.underline }
                .map { canvas[row, $0].text }.joined()
        }.filter { !$0.isEmpty }
    }

    @Test(arguments: [40, 80, 100, 140])
    func rowShowsTheFoundTextOfADocument(_ columns: Int) throws {
        var person = filtering(columns, Panes())
        let request = try #require(takeRequest(&person))
        #expect(Set(request.ids) == ["a", "b"] && hits(person).isEmpty)
        let snippet = try #require(Self.snippet)
        person.send(.answer(["a": snippet, "b": snippet], to: request))
        #expect(person.lines.filter { $0.contains("shard") }.count >= 2, "\(person.screen)")
        #expect(hits(person).filter { $0 == "shard" }.count >= 2)
        // The text is requested once, and forgotten with the filter.
        person.send(.listChanged)
        #expect(takeRequest(&person) == nil)
        person.press("Esc")
        #expect(hits(person).isEmpty && takeRequest(&person) == nil)
    }

    /// The snippet around a hit is dimmed, and the hit is not.
    @Test func hitStandsOutFromItsDimmedSnippet() throws {
        var person = filtering(80)
        let request = try #require(takeRequest(&person))
        let snippet = try #require(Self.snippet)
        person.send(.answer(["a": snippet, "b": snippet], to: request))
        let canvas = person.canvas
        let row = try #require(
            (2..<22).first { row in
                canvas[row, 1].text != ">"
                    && (0..<80).map { canvas[row, $0].text }.joined().contains("shard")
            })
        let cells = (0..<80).map { canvas[row, $0] }
        let hit = try #require(cells.first { $0.style.underline })
        #expect(hit.style.bold && !hit.style.dim)
        #expect(cells.contains { $0.text == "…" && $0.style.dim })
    }

    @Test func foundTagShowsWithoutATagColumn() {
        var person = person(80)
        #expect(!person.screen.contains("#"))
        filter(&person, "#zeb")
        #expect(person.lines.count { $0.contains("#zebra") } == 2, "\(person.screen)")
        #expect(hits(person) == ["#zeb", "#zeb"])
    }

    /// The first tags fill a narrow column; a tag that the filter finds shows anyway.
    @Test func foundTagShowsEvenIfItsColumnIsNarrow() {
        var person = person(100, Panes(sidebar: .off))
        #expect(person.screen.contains("#db #") && !person.screen.contains("#reading #zebra"))
        filter(&person, "zebra")
        #expect(hits(person) == ["zebra", "zebra"], "\(person.screen)")
    }

    @Test func visibleHitAddsNoOtherPartToTheRow() {
        var person = person(80)
        filter(&person, "database")
        #expect(person.screen.contains("a.example") && !person.screen.contains("#"))
        #expect(takeRequest(&person) == nil)
        // The word is also in the name, so the tag adds nothing.
        person = self.person(80)
        person.list.apply([
            .upsert(
                BookmarkRow(
                    id: "c", name: "Zebra", url: "https://c.example/", tags: "zebra", added: 1,
                    modified: 1))
        ])
        person.send(.listChanged)
        filter(&person, "zebra")
        #expect(person.lines.contains { $0.contains("Zebra") && $0.contains("c.example") })
    }

    @Test(arguments: [(20, 5), (30, 6), (60, 7), (61, 24), (200, 50)])
    func foundPartsAreDrawnAtEverySize(_ columns: Int, _ rows: Int) throws {
        var person = filtering(80)
        let request = try #require(takeRequest(&person))
        person.send(.answer(["a": try #require(Self.snippet)], to: request))
        person.resize(columns, rows)
        #expect(person.canvas.size == Size(columns: columns, rows: rows))
        filter(&person, " #zebra")
        #expect(person.canvas.size == Size(columns: columns, rows: rows))
    }
}

import Bookmarks
import BookmarksUI
import Documents
import ReadableText
import Screen
import Testing

/// The place in a saved page is kept when the reader is left.
struct ReadingPlaceTests {
    private static let page = ReadablePage(
        title: "Long",
        blocks: (0..<60).map { number in
            ReadablePage.Block(.paragraph([ReadablePage.Inline("Paragraph \(number).")]))
        })

    private func reading(at place: ReadingPlace?, columns: Int = 80) -> Person {
        var person = Person(["A", "B"], columns: columns, rows: 16)
        person.press("r")
        _ = person.takeEffects()
        person.send(.answer(.page(Self.page, at: place), to: ReadPage(id: "0")))
        #expect(person.takeEffects() == [])
        return person
    }

    private func kept(_ person: inout Person) -> ReadingPlace? {
        person.takeEffects().lazy.compactMap { effect in
            guard case .request(let request) = effect else { return nil }
            return (request.request as? KeepReadingPlace)?.place
        }.first
    }

    @Test func readerReopensAtTheKeptPlaceAtEveryWidth() throws {
        var person = reading(at: ReadingPlace(document: "d"))
        #expect(person.screen.contains("Paragraph 0."))
        person.press("Space")
        #expect(!person.screen.contains("Paragraph 0."))
        let top = try #require(person.lines.dropFirst().first { $0.contains("Paragraph") })
        // Nothing is kept while the person is still reading.
        #expect(person.takeEffects() == [])
        person.press("q")
        let place = try #require(kept(&person))
        #expect(place.document == "d" && place.block > 0)
        for columns in [30, 80, 200] {
            let again = reading(at: place, columns: columns)
            let line = again.lines.dropFirst().first { $0.contains("Paragraph") } ?? ""
            #expect(
                line.split(separator: " ").prefix(2) == top.split(separator: " ").prefix(2),
                "\(columns)")
        }
    }

    @Test func unmovedReaderKeepsNoPlace() {
        for place in [ReadingPlace(document: "d"), ReadingPlace(document: "d", block: 20)] {
            var person = reading(at: place)
            person.press("j", "k", "q")
            #expect(person.takeEffects() == [])
        }
        var unknown = reading(at: nil)
        unknown.press("Space", "q")
        #expect(unknown.takeEffects() == [])
    }

    /// Leaving for another document, by quitting, and after going back to the beginning.
    @Test(arguments: [["]"], ["Ctrl-C"], ["g", "q"]])
    func everyWayOutOfTheReaderKeepsThePlace(_ keys: [String]) throws {
        var person = reading(at: ReadingPlace(document: "d", block: 20))
        person.press("Space")
        #expect(person.takeEffects() == [])
        for key in keys { person.press(key) }
        let place = try #require(kept(&person))
        #expect(keys == ["g", "q"] ? place == ReadingPlace(document: "d") : place.block > 20)
    }

    /// Undo loads the page again, as it may have changed.
    @Test(arguments: [nil, ReadingPlace(document: "d"), ReadingPlace(document: "d", block: 40)])
    func loadingThePageAgainKeepsThePlace(_ stored: ReadingPlace?) throws {
        var person = reading(at: stored)
        person.press("g", "Space", "Space")
        let top = person.lines[1]
        #expect(top.contains("Paragraph"))
        person.send(.outcome(.reversed(what: "Renamed “B”", ids: ["1"], isUndo: true)))
        #expect(person.takeEffects().contains(.send(ReadPage(id: "0"))))
        person.send(.answer(.page(Self.page, at: stored), to: ReadPage(id: "0")))
        #expect(stored == nil || person.lines[1] == top)
        person.press("q")
        #expect((kept(&person) != nil) == (stored != nil))
    }

    /// Opening another page above the reader does not leave it.
    @Test func coveringTheReaderKeepsNoPlace() throws {
        var person = reading(at: ReadingPlace(document: "d"))
        person.press("Space", "?")
        #expect(person.state.shell.context == .help)
        #expect(kept(&person) == nil)
        person.press("q", "q")
        #expect(kept(&person) != nil)
    }
}

import Bookmarks
import Testing

@testable import BookmarksUI

@Suite struct DuplicatesViewTests {
    private func group(_ number: Int) -> DuplicateGroup? {
        DuplicateGroup([
            Bookmark(
                id: "a\(number)", name: "Page \(number)", url: "https://p\(number).example/",
                tags: ["one"], added: 0),
            Bookmark(
                id: "b\(number)", name: "Page \(number)", url: "https://p\(number).example/",
                tags: ["two"], added: 86_400),
        ])
    }

    private func person(_ columns: Int = 80, groups: Int = 2) -> Person {
        var person = Person(rows: [Person.row(0, "A")], columns: columns, rows: 24)
        person.press("=")
        person.send(.answer((0..<groups).compactMap(group), to: DuplicatesRequest()))
        return person
    }

    @Test func pageShowsTheResultOfAMerge() {
        var person = person()
        #expect(person.takeEffects() == [.send(DuplicatesRequest())])
        let lines = person.lines
        #expect(lines[0].contains("Duplicates  2"))
        #expect(lines[1].contains(">") && lines[1].contains("2 bookmarks: other tags"))
        #expect(lines[2].contains("stays") && lines[2].contains("1970-01-01"))
        #expect(lines[2].contains("Page 0") && lines[2].contains("https://p0.example/"))
        #expect(lines[3].contains("goes") && lines[3].contains("#two"))
        #expect(lines[4].contains("result") && lines[4].contains("#one #two"))
        #expect(lines[5].contains("2 bookmarks"))
    }

    /// Merging an archived bookmark with another one decides whether the page shows in the list.
    @Test(arguments: [80, 40]) func archivedDuplicatesAreLabelled(_ columns: Int) throws {
        var person = Person(rows: [Person.row(0, "A")], columns: columns, rows: 24)
        let bookmarks = ["a", "b"].enumerated().map { index, id in
            Bookmark(
                id: id, name: "Page", url: "https://p.example/", added: Double(index) * 86_400)
        }
        var archived = bookmarks
        archived[1].isArchived = true
        let groups = [try #require(DuplicateGroup(archived))]
        person.press("=")
        person.send(.answer(groups, to: DuplicatesRequest()))
        #expect(person.lines.filter { $0.contains("Page") && $0.contains("archived") }.count == 1)
        #expect(person.lines[3].contains("goes") && person.lines[3].contains("archived"))
        #expect(person.lines[3].contains("Page"))
    }

    @Test func mergingActsOnTheGroupOfTheSelectedRow() {
        var person = person()
        _ = person.takeEffects()
        person.press("j", "j", "j", "j", "j", "m")
        #expect(person.takeEffects() == [.send(MergeDuplicates([["a1", "b1"]]))])
        person.press("Enter")
        #expect(person.takeEffects() == [.send(MergeDuplicates([["a1", "b1"]]))])
        let report = MergeReport(pages: 1, deleted: 1)
        person.send(.outcome(MergeDuplicates.outcome(of: report, ids: [])))
        #expect(person.said?.hasPrefix("Merged the duplicates of 1 page; 1 bookmark was") == true)
        #expect(person.takeEffects() == [.send(DuplicatesRequest())])
        person.send(.answer([group(0)].compactMap { $0 }, to: DuplicatesRequest()))
        person.press("m")
        #expect(person.takeEffects() == [.send(MergeDuplicates([["a0", "b0"]]))])
    }

    @Test func keysNAndPMoveBetweenGroups() {
        var person = person(groups: 3)
        let page = { (person: Person) in person.state.shell[DuplicatesView.self] }
        let ids = page(person)?.groups?.map(\.id) ?? []
        #expect(ids.count == 3)
        person.press("j", "n")
        #expect(page(person)?.selected?.id == ids[1])
        person.press("n", "n")
        #expect(page(person)?.selected?.id == ids[2])
        person.press("p", "p", "p")
        #expect(page(person)?.selected?.id == ids[0] && person.state.shell.context == .duplicates)
    }

    @Test func mergingAllGroupsAsksFirst() {
        var person = person()
        _ = person.takeEffects()
        person.press("A")
        #expect(person.screen.contains("Merge each of 2 groups into one bookmark?"))
        person.press("n")
        #expect(person.takeEffects().isEmpty)
        person.press("A", "y")
        #expect(person.takeEffects() == [.send(MergeDuplicates([["a0", "b0"], ["a1", "b1"]]))])
    }

    @Test func undoReloadsTheDuplicates() {
        var person = person()
        _ = person.takeEffects()
        person.press("u")
        #expect(person.takeEffects() == [.undo])
        person.send(
            .outcome(
                .reversed(what: "Merged the duplicates of “Page 0”", ids: ["a0"], isUndo: true)))
        #expect(person.takeEffects() == [.send(DuplicatesRequest())])
        #expect(person.state.shell.context == .duplicates)
    }

    @Test func emptyPageOfDuplicatesHasNothingToMerge() {
        var person = person(groups: 0)
        _ = person.takeEffects()
        #expect(person.screen.contains("There are no duplicates. Press Esc to go back."))
        person.press("m", "A")
        #expect(person.effects.isEmpty)
        #expect(person.said == "There is nothing to merge")
    }

    @Test(arguments: [1, 10, 20, 40, 59, 60, 160]) func pageIsDrawnAtEveryWidth(_ columns: Int) {
        var person = person(columns)
        person.press("G")
        AnyStateTests().check(person.canvas, person.state)
    }

    @Test func remoteChangesReloadTheDuplicates() {
        var person = person()
        _ = person.takeEffects()
        person.receive(.edited, Person.row(0, "B"))
        #expect(person.takeEffects() == [.send(DuplicatesRequest())])
    }
}

import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// The palette, in which every action is found by its words.
@Suite struct ActionPaletteTests {
    private func person(typing text: String) -> Person {
        var person = Person(["Alpha", "Beta"], columns: 90, rows: 24)
        person.press(":")
        person.type(text)
        return person
    }

    private func first(_ person: Person) -> String? {
        (person.state.shell.page as? ActionPalette)?.rows.first?.id.rawValue
    }

    @Test(arguments: [
        ("duplicates", "show-duplicates"), ("add tags", "add-tags"), ("undo", "undo"),
        ("archive", "toggle-archived"), ("sort", "sort"), ("import", "import"), ("quit", "quit"),
    ]) func typingItsWordsFindsAnAction(_ typed: String, _ action: String) {
        #expect(first(person(typing: typed)) == action)
    }

    /// Words that people know from elsewhere find an action too.
    @Test(arguments: [
        ("exit", "quit"), ("erase", "delete"), ("grep", "filter"), ("browse", "open"),
        ("rename", "edit"), ("directory", "set-folder"), ("offline", "airplane"),
        ("preferences", "show-settings"), ("theme", "show-settings"), ("colors", "show-settings"),
        ("mouse", "show-settings"), ("yank", "copy-url"), ("firefox", "import"),
        ("undelete", "restore"), ("tick", "mark"), ("dark theme", "show-settings"),
        ("rename folder", "show-tags"), ("sort by name", "sort"), ("history", "details"),
        ("new", "add"), ("new book", "add"), ("new bookmark", "add"), ("create", "add"),
    ]) func synonymsFindAnAction(_ typed: String, _ action: String) {
        #expect(first(person(typing: typed)) == action)
    }

    /// Actions whose own text has the word come before those that have it as a synonym.
    @Test(arguments: [
        ("trash", "show-deleted"), ("sync", "sync"), ("move", "move-up"), ("folder", "set-folder"),
    ]) func ownWordsOfAnActionRankAboveSynonyms(_ typed: String, _ action: String) {
        let rows = (person(typing: typed).state.shell.page as? ActionPalette)?.rows ?? []
        #expect(rows.prefix(6).contains { $0.id.rawValue == action }, "\(rows.map(\.id))")
        #expect(rows.first?.help.lowercased().contains(typed) == true)
    }

    /// Letters with gaps are a guess, which shows only where no words are found.
    @Test func guessesShowOnlyWhenNoWordsMatch() {
        let rows = (person(typing: "theme").state.shell.page as? ActionPalette)?.rows ?? []
        #expect(rows.map(\.id) == [.showSettings])
        #expect(first(person(typing: "shstt")) != nil)
    }

    @Test func enterPerformsTheChosenAction() {
        var person = person(typing: "delete the")
        person.press("Enter")
        #expect(person.takeEffects() == [.delete(ids: ["0"])])
        #expect(person.state.shell.context == .list)
    }

    @Test func lineBeginsWithItsKey() {
        #expect(person(typing: "trash").messageLine == " :trash")
    }

    @Test func arrowsChooseAnActionAndEscapeCancels() {
        var person = person(typing: "bookmark")
        let all = (person.state.shell.page as? ActionPalette)?.rows.map(\.id) ?? []
        person.press("Down", "Down", "Up")
        #expect((person.state.shell.page as? ActionPalette)?.choice.index == 1 && all.count > 3)
        person.press("Esc")
        #expect(person.takeEffects().isEmpty && person.state.shell.context == .list)
    }

    @Test func unavailableActionSaysWhy() {
        var person = Person([], columns: 90, rows: 24)
        person.press(":")
        person.type("delete the bookmark")
        person.press("Enter")
        #expect(person.said?.hasPrefix("There are no bookmarks") == true)
    }

    @Test func lettersAreTextInThePalette() {
        var person = person(typing: "")
        person.type("qjk")
        #expect(person.state.shell.context == .palette)
        #expect(person.screen.contains("No action has these letters. Press Esc to go back."))
        person.press("Enter")
        #expect(person.said == "No action has these letters")
        person.press("Backspace", "Backspace", "Backspace", "Backspace")
        #expect(person.state.shell.context == .palette, "Backspace must not close an empty palette")
    }

    /// Every page without a field has its own actions in the palette.
    @Test func paletteOpensFromEveryPage() {
        let contexts = ActionContext.pages(Pages.all).filter { !$0.takesText }
        let without = contexts.filter { context in
            !Action.all.contains { $0.id == .showPalette && $0.contexts.contains(context) }
        }
        #expect(contexts.count > 15 && without.isEmpty, "\(without)")
        var person = Person(["Alpha"], columns: 90, rows: 24)
        person.press("f", ":")
        person.type("browser")
        let rows = (person.state.shell.page as? ActionPalette)?.rows ?? []
        #expect(rows.first?.id == .openDocument, "\(rows.map(\.id))")
        person.press("Esc")
        #expect(person.state.shell.context == .documents)
    }

    @Test func paletteHasEveryActionOfTheList() {
        let person = person(typing: "")
        let shown = Set((person.state.shell.page as? ActionPalette)?.rows.map(\.id) ?? [])
        let known = Action.all.filter { $0.contexts.contains(.list) }.map(\.id)
        #expect(known.filter { !shown.contains($0) } == [.down, .up, .showPalette])
    }
}

/// Matching texts by some of their letters.
@Suite struct FuzzyMatchTests {
    @Test func wordStartsAndUnbrokenLettersRankBetter() throws {
        let texts = ["work", "a work", "network", "w o r k"]
        let ranks = try texts.map { try #require(FuzzyMatch.rank("work", in: $0)) }
        #expect(ranks == ranks.sorted())
    }

    @Test func everyWordMustMatch() {
        #expect(FuzzyMatch.rank("a b", in: "b and a") != nil)
        #expect(FuzzyMatch.rank("a x", in: "b and a") == nil)
        #expect(FuzzyMatch.rank("", in: "anything") == 0)
    }

    @Test func shorterTextRanksBetter() throws {
        let short = try #require(FuzzyMatch.rank("dev", in: "dev"))
        #expect(try short < #require(FuzzyMatch.rank("dev", in: "developers")))
    }

    @Test func lettersFarApartAreNoMatch() {
        #expect(FuzzyMatch.rank("trsh", in: "trash") != nil)
        #expect(FuzzyMatch.rank("trsh", in: "the rest of a sentence that has them") == nil)
    }
}

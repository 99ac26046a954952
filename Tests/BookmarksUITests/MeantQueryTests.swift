import Bookmarks
import Screen
import Testing

@testable import BookmarksUI

/// A filter that finds nothing suggests the tag, folder or search that was probably meant.
@Suite struct MeantQueryTests {
    private func person(_ text: String, columns: Int = 80) -> Person {
        let tags = ["swift", "ＵＳＢ", "ﬁnance", "swimming"]
        var person = Person(
            rows: tags.enumerated().map { index, tags in
                BookmarkRow(
                    id: "\(index)", name: "Name \(index)", url: "https://\(index).example/",
                    tags: tags, added: 0, modified: 0)
            }, columns: columns, rows: 24)
        person.send(.searches(SavedSearches(["later": "#swift"])))
        person.press("/")
        person.type(text)
        for effect in person.takeEffects() where effect == .loadFolders {
            person.send(
                .folders(
                    ["Dev", "Dev/PHP", "Reading", "a b/c d"].map {
                        FolderCount(path: $0, own: 1, total: 1)
                    }))
        }
        return person
    }

    @Test(arguments: [
        ("folder:PHP", "No folder “PHP”. Did you mean folder:Dev/PHP?", "folder:Dev/PHP"),
        ("folder:php name", "No folder “php”. Did you mean folder:Dev/PHP?", "folder:Dev/PHP name"),
        ("folder:Raeding", "No folder “Raeding”. Did you mean folder:Reading?", "folder:Reading"),
        ("in:Raeding", "No folder “Raeding”. Did you mean in:Reading?", "in:Reading"),
        (
            "folder:\"c d\"", "No folder “c d”. Did you mean folder:\"a b/c d\"?",
            "folder:\"a b/c d\""
        ),
        ("tag:sw", "No tag “sw”. Did you mean tag:swift?", "tag:swift"),
        ("tag:swfit", "No tag “swfit”. Did you mean tag:swift?", "tag:swift"),
        ("#swfit", "No tag “swfit”. Did you mean #swift?", "#swift"),
        ("(tag:swfit or tag:x) name", "Did you mean tag:swift?", "(tag:swift or tag:x) name"),
    ])
    func unknownNameGetsACorrection(_ typed: String, _ said: String, _ whole: String) {
        var person = person(typed)
        #expect(person.list.count == 0 && person.screen.contains("No match for"))
        #expect(person.screen.contains(said + " Press Tab to accept."), "\(person.screen)")
        #expect(person.lines.last?.contains("Tab complete") == true)
        var kept = person
        person.press("Tab")
        #expect(person.list.query.trimmed == whole)
        kept.press("Enter")
        #expect(kept.screen.contains(said + " Press Enter to accept."), "\(kept.screen)")
        kept.press("Enter")
        #expect(kept.list.query == whole && kept.state.shell.context == .list)
    }

    /// If the names are right, other terms are at fault; and a name that is excluded need not
    /// exist.
    @Test(arguments: [
        "folder:Dev/PHP zzzz", "folder:dev zzz", "tag:usb zzz", "tag:ｓｗｉｆｔ zzz",
        "-folder:PHP zzz", "-(tag:swfit) zzz", "folder:zzz", "tag:zzz", "in:re zzz",
    ])
    func otherQueriesWithoutAMatchGetNoCorrection(_ typed: String) {
        let person = person(typed)
        #expect(person.list.count == 0)
        #expect(!person.screen.contains("Did you mean"), "\(person.screen)")
    }

    @Test func filterWithAMistakeHidesTheList() {
        var person = person("name is:unraed")
        #expect(!person.screen.contains("Name 0") && !person.screen.contains("4 of 4"))
        #expect(person.lines[0].contains("a mistake in the filter"))
        #expect(person.screen.contains("The filter has a mistake, so it finds nothing."))
        #expect(person.screen.contains("Did you mean name is:unread? Press Tab to accept."))
        #expect(person.said?.hasPrefix("“unraed”: is: takes") == true)
        person.press("Tab")
        #expect(person.list.query == "name is:unread" && person.state.shell.filterMistake == nil)
        person.press("Esc")
        #expect(person.screen.contains("Name 0"))
    }

    @Test func misspelledSavedSearchGetsACorrection() {
        var person = person("@latre")
        #expect(person.screen.contains("Did you mean @later? Press Tab to accept."))
        person.press("Tab")
        #expect(person.list.query == "@later" && person.list.count == 1)
    }

    @Test func filterWithAMistakeLeavesNoBookmarkToActOn() {
        var person = person("after:nov")
        #expect(!person.screen.contains("Name 0"))
        person.press("Tab")
        #expect(person.state.listView.marks.isEmpty)
        #expect(person.said == "The filter has a mistake, so there is nothing to mark")
        person.press("Enter")
        #expect(person.state.shell.context == .filter)
        var picker = Person(["A", "B"])
        picker.state.beginPicking(.one, in: picker.list)
        picker.type("after:nov")
        picker.press("Enter")
        #expect(picker.effects.isEmpty && picker.state.shell.context == .filter)
    }

    /// While a query is incomplete but may still become valid, the list stays as it was.
    @Test(arguments: ["(name", "\"name", "name or", "name -", "name (is:un"])
    func unfinishedTermKeepsTheList(_ typed: String) {
        #expect(person(typed).screen.contains("Name 0"))
    }

    /// Letters of another width or shape match the usual ones wherever names are completed.
    @Test func completionIgnoresCharacterWidth() {
        var filter = person("#us")
        filter.press("Tab")
        #expect(filter.list.query == "#ＵＳＢ ")
        var ligature = person("#fi")
        ligature.press("Tab")
        #expect(ligature.list.query == "#ﬁnance ")
        var prompt = person("name")
        prompt.press("Enter", "+")
        prompt.type("usb")
        prompt.press("Backspace", "Tab")
        #expect(prompt.messageLine.contains("ＵＳＢ"), "\(prompt.messageLine)")
        var palette = Person(["A"], columns: 90)
        palette.press(":")
        palette.type("ｉｍｐｏｒｔ")
        #expect((palette.state.shell.page as? ActionPalette)?.rows.first?.id == .importBookmarks)
        var labels = person("name")
        labels.press("Enter", "t", "/")
        labels.type("usb")
        #expect(labels.screen.contains("#ＵＳＢ") && !labels.screen.contains("#swift"))
    }
}

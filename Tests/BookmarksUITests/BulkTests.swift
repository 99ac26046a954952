import Bookmarks
import BookmarksUI
import Screen
import Testing

/// Actions on all marked bookmarks.
@Suite struct BulkTests {
    /// Nine bookmarks with the first three marked, and the fourth selected.
    func person(_ columns: Int = 80, _ rows: Int = 24) -> Person {
        var person = Person(
            rows: (0..<9).map { index in
                BookmarkRow(
                    id: "\(index)", name: "Näme \(index) 日本 😀", url: "https://\(index).example/",
                    tags: "t\(index) all", added: 0, modified: 0)
            }, columns: columns, rows: rows)
        person.press("Space", "Space", "Space")
        return person
    }

    let three = ["0", "1", "2"]

    @Test func keysActOnMarkedBookmarksInListOrder() {
        var person = person()
        person.press("d", "y", "o", "Enter")
        #expect(
            person.effects == [
                .delete(ids: three), .copy(ids: three), .open(ids: three), .open(ids: three),
            ])
        #expect(person.state.listView.marks.ids == Set(three))
        let hints = person.lines.last ?? ""
        for hint in ["d delete 3", "⏎ open 3", "e edit 3", "Esc unmark"] {
            #expect(hints.contains(hint))
        }
    }

    @Test func delKeyDeletesBookmarksToo() {
        var person = person()
        person.press("Del")
        #expect(person.takeEffects() == [.delete(ids: three)])
        person.press("l")
        _ = person.takeEffects()
        person.press("Del")
        #expect(person.takeEffects() == [.delete(ids: ["3"])])
    }

    @Test func detailsActOnTheSelectedBookmarkOnly() {
        var person = person()
        person.press("l")
        _ = person.takeEffects()
        person.press("d")
        #expect(person.effects == [.delete(ids: ["3"])])
    }

    @Test func deletingManyBookmarksAsksNoQuestion() {
        var person = Person(Person.names(60))
        person.press("*", "d")
        #expect(person.effects == [.delete(ids: (0..<60).map(String.init))])
        let gone = (0..<60).map { BookmarkListChange.remove(id: "\($0)") }
        person.list.apply(gone)
        person.send(.outcome(.changed(what: "Deleted 60 bookmarks", ids: [])))
        #expect(person.messageLine == " Deleted 60 bookmarks   u undo")
        #expect(person.state.listView.marks.isEmpty)
    }

    @Test(arguments: [("k", "Name 4"), ("j", "Name 4"), ("G", "Name 8")])
    func deletingMarkedBookmarksSelectsTheNextRemainingOne(_ key: String, _ name: String) {
        var person = Person((0..<9).map { "Name \($0)" })
        person.press("j", "Space", "Space", "Space", key, "d")
        person.list.apply((1...3).map { .remove(id: "\($0)") })
        person.send(.outcome(.changed(what: "Deleted 3 bookmarks", ids: [])))
        #expect(person.selectedName == (key == "j" ? "Name 5" : name))
    }

    @Test func deletingHiddenBookmarksAsksFirst() {
        var person = person()
        person.press("/")
        person.type("1.example")
        person.press("Enter", "d")
        #expect(person.effects.isEmpty)
        #expect(person.messageLine == " Delete 3 bookmarks, 2 of them hidden by the filter? [y/N]")
        person.press("n", "d", "y")
        #expect(person.takeEffects() == [.delete(ids: ["1", "0", "2"])])
        person.type("/zzz")
        person.press("Enter", "d")
        #expect(person.messageLine == " Delete 3 bookmarks, all hidden by the filter? [y/N]")
        person.press("n", "y")
        #expect(person.effects == [.copy(ids: three)])
    }

    @Test func openingMoreThanFiveBookmarksAsksFirst() {
        var person = person()
        person.press("Space", "Space", "Enter")
        #expect(person.takeEffects() == [.open(ids: three + ["3", "4"])])
        person.press("Space", "o")
        #expect(person.effects.isEmpty)
        #expect(person.messageLine == " Open 6 bookmarks at once? [y/N]")
        person.press("Enter", "o", "y")
        #expect(person.effects == [.open(ids: three + ["3", "4", "5"])])
        person.send(.outcome(.opened(names: ["a", "b"])))
        #expect(person.said == "Opened 2 bookmarks")
        person.send(.outcome(.copied(urls: ["u:a", "u:b"])))
        #expect(person.said == "Copied 2 URLs")
    }

    @Test func editingSeveralBookmarksOpensAMenu() {
        var person = person()
        person.press("e")
        #expect(person.state.shell.context == .editMenu)
        #expect(
            person.messageLine
                == " Edit 3 bookmarks: (+) add tags (-) remove tags (m)ove (E)dit as text")
        #expect(person.lines.last?.contains("m move") == true)
        person.press("+")
        #expect(person.messageLine == " Add tags to 3 bookmarks:")
        person.type("new")
        person.press("Enter")
        #expect(person.takeEffects() == [.change(.addTags(["new"]), ids: three)])
        #expect(person.state.shell.context == .list)
        #expect(person.state.listView.marks.ids == Set(three))
        person.press("e", "q")
        #expect(person.state.shell.context == .list)
        #expect(person.effects.isEmpty)
    }

    @Test func oneMarkedBookmarkIsEditedInTheForm() {
        var person = Person(["A", "B"])
        person.press("Space", "e")
        #expect(person.state.shell.context == .form)
        #expect(person.effects == [.loadDetails(id: "0")])
    }

    @Test func removingTagsSuggestsTheTagsOfTheBookmarks() {
        var person = person()
        person.press("-")
        #expect(person.messageLine == " Remove tags from 3 bookmarks:")
        person.press("Tab")
        #expect(person.messageLine.hasSuffix(": all"))
        person.press("Down")
        #expect(person.messageLine.hasSuffix(": t0"))
        person.press("Down", "Down", "Down", "Tab")
        person.press("Enter")
        #expect(person.effects == [.change(.removeTags(["t2"]), ids: three)])
    }

    @Test func movingBookmarksAsksForAFolder() {
        var person = person()
        person.press("m", "Enter")
        #expect(person.said?.hasPrefix("Type a folder") == true)
        person.type(" work//swift/")
        #expect(person.messageLine == " Move 3 bookmarks to folder:  work//swift/")
        #expect(person.takeEffects() == [.loadFolders])
        person.press("Enter")
        #expect(person.effects == [.change(.setFolder("work/swift"), ids: three)])
        person.press("m", "/", "Enter")
        #expect(person.effects.last == .change(.setFolder(""), ids: three))
    }

    @Test func movePromptSuggestsFolders() {
        var person = person()
        person.press("m")
        person.type("wo")
        let paths = ["home", "work", "work/swift"]
        person.send(.folders(paths.map { FolderCount(path: $0, own: 1, total: 1) }))
        #expect(person.messageLine == " Move 3 bookmarks to folder: work")
        person.press("Down", "Down", "Tab")
        _ = person.takeEffects()
        person.press("Enter")
        #expect(person.effects == [.change(.setFolder("work/swift"), ids: three)])
    }

    @Test func longEditShowsItsProgress() {
        let few = ["1", "2"]
        let many = Array(repeating: "1", count: 12_000)
        func ongoing(
            _ effect: Effect, of total: Int = 12_000, changes: Int = 0
        ) -> OngoingEdit? { effect.ongoing(among: total) { changes } }
        #expect(ongoing(.delete(ids: few)) == nil)
        #expect(ongoing(.delete(ids: many)) == OngoingEdit("deleting", total: 12_000))
        #expect(ongoing(.change(.addTags(["x"]), ids: many))?.verb == "changing")
        #expect(ongoing(.organize(.deleteTag("x")), of: 999) == nil)
        #expect(ongoing(.organize(.deleteTag("x")), of: 1000) != nil)
        #expect(ongoing(.undo, changes: 3) == nil)
        #expect(ongoing(.redo, changes: 1000)?.verb == "redoing")
        var person = person()
        person.state.begin(OngoingEdit("deleting", total: 12_000))
        #expect(person.messageLine == " Deleting 12,000… Esc to stop")
        person.send(.editing(done: 3000, of: 12_000))
        #expect(person.lines[0].contains("deleting 3,000/12,000"))
        person.press("j")
        #expect(person.said == nil && person.lines[0].contains("deleting"))
        person.press("Esc")
        #expect(person.effects == [.stopEditing] && person.said == "Stopping…")
        person.state.refuseWhileOngoing()
        #expect(person.said == "Wait until this is done: deleting 3,000/12,000; Esc to stop")
        person.send(.edited)
        person.send(.outcome(.changed(what: "Deleted 12000 bookmarks", ids: few)))
        #expect(person.said == "Deleted 12000 bookmarks" && person.state.shell.log.count == 1)
        #expect(!person.lines[0].contains("deleting"))
    }

    /// Undo follows an edit that is still running, unless undo does not cover that edit.
    @Test func undoIsPromisedDuringAnEditThatItCovers() {
        var person = person()
        person.state.begin(OngoingEdit("changing", total: 3_000))
        let isPromised = person.state.acceptReversal(isUndo: true)
        #expect(isPromised)
        #expect(person.said == "Undo starts when this is done: changing 0/3,000; Esc to stop")
        _ = person.state.acceptReversal(isUndo: false)
        #expect(person.said?.hasPrefix("Redo starts") == true)
        let ids = (0..<1000).map { "\($0)" }
        guard let edit = Effect.deleteForever(ids: ids).ongoing(among: 5_000, changes: { 0 }) else {
            Issue.record("deleting 1,000 bookmarks forever must count as a long edit")
            return
        }
        person.state.begin(edit)
        let isPromisedForever = person.state.acceptReversal(isUndo: true)
        #expect(!isPromisedForever)
        #expect(person.said?.hasPrefix("Wait until this is done") == true)
    }

    /// The import that undo would take back is still running.
    @Test func editsAndUndoWaitForARunningImport() {
        var person = person(80, 24)
        person.press("i")
        person.type("file.html")
        person.press("Enter")
        person.send(.importing(.storing(done: 13_000, of: 20_001)))
        person.state.refuseWhileOngoing()
        #expect(
            person.said == "Wait until this is done: importing 13,000/20,001; Esc to stop")
        let isPromised = person.state.acceptReversal(isUndo: true)
        #expect(isPromised)
    }

    @Test(arguments: [
        (20, 8, " (+) (-) (m)ove (E)"), (40, 12, " (+) (-) tags (m)ove (E)dit as text"),
    ]) func editMenuFitsSmallScreens(_ columns: Int, _ rows: Int, _ line: String) {
        var person = person(columns, rows)
        person.press("e")
        #expect(person.messageLine == line)
    }

    @Test func marksAndWideTextFitBesideEachOther() {
        #expect(
            person(40, 12).screen == """
                 Cloudy  9  3 marked  ● synced · laptop
                   Name ▲
                  ✓Näme 0 日本 😀
                     https://0.example/
                  ✓Näme 1 日本 😀
                     https://1.example/
                  ✓Näme 2 日本 😀
                     https://2.example/
                 > Näme 3 日本 😀
                     https://3.example/

                 d delete 3  + tags 3  m move 3  ? help
                """)
    }

    /// Counting the tags of many bookmarks takes longer than a key press should.
    @Test func tagPromptLoadsSuggestionsWhileTagsAreTyped() {
        var person = person()
        person.answersForTags = false
        person.press("+")
        #expect(person.takeEffects() == [.loadTags])
        person.type("a")
        person.send(.tags(["all", "t0"]))
        person.press("Tab", "Enter")
        #expect(person.takeEffects() == [.change(.addTags(["all"]), ids: three)])
        // The counts come too late for the prompt that removes tags.
        person.press("-")
        person.send(.tags(["other"]))
        person.type("o")
        person.press("Tab", "Esc")
        #expect(person.effects.isEmpty)
    }
}

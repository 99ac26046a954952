import Bookmarks
import BookmarksUI
import Screen
import Testing

/// The page of tags, folders and saved searches.
@Suite struct LabelsTests {
    /// Six bookmarks: `swift` three times, `lang` twice, and some others.
    func person(_ columns: Int = 80, _ rows: Int = 24) -> Person {
        let tags = ["swift lang", "Swift", "swift 日本語", "lang 😀🇪🇸", "café", ""]
        return Person(
            rows: tags.enumerated().map { index, tags in
                BookmarkRow(
                    id: "\(index)", name: "Name \(index)", url: "https://\(index).example/",
                    tags: tags, added: 0, modified: 0)
            }, columns: columns, rows: rows)
    }

    static let folders = FolderCount.tree(["work/swift": 2, "work": 1, "old/日本": 4])

    func rows(_ person: Person) -> [String] {
        person.lines.dropFirst().dropLast().map { line in
            line.split(separator: " ").joined(separator: " ")
        }
    }

    @Test func tagsShowWithTheirCounts() {
        var person = person()
        person.press("t")
        #expect(person.state.shell.context == .labels)
        #expect(person.lines.first?.contains("[Tags] Folders Searches  5") == true)
        #expect(rows(person) == ["> #café 1", "#lang 2", "#swift 3", "#日本語 1", "#😀🇪🇸 1"])
        person.press("s")
        #expect(rows(person).prefix(3).map { $0.last } == ["3", "2", "1"])
        #expect(person.said == "Most used first")
        #expect(person.screen.contains("> #swift"), "the first tag must be visible and selected")
        person.press("j", "j", "s")
        #expect(rows(person).first == "> #café 1")
        #expect(person.effects.isEmpty)
    }

    @Test func labelsCountTheBookmarksThatTheFilterShows() {
        var person = person()
        person.press("/")
        person.type("#lang")
        person.press("Enter", "t")
        #expect(
            rows(person) == [
                "> #café 0 of 1", "#lang 2 of 2", "#swift 1 of 3", "#日本語 0 of 1", "#😀🇪🇸 1 of 1",
            ])
    }

    @Test func enterFiltersTheListByTheSelectedTag() {
        var person = person()
        person.press("t", "j", "j", "Enter")
        #expect(person.state.shell.context == .list)
        #expect(person.list.query == "tag:swift")
        #expect(person.list.count == 3)
    }

    @Test func selectedTagNarrowsTheFilter() {
        var person = person()
        person.press("/")
        person.type("name:1 or name:2")
        person.press("Enter", "t", "j", "j", "n")
        #expect(person.list.query == "(name:1 or name:2) tag:swift")
        #expect(person.list.count == 2)
    }

    @Test func typingFiltersTheLabels() {
        var person = person()
        person.press("t", "/")
        #expect(person.state.shell.context == .labelsFilter)
        person.type("CAFE")
        #expect(rows(person).prefix(1) == ["> #café 1"])
        #expect(person.lines.first?.contains("1  /CAFE") == true)
        person.type("x")
        #expect(person.screen.contains("Esc to show all"))
        person.press("Esc")
        #expect(rows(person).count == 5)
        #expect(person.state.shell.context == .labels)
        person.press("/")
        person.type("ft")
        person.press("Enter")
        #expect(person.state.shell.context == .labels)
        #expect(person.lines.last?.contains("Esc clear") == true)
        person.press("Enter")
        #expect(person.list.query == "tag:swift")
    }

    @Test func tagCanBeRenamed() {
        var person = person()
        person.press("t", "j", "r")
        #expect(person.messageLine == " Rename #lang to: lang")
        person.type("uage two")
        person.press("Enter")
        #expect(person.said?.contains("no spaces and no commas: write language-two") == true)
        #expect(person.state.shell.context == .prompt)
        person.press("Ctrl-U")
        person.type("language")
        person.press("Enter")
        #expect(person.takeEffects() == [.organize(.renameTag("lang", to: "language"))])
        #expect(person.state.shell.context == .labels)
        let what = "Renamed #lang to #language (2 bookmarks)"
        person.send(.outcome(.changed(what: what, ids: ["0", "3"])))
        #expect(person.messageLine == " \(what)   u undo")
        person.press("u")
        #expect(person.effects == [.undo])
    }

    /// The next key must not act on another tag than the one whose name came back.
    @Test func selectionFollowsAnUndoneMerge() {
        var person = person()
        let before = person.list
        person.press("t", "j", "r", "Ctrl-U")
        person.type("swift")
        person.press("Enter", "y")
        let merged = (0..<before.count).map { before[$0] }.map { row in
            var row = row
            row.tags = row.tags.replacing("lang", with: "swift")
            return row
        }
        person.list.apply(merged.map { .upsert($0) })
        person.send(.listChanged)
        #expect(person.screen.contains("> #swift") && !person.screen.contains("#lang"))
        person.press("u")
        person.list = before
        person.send(.listChanged)
        #expect(person.screen.contains("> #lang"), "\(person.screen)")
        person.press("k")
        person.send(.listChanged)
        #expect(person.screen.contains("> #café"), "\(person.screen)")
    }

    @Test func renamingATagToAnotherAsksBeforeMerging() {
        var person = person()
        person.press("t", "j", "r", "Ctrl-U")
        person.type("SWIFT")
        person.press("Enter")
        #expect(
            person.screen.contains("Merge #lang (2) into the existing #swift (3)? [y/N]")
        )
        person.press("n")
        #expect(person.effects.isEmpty)
        #expect(person.state.shell.context == .labels)
        person.press("r", "Ctrl-U")
        person.type("SWIFT")
        person.press("Enter", "y")
        #expect(person.effects == [.organize(.renameTag("lang", to: "SWIFT"))])
    }

    /// Changing the spelling of a tag is not a merge.
    @Test func changingTheSpellingOfATagIsNoMerge() {
        var person = person()
        person.press("t", "j", "j", "r", "Ctrl-U")
        person.type("Swift")
        person.press("Enter")
        #expect(person.effects == [.organize(.renameTag("swift", to: "Swift"))])
    }

    @Test func tagOfOneBookmarkIsRemovedAtOnce() {
        var person = person()
        person.press("t", "G", "d")
        #expect(person.effects == [.organize(.deleteTag("😀🇪🇸"))])
        person.list.apply([.remove(id: "3")])
        person.send(.listChanged)
        #expect(rows(person) == ["#café 1", "#lang 1", "#swift 3", "> #日本語 1"])
    }

    @Test func changesToTheListUpdateTheLabels() {
        var person = person()
        person.press("t", "j", "j")
        var row = person.list[0]
        row.tags = "alpha swift"
        person.list.apply([.upsert(row)])
        person.send(.listChanged)
        #expect(rows(person).prefix(4) == ["#alpha 1", "#café 1", "#lang 1", "> #swift 3"])
    }

    @Test func foldersShowAsATree() {
        var person = person()
        person.press("t", "Tab")
        #expect(person.takeEffects() == [.loadFolders])
        #expect(person.screen.contains("Loading"))
        person.send(.folders(Self.folders))
        #expect(rows(person) == ["> old 0 of 4", "日本 4", "work 1 of 3", "swift 2"])
        #expect(person.screen.contains("\n     日本"))
        person.press("s")
        #expect(
            rows(person).prefix(4) == ["> old 0 of 4", "old/日本 4", "work 1 of 3", "work/swift 2"])
        person.press("s", "G", "Enter")
        #expect(person.list.query == "folder:work/swift")
    }

    @Test func foldersThatDifferOnlyInCaseShareOneParent() {
        var person = person()
        person.press("t", "Tab")
        person.send(.folders(FolderCount.tree(["Work/A": 2, "work/B": 1])))
        #expect(rows(person) == ["> Work 0 of 3", "A 2", "B 1"])
        // Changing only the case does not ask, since it is the same folder.
        _ = person.takeEffects()
        person.press("r", "Ctrl-U")
        person.type("work")
        person.press("Enter")
        #expect(person.takeEffects() == [.organize(.renameFolder("Work", to: "work"))])
        person.send(.folders(FolderCount.tree(["work/A": 2, "work/B": 1])))
        #expect(
            rows(person).first == "> work 0 of 3", "the selection must follow the renamed folder")
        person.press("j", "r", "Ctrl-U")
        person.type("WORK/b")
        person.press("Enter")
        #expect(person.screen.contains("Merge “work/A” (2) into the existing “work/B” (1)"))
        person.press("n", "k", "r", "Ctrl-U")
        person.type("WORK/x")
        person.press("Enter")
        #expect(person.said?.contains("cannot be moved into itself") == true)
    }

    @Test func folderCanBeMovedMergedAndDeleted() {
        var person = person()
        person.press("t", "Tab")
        person.send(.folders(Self.folders))
        _ = person.takeEffects()
        person.press("j", "j", "r")
        #expect(person.messageLine == " Rename or move “work” to: work")
        person.type("/swift/x")
        person.press("Enter")
        #expect(person.said == "The folder work cannot be moved into itself. Nothing was changed")
        person.press("Ctrl-U")
        person.type(" / ")
        person.press("Enter")
        #expect(person.said?.hasPrefix("Type a path") == true)
        person.press("Ctrl-U")
        person.type("old / 日本")
        person.press("Enter")
        #expect(
            person.screen.contains(
                "Merge “work” (3) into the existing “old/日本” (4)?"))
        person.press("y")
        #expect(person.takeEffects() == [.organize(.renameFolder("work", to: "old/日本"))])
        person.press("d", "y")
        #expect(person.effects == [.organize(.deleteFolder("work"))])
        _ = person.takeEffects()
        // While it is open, the page reloads when another device changes the list.
        person.send(.listChanged)
        #expect(person.effects == [.loadFolders])
    }

    @Test func emptyTabsOfLabelsSaySo() {
        var person = Person()
        person.press("t")
        #expect(person.said == "There are no bookmarks; a to add one")
        person = Person(
            rows: [BookmarkRow(id: "0", name: "A", url: "u", added: 0, modified: 0)], columns: 80,
            rows: 24)
        person.press("t")
        #expect(person.screen.contains("No bookmark has a tag."))
        for key in ["Enter", "r", "d", "n"] {
            person.press(key)
            #expect(person.said == "There is nothing to choose here")
        }
        person.press("Tab")
        person.send(.folders([]))
        #expect(person.screen.contains("No bookmark is in a folder."))
        person.press("Tab")
        #expect(person.screen.contains("To save one: press /, type a filter, Enter, then w."))
        #expect(person.effects == [.loadFolders])
    }

    @Test func labelsWaitUntilTheListIsLoaded() {
        var person = person()
        person.list = BookmarkList(
            rows: [Person.row(0, "A")], sortedBy: SortOrder(.name), total: 2)
        person.press("t")
        #expect(person.screen.contains("Loading"))
        person.list.load([Person.row(0, "A"), Person.row(1, "B")])
        person.send(.listChanged)
        #expect(rows(person) == ["> #a 1", "#b 1"])
    }

    @Test(arguments: [(80, 24), (40, 12), (160, 50), (20, 5), (10, 3)])
    func selectionStaysVisible(_ columns: Int, _ rowCount: Int) {
        var person = Person(
            rows: (0..<70).map { number in
                BookmarkRow(
                    id: "\(number)", name: "n", url: "u", tags: "tag\(number + 10)", added: 0,
                    modified: 0)
            }, columns: columns, rows: rowCount)
        person.press("t")
        for _ in 0..<37 { person.press("j") }
        #expect(person.screen.contains(">") && person.screen.contains("#tag47"))
        person.press("G")
        #expect(person.screen.contains("#tag79"))
        person.press("g")
        #expect(person.screen.contains("#tag10"))
    }
}

import Bookmarks
import BookmarksUI
import Screen
import Testing

/// Names that are offered for completion in the filter.
@Suite struct FilterCompletionTests {
    func person(typing text: String) -> Person {
        var person = Person.withTags()
        person.send(.searches(SavedSearches(["later": "#swift", "latest": "after:7d"])))
        person.press("/")
        person.type(text)
        for effect in person.takeEffects() {
            switch effect {
            case .foresee: break
            case .loadTags: person.send(.tags(person.list.tagNames()))
            case .loadFolders:
                let paths = ["work", "work/swift", "a b", "a b/\"c\""]
                person.send(.folders(paths.map { FolderCount(path: $0, own: 1, total: 1) }))
            default: Issue.record("\(effect)")
            }
        }
        return person
    }

    @Test(arguments: [
        ("#sw", "ift", "#swift "), ("tag:swi", "ft", "tag:swift "),
        ("a -#swim", "ming", "a -#swimming "),
        ("(tag:日", "本語", "(tag:日本語 "), ("#CAF", "é", "#Café "), ("@la", "ter", "@later "),
        ("is:du", "plicate", "is:duplicate "), ("folder:work/", "swift", "folder:work/swift "),
        ("folder:a", " b", "folder:\"a b\" "), ("folder:\"a b/", "\"c\"", #"folder:"a b/\"c\"" "#),
        ("in:wo", "rk", "in:work "), ("si", "te", "site:"), ("a na", "me", "a name:"),
        ("is:", "unread", "is:unread "), ("tag:", "swift", "tag:swift "),
        ("@", "later", "@later "),
        ("no", "te", "note:"),
    ])
    func tabRightOrEndAcceptsTheSuggestion(_ typed: String, _ rest: String, _ whole: String) {
        for key in ["Tab", "Right", "End", "Ctrl-E"] {
            var person = person(typing: typed)
            #expect(person.messageLine == " /\(typed)\(rest)")
            #expect(person.lines.last?.contains("Tab complete") == true)
            person.press(key)
            let said = " /\(whole)"
            #expect(person.messageLine + " " == said || person.messageLine == said)
            // While the query is unfinished, the list stays as it was.
            #expect(person.list.query == whole || typed.hasPrefix("("))
            #expect(person.state.listView.marks.isEmpty)
            #expect(person.effects.isEmpty, "names must be requested once")
        }
    }

    @Test(arguments: ["", "s", "swif", "#", "#zzz", "\"si", "x@la", "https:", "#swift "])
    func tabMarksTheHitWithoutASuggestion(_ typed: String) {
        var person = person(typing: typed == "#" ? "" : typed)
        #expect(person.lines.last?.contains("complete") == false)
        person.press("Tab")
        #expect(person.state.listView.marks.ids.count == min(1, person.list.count))
    }

    /// A whole folder is not completed to one inside it, unless a person chooses that.
    @Test(arguments: ["folder:work", "in:work"])
    func tabAtAWholeFolderShowsThoseInsideIt(_ typed: String) {
        var person = person(typing: typed)
        #expect(person.messageLine == " /\(typed)")
        #expect(person.lines.last?.contains("Tab more") == true, "\(person.screen)")
        person.press("Tab")
        #expect(person.screen.contains("│ work/swift"), "\(person.screen)")
        #expect(person.lines.last?.contains("Tab") == false)
        person.press("Tab")
        #expect(person.messageLine == " /\(typed)" && person.state.listView.marks.isEmpty)
        person.press("Down", "Tab")
        #expect(person.list.query.hasSuffix("work/swift "))
        #expect(person.state.listView.marks.isEmpty)
    }

    /// A menu shows words that contain the typed text: Tab chooses one, and then takes it.
    @Test func tabMarksNothingWhileTheMenuShows() {
        var person = person(typing: "in:w")
        person.press("Ctrl-U")
        person.type("in:sw")
        person.send(
            .folders(["work/swift", "Switch"].map { FolderCount(path: $0, own: 1, total: 1) }))
        person.press("Ctrl-U")
        person.type("in:wift")
        #expect(person.lines.last?.contains("Tab complete") == true, "\(person.screen)")
        person.press("Tab")
        #expect(person.state.listView.marks.isEmpty)
    }

    /// A tag may have any characters but blanks.
    @Test func completedTagIsAValidQuery() throws {
        for tag in [":)", "a\"b", "c(1)", "or"] {
            let text = QueryText.Notation.sign.text(naming: tag)
            let row = BookmarkRow(
                id: "0", name: "A", url: "https://a.example/", tags: tag, added: 0, modified: 0)
            var list = BookmarkList(rows: [row], sortedBy: .standard)
            list.filter(try Query(text))
            #expect(list.count == 1, "\(text)")
        }
    }

    /// A colon asks for the names of fields; the chosen name takes its place.
    @Test func colonOffersTheFields() {
        var person = person(typing: "a :")
        for field in Query.fields.prefix(4) {
            #expect(person.screen.contains(field), "\(person.screen)")
        }
        person.type("si")
        person.press("Tab")
        #expect(person.messageLine == " /a site:")
    }

    @Test func listIgnoresAColonUntilAFieldIsChosen() {
        var person = person(typing: "")
        let count = person.list.count
        for key in [":", "s", "i"] {
            person.type(key)
            #expect(person.list.query == "" && person.list.count == count, "\(person.screen)")
        }
        // Letters that begin no field are a word.
        person.type("x")
        #expect(person.list.query == ":six")
    }

    @Test func cursorInsideTheLineGetsNoSuggestion() {
        var person = person(typing: "#sw x")
        person.press("Left", "Left")
        #expect(person.messageLine == " /#sw x")
        person.press("Right")
        #expect(person.list.query == "#sw x")
        person.press("Left", "Left", "Tab")
        #expect(person.list.query == "#sw x")
    }

    @Test func tabMarksInsteadOfCompletingAFieldWhenPickingSeveral() {
        var person = Person(["Note one", "Note two"])
        person.state.beginPicking(.several, in: person.list)
        person.type("no")
        person.press("Tab")
        #expect(person.list.query == "no")
        #expect(person.state.listView.marks.ids == ["0"])
        person.type(" is:uno")
        person.press("Tab")
        #expect(person.list.query == "no is:unopened ")
    }

    @Test func suggestionFitsANarrowScreen() {
        var person = person(typing: "#sw")
        person.resize(40, 12)
        #expect(person.messageLine == " /#swift")
        person.resize(8, 2)
        person.press("Tab")
        #expect(person.list.query == "#swift ")
    }

    @Test(arguments: [
        ("is", [Effect.foresee(.duplicates)]), ("is:", [.foresee(.duplicates)]),
        ("-in", [.foresee(.details)]), ("note", [.foresee(.details)]), ("i", []), ("isle", []),
    ])
    func factsThatAQueryNeedsAreLoadedAhead(_ typed: String, _ effects: [Effect]) {
        var person = Person(["A"])
        person.press("/")
        person.paste(typed)
        #expect(person.takeEffects() == effects)
        person.press("Backspace")
        person.type(String(typed.suffix(1)))
        #expect(person.effects.isEmpty)
    }
}

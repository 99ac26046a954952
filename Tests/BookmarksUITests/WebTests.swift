import Bookmarks
import BookmarksUI
import KeyValueStore
import Screen
import Testing

/// Fetching titles and checking links on the screen.
struct WebTests {
    private let url = "https://a.example/"

    private func adding(_ url: String = "https://a.example/") -> Person {
        var person = Person(["A"])
        person.press("a")
        person.type(url)
        _ = person.takeEffects()
        return person
    }

    private func found(_ finding: LinkState.Finding, _ ids: String...) -> [String: LinkState] {
        Dictionary(uniqueKeysWithValues: ids.map { ($0, LinkState(finding, checked: 1000)) })
    }

    @Test func ctrlTFetchesTheTitleIntoAnEmptyName() {
        var person = adding()
        person.press("Ctrl-T")
        #expect(person.takeEffects() == [.fetchPage(url: url)])
        #expect(person.said == "Fetching the title…")
        person.press("Ctrl-T")
        #expect(person.said == "Still fetching the title…" && person.effects.isEmpty)
        person.send(.page(FetchedPage(url: url, title: "The A", description: "Said\nof it")))
        #expect(person.said == "The title came from the page")
        #expect(person.screen.contains("The A") && person.screen.contains("Said⏎of it"))
        // A newer title replaces a fetched one, since the person did not type it.
        person.press("Ctrl-T")
        person.send(.page(FetchedPage(url: url, title: "Newer")))
        #expect(person.screen.contains("Newer") && !person.screen.contains("The A"))
        _ = person.takeEffects()
        person.press("Ctrl-O")
        let draft = BookmarkDraft(name: "Newer", url: url, description: "Said\nof it")
        #expect(person.takeEffects() == [.add(draft, evenIfThere: false)])
    }

    @Test func formReportsAMissingTitleOnceTheHelpCloses() {
        var person = adding()
        person.press("Ctrl-T", "F1")
        person.send(.page(FetchedPage(url: url)))
        #expect(person.state.shell.context == .help && person.said == nil)
        person.press("Esc")
        #expect(person.state.shell.context == .form && person.said == "The page has no title")
    }

    @Test func typedNameIsNotReplacedByTheTitle() {
        var person = adding()
        person.press("Ctrl-T", "Enter")
        person.type("Mine")
        person.send(.page(FetchedPage(url: url, title: "Theirs")))
        #expect(person.screen.contains("Mine"))
        #expect(person.said == "The page's title is “Theirs”; your name stays")
    }

    /// The page's description and a person's notes are two fields.
    @Test func fetchedDescriptionLeavesTheNotesAlone() {
        var person = adding()
        person.press("Tab", "Tab", "Tab", "Tab")
        person.type("mine")
        person.press("Ctrl-T")
        person.send(.page(FetchedPage(url: url, title: "The A", description: "Theirs")))
        _ = person.takeEffects()
        person.press("Ctrl-O")
        let draft = BookmarkDraft(name: "The A", url: url, notes: "mine", description: "Theirs")
        #expect(person.takeEffects() == [.add(draft, evenIfThere: false)])
    }

    @Test func typedDescriptionIsNotReplaced() {
        var person = adding()
        person.press("Shift-Tab")
        person.type("Mine")
        person.press("Ctrl-T")
        person.send(.page(FetchedPage(url: url, title: "The A", description: "Theirs")))
        #expect(person.screen.contains("About  Mine") && !person.screen.contains("Theirs"))
        // A description that came from a page, and was not edited, is replaced.
        person = adding()
        for text in ["First ⏎\nline", "Second"] {
            person.press("Ctrl-T")
            person.send(.page(FetchedPage(url: url, title: "The A", description: text)))
        }
        #expect(person.screen.contains("About  Second"))
        person.press("Shift-Tab", "Backspace", "Ctrl-T")
        person.send(.page(FetchedPage(url: url, title: "The A", description: "Third")))
        #expect(person.screen.contains("About  Secon\n"))
    }

    @Test func descriptionCanBeEdited() {
        var person = Person(["A"])
        person.press("e")
        var bookmark = Bookmark(id: "0", name: "A", url: url, notes: "My\nnotes", added: 0)
        bookmark.description = "Its ⏎\nwords"
        person.send(.details(bookmark))
        #expect(person.screen.contains("Notes  My↵notes"))
        #expect(person.screen.contains("About  Its ⏎↵words"))
        person.press("Up")
        person.type("!")
        _ = person.takeEffects()
        person.press("Enter")
        var edited = bookmark.draft
        edited.description = "Its ⏎\nwords!"
        #expect(person.takeEffects() == [.edit(id: "0", from: bookmark.draft, to: edited)])
    }

    @Test func titleOfAnotherURLIsDropped() {
        var person = adding()
        person.press("Ctrl-T")
        person.type("more")
        person.send(.page(FetchedPage(url: url, title: "Theirs")))
        #expect(!person.screen.contains("Theirs\n"))
        #expect(person.said == "The title was dropped: the URL has changed")
        // A title that arrives when the form is closed, or another one is open, is dropped, too.
        person.press("Ctrl-T", "Esc", "y", "a")
        person.send(.page(FetchedPage(url: url + "more", title: "Late")))
        #expect(!person.screen.contains("Late"))
    }

    @Test func missingTitleIsExplained() {
        var person = adding()
        person.press("Ctrl-T")
        person.send(.page(FetchedPage(url: url, problem: "no answer came in time")))
        #expect(person.said == "The title was not fetched: no answer came in time")
        person.press("Ctrl-T")
        person.send(.page(FetchedPage(url: url)))
        #expect(person.said == "The page has no title")
        var wrong = adding("example")
        wrong.press("Ctrl-T")
        #expect(wrong.effects.isEmpty && wrong.screen.contains("A URL begins with its scheme"))
    }

    @Test func untouchedNameIsReplacedByTheTitle() {
        var person = Person(["A"])
        person.press("e", "Ctrl-T")
        person.send(.details(Bookmark(id: "0", name: "A", url: url, notes: "Own", added: 0)))
        person.send(.page(FetchedPage(url: url, title: "New title", description: "Theirs")))
        #expect(person.screen.contains("New title") && person.screen.contains("Notes  Own"))
        #expect(person.screen.contains("About  Theirs"))
    }

    @Test func titlesAreFetchedAutomaticallyOnlyIfTurnedOn() {
        var person = adding()
        person.press("Enter")
        #expect(person.effects.isEmpty)
        person = adding()
        person.state.activities.titles.isOn = true
        person.press("Enter")
        #expect(person.takeEffects() == [.fetchPage(url: url)])
        person.type("typed on")
        #expect(person.screen.contains("typed on"), "typing must go into the name at once")
        var mail = adding("mailto:ada@a.example")
        mail.state.activities.titles.isOn = true
        mail.press("Enter")
        #expect(mail.effects.isEmpty)
    }

    @Test(arguments: ["Enter", "Tab", "Down", "Shift-Tab", "Up", "Ctrl-G"])
    func leavingTheURLFieldFetchesTheTitle(_ key: String) {
        var person = adding("https://a.example/")
        person.state.activities.titles.isOn = true
        person.press(key)
        #expect(person.takeEffects().contains(.fetchPage(url: url)))
        person.send(.page(FetchedPage(url: url, problem: "no answer came in time")))
        if key == "Ctrl-G" { return }
        person.press("Ctrl-G")
        #expect(
            !person.takeEffects().contains(.fetchPage(url: url)), "the title must be fetched once")
    }

    @Test func leavingAURLThatIsNoWebPageFetchesNoTitle() {
        for text in ["", "example", "mailto:ada@a.example"] {
            var person = adding(text)
            person.state.activities.titles.isOn = true
            person.press("Tab")
            #expect(person.effects.isEmpty)
            #expect(!person.screen.contains("begins with its scheme"), "Tab must report no error")
        }
        var meant = adding("www.a.example")
        meant.state.activities.titles.isOn = true
        meant.press("Tab")
        #expect(meant.takeEffects().contains(.fetchPage(url: "https://www.a.example")))
    }

    /// The title still arrives in a bookmark that was saved at once.
    @Test(arguments: [["Ctrl-O"], ["Tab", "Ctrl-O"], ["Enter", "Enter"]])
    func titleThatArrivesAfterSavingIsTaken(_ keys: [String]) {
        var person = adding()
        person.state.activities.titles.isOn = true
        for key in keys { person.press(key) }
        let effects = person.takeEffects()
        #expect(effects.contains(.add(BookmarkDraft(url: url), evenIfThere: false)))
        #expect(effects.filter { $0 == .fetchPage(url: url) }.count == 1)
        person.send(.outcome(.added(id: "1", name: url)))
        #expect(person.takeEffects().isEmpty && !person.screen.contains("Add a bookmark"))
        let page = FetchedPage(url: url, title: "The A")
        person.send(.page(page))
        #expect(person.takeEffects() == [.takePage(page, id: "1")])
        person.send(.outcome(.titled(id: "1", name: "The A")))
        #expect(person.said?.hasPrefix("The title came from the page: “The A”") == true)
        person.send(.page(page))
        #expect(person.takeEffects().isEmpty)
    }

    @Test func titleThatArrivesDuringSavingIsTaken() {
        var person = adding()
        person.state.activities.titles.isOn = true
        person.press("Ctrl-O")
        _ = person.takeEffects()
        let page = FetchedPage(url: url, title: "The A")
        person.send(.page(page))
        person.send(.outcome(.added(id: "1", name: url)))
        #expect(person.takeEffects() == [.takePage(page, id: "1")])
    }

    @Test func missingTitleOfASavedBookmarkIsExplainedUnlessItHasAName() {
        for (name, page, said) in [
            ("", FetchedPage(url: url, problem: "it is late"), "was not fetched: it is late"),
            ("", FetchedPage(url: url), "The page has no title"),
            ("Typed elsewhere", FetchedPage(url: url), "Added"),
        ] {
            var person = adding()
            person.state.activities.titles.isOn = true
            person.press("Ctrl-O")
            let row = BookmarkRow(id: "1", name: name, url: url, tags: "", added: 1, modified: 1)
            person.list.apply([.upsert(row)])
            person.send(.outcome(.added(id: "1", name: url)))
            _ = person.takeEffects()
            person.send(.page(page))
            #expect(person.said?.contains(said) == true && person.effects.isEmpty)
        }
    }

    @Test func titleThatArrivesDuringAQuestionIsSaved() {
        var person = adding()
        person.state.activities.titles.isOn = true
        person.press("Ctrl-O")
        person.send(.outcome(.alreadyThere(name: "A")))
        person.send(.page(FetchedPage(url: url, title: "The A")))
        _ = person.takeEffects()
        person.press("y")
        #expect(
            person.takeEffects() == [
                .add(BookmarkDraft(name: "The A", url: url), evenIfThere: true)
            ]
        )
    }

    @Test func airplaneModeBlocksFetchingAndChecking() {
        var person = adding()
        person.state.activities.titles.isOn = true
        person.send(.sync(SyncState(phase: .offline)))
        person.press("Enter")
        #expect(person.effects.isEmpty)
        person.press("Ctrl-T")
        #expect(person.effects.isEmpty)
        #expect(person.said == "Airplane mode is on, so the web is not contacted")
        var other = Person(["A"])
        other.send(.sync(SyncState(phase: .offline)))
        other.press("L")
        #expect(other.effects.isEmpty && other.state.activities.links.progress == nil)
        #expect(other.said == "Airplane mode is on, so the web is not contacted")
        other.press("A")
        let archived = Effect.open(ids: ["0"], isArchived: true)
        #expect(other.takeEffects() == [archived], "the browser must still open the archive")
    }

    @Test func oneLinkIsCheckedWithoutAQuestion() {
        var person = Person(["A", "B"])
        person.press("j", "L")
        #expect(person.takeEffects() == [.checkLinks(ids: ["1"])])
        #expect(person.lines[0].contains("checking 0/1"))
        var progress = LinkProgress(total: 1)
        progress.count(.broken("the server answers 404 Not Found"))
        person.send(.checking(progress))
        #expect(person.lines[0].contains("checking 1/1"))
        person.send(.checked(progress, .finished))
        #expect(!person.lines[0].contains("checking"))
        #expect(person.said == "The link is broken: the server answers 404 Not Found")
    }

    @Test func checkingManyLinksAsksFirst() {
        var person = Person(Person.names(1200))
        person.press("*", "L")
        #expect(person.screen.contains("Check 1,200 bookmarks on the web? [y/N]"))
        person.press("n")
        #expect(person.effects.isEmpty && person.state.activities.links.progress == nil)
        person.press("L", "y")
        #expect(person.takeEffects().count == 1)
        var progress = LinkProgress(total: 1200)
        for finding: LinkState.Finding in [.works, .moved(to: "x"), .broken("y"), .unsure("z")] {
            progress.count(finding)
        }
        person.send(.checking(progress))
        #expect(person.lines[0].contains("checking 4/1,200"))
        person.press("L")
        #expect(person.takeEffects() == [.stopChecking])
        person.press("Esc")
        #expect(person.takeEffects() == [.stopChecking] && !person.state.listView.marks.ids.isEmpty)
        person.send(.checked(progress, .stopped))
        #expect(
            person.said
                == "Stopped. Checked 4 of 1,200 links: 1 broken, 1 moved, 1 unsure; "
                + "the filter is:broken shows them")
        // Progress of a check that is over is ignored.
        person.send(.checking(progress))
        #expect(person.state.activities.links.progress == nil)
    }

    @Test func messageSaysHowACheckEnded() {
        var person = Person(["A"])
        person.press("L")
        person.send(.checked(LinkProgress(total: 1), .offline))
        #expect(person.said?.hasPrefix("No web server answers") == true)
        var some = LinkProgress(total: 9)
        some.count(.works)
        person.press("L")
        person.send(.checked(some, .offline))
        #expect(person.said?.hasPrefix("No other web server answers") == true)
        person.press("L")
        person.send(.checked(LinkProgress(total: 1), .failed("curl is not installed")))
        #expect(person.said == "curl is not installed")
        person.press("L")
        person.send(.checked(LinkProgress(total: 0), .finished))
        #expect(person.said?.contains("no http or https address") == true)
    }

    @Test func enterOnABrokenLinkReadsTheSavedPage() {
        var person = Person(["A", "B"])
        person.send(.links(found(.broken("gone"), "0")))
        person.send(.saved(["0"]))
        #expect(person.lines.contains { $0.hasPrefix("✗>≡A") })
        // A note is not a copy of the page.
        person.press("Enter")
        #expect(person.takeEffects() == [.open(ids: ["0"])])
        person.send(.saved(["0"], pages: ["0"]))
        person.press("Enter")
        #expect(person.takeEffects() == [.send(ReadPage(id: "0"))])
        #expect(
            person.said == "The link is broken, so this is the saved page; Enter to open the link")
        person.press("Enter")
        #expect(person.takeEffects() == [.open(ids: ["0"])])
    }

    @Test(arguments: [(80, "broken"), (40, "broken"), (24, "")])
    func brokenLinksShowASign(_ columns: Int, _ word: String) {
        var person = Person(["A", "B"])
        person.resize(columns, 12)
        person.send(.links(found(.broken("gone"), "1")))
        let lines = person.lines.filter { $0.hasPrefix("✗") }
        #expect(lines.count == 1 && lines.first?.contains("B") == true)
        #expect(lines.first?.hasSuffix(word) == true)
        person.state.shell.symbols = .ascii
        #expect(person.lines.contains { $0.hasPrefix("x") })
        // The name of the device that changed the bookmark takes precedence at the end of the row.
        person.receive(.edited, Person.row(1, "B"))
        #expect(!person.screen.contains("broken"))
        person.send(.links(found(.unsure("late"), "1")))
        #expect(!person.lines.contains { $0.hasPrefix("x") })
    }

    @Test func detailsShowTheStateOfTheLinkAndTheOpens() {
        var person = Person(["A"])
        person.press("l")
        _ = person.takeEffects()
        let bookmark = Bookmark(id: "0", name: "A", url: url, added: 0)
        person.send(.details(bookmark))
        #expect(!person.screen.contains("Link"))
        let link = LinkState(.moved(to: "https://b.example/"), checked: 0)
        person.send(.details(bookmark, here: KnownHere(link: link)))
        #expect(person.screen.contains("moved to https://b.example/; checked 1970-01-01"))
        #expect(!person.screen.contains("Opened"))
        person.send(.details(bookmark, here: KnownHere(opens: 1200, opened: 86_400)))
        #expect(person.screen.contains("Opened    1,200 times, the last 1970-01-02"))
        person.press("L")
        person.send(.checked(LinkProgress(total: 1), .finished))
        #expect(person.takeEffects() == [.checkLinks(ids: ["0"]), .loadDetails(id: "0")])
    }

    @Test func keyAOpensTheArchivedPage() {
        var person = Person(["A", "B"])
        person.press("j", "A")
        #expect(person.takeEffects() == [.open(ids: ["1"], isArchived: true)])
    }
}

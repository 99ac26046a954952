import Bookmarks
import BookmarksUI
import Screen
import Testing

/// An import that is started from the list.
@Suite struct ImportTests {
    private let firefox = FoundBrowser(browser: "Firefox", profile: "one", path: "/f/one/places")
    private let second = FoundBrowser(browser: "Firefox", profile: "two", path: "/f/two/places")
    private let chrome = FoundBrowser(browser: "Chrome", profile: "Default", path: "/c/Bookmarks")

    /// A person who pressed `i`, and sees the choices.
    private func asking(
        _ names: [String] = ["A"], browsers: [FoundBrowser] = [], files: [String] = []
    ) -> Person {
        var person = Person(names)
        person.press("i")
        #expect(person.takeEffects() == [.lookForBrowsers, .listFolder("")])
        person.send(.browsers(browsers))
        person.send(.folderListed("", files))
        return person
    }

    /// A person whose import runs.
    private func importing(_ names: [String] = ["A"]) -> Person {
        var person = asking(names)
        person.type("x.html")
        person.press("Enter")
        _ = person.takeEffects()
        return person
    }

    @Test func importPromptImportsAFile() {
        var person = asking()
        person.type(" ~/my links/x.html ")
        _ = person.takeEffects()
        #expect(person.messageLine.hasPrefix(" Import a file, a URL or browsers:  ~/my"))
        person.press("Enter")
        #expect(person.effects == [.importFrom("~/my links/x.html", name: "x.html")])
        #expect(person.state.shell.context == .list && person.lines[0].contains("reading"))
    }

    @Test func importingAURLListsNoFolder() {
        var person = asking()
        person.paste("https://a.example/links/x.json")
        person.press("Enter")
        let url = "https://a.example/links/x.json"
        #expect(person.effects == [.importFrom(url, name: url)])
    }

    @Test func pathsAreCompleted() {
        var person = asking(files: ["Downloads/", "links.html", ".hidden"])
        person.type("dow")
        #expect(person.messageLine.hasSuffix(": downloads/"))
        person.press("Tab")
        #expect(person.takeEffects() == [.listFolder("Downloads/")])
        // Entries of another folder are not suggested here.
        person.send(.folderListed("", ["links.html"]))
        person.press("Tab")
        #expect(person.messageLine.hasSuffix(": Downloads/"))
        person.send(.folderListed("Downloads/", ["a.html", "b.html"]))
        person.type("b")
        person.press("Tab", "Enter")
        #expect(person.effects == [.importFrom("Downloads/b.html", name: "b.html")])
    }

    @Test func onlyBrowserFoundIsImported() {
        var person = asking(browsers: [chrome])
        person.type("BR")
        person.press("Tab", "Enter")
        #expect(person.effects == [.importFrom(chrome.path, name: "Chrome")])
    }

    @Test func importFromSeveralBrowsersAsksForOne() {
        var person = asking(browsers: [firefox, second, chrome])
        person.type("browsers")
        person.press("Enter")
        #expect(person.said == "There are several; type one: firefox one, firefox two, chrome")
        #expect(person.state.shell.context == .prompt && person.effects.isEmpty)
        person.press("Down", "Tab", "Enter")
        #expect(person.effects == [.importFrom(second.path, name: "firefox two")])
    }

    @Test func importWithoutABrowserSaysSo() {
        var person = asking()
        person.type("browsers")
        person.press("Enter")
        #expect(person.said?.hasPrefix("No browser with bookmarks was found") == true)
        #expect(person.effects.isEmpty && person.state.shell.context == .prompt)
        // The abandoned text is gone.
        person.press("Esc", "i")
        #expect(person.messageLine.hasSuffix("browsers:"))
        var early = Person(["A"])
        early.press("i")
        early.type("browsers")
        early.press("Enter")
        #expect(early.said == "Still looking for browsers…")
    }

    @Test func emptyImportPromptAsksForASource() {
        var person = asking()
        person.press("Enter")
        #expect(person.said == "Type a file, a URL or the word browsers")
        person.press("Esc")
        #expect(person.state.shell.context == .list && person.effects.isEmpty)
    }

    @Test func titleShowsTheProgressOfTheImport() {
        var person = importing()
        person.send(.importing(.fetching(bytes: 2 << 20, of: nil)))
        #expect(person.lines[0].contains("fetching 2 MiB") && !person.lines[0].contains(" of "))
        person.send(.importing(.fetching(bytes: 2 << 20, of: 5 << 20)))
        #expect(person.lines[0].contains("fetching 2 MiB of 5 MiB"))
        person.send(.importing(.waiting))
        #expect(person.lines[0].contains("waiting for another import"))
        person.send(.importing(.storing(done: 500, of: 12_000)))
        #expect(person.lines[0].contains("importing 500/12,000"))
        person.press("j", "a")
        #expect(person.state.shell.context == .form, "other actions must work during an import")
        #expect(person.lines[0].contains("Add a bookmark  importing 500/12,000"))
        person.resize(40, 12)
        #expect(person.lines[0].hasPrefix(" Add a bookmark"))
    }

    @Test(arguments: ["i", "Esc"]) func runningImportCanBeStopped(_ key: String) {
        var person = importing()
        person.press(key)
        #expect(person.takeEffects() == [.stopImport] && person.said == "Stopping the import…")
        person.send(
            .imported(ImportEnd(summary: "x.html: 500 added", isAnything: true, isStopped: true)))
        #expect(person.messageLine == " Stopped. x.html: 500 added   u undo")
        #expect(!person.lines[0].contains("reading"))
        // A late report is ignored.
        person.send(.importing(.reading))
        #expect(person.state.activities.imports.progress == nil)
    }

    @Test func messagesListWhatFailedToImport() {
        var person = importing()
        let why = "x.html:9: A URL begins with its scheme"
        person.send(
            .imported(ImportEnd(summary: "x.html: 1 failed", details: [why], isAnything: true)))
        #expect(person.said == "x.html: 1 failed; M to see details")
        #expect(person.state.shell.shownMessage?.level == .warning)
        person.press("M")
        #expect(person.screen.contains(why))
    }

    @Test func unreadableFileIsAnError() {
        var person = importing()
        person.send(.imported(ImportEnd(summary: "x.html: it cannot be read")))
        #expect(person.state.shell.shownMessage?.level == .error)
        #expect(person.said == "x.html: it cannot be read")
        #expect(person.lines.contains(" ! x.html: it cannot be read"))
    }

    @Test func unreadablePathIsOfferedForCorrection() {
        let failed = Event.imported(ImportEnd(summary: "It cannot be read"))
        var person = asking()
        person.type("Downloads/x.htm")
        person.press("Enter")
        _ = person.takeEffects()
        person.send(failed)
        #expect(person.messageLine == " Import a file, a URL or browsers: Downloads/x.htm")
        #expect(person.takeEffects() == [.lookForBrowsers, .listFolder("Downloads/")])
        person.type("l")
        person.press("Enter")
        #expect(person.takeEffects().last == .importFrom("Downloads/x.html", name: "x.html"))
        // A person who went on to another task is not interrupted. The next import offers the same
        // file.
        person.press("j")
        person.send(failed)
        #expect(person.state.shell.context == .list)
        person.press("i")
        #expect(person.messageLine.hasSuffix(": Downloads/x.html"))
        person.press("Esc", "i")
        #expect(person.messageLine.hasSuffix("browsers:"))
    }

    @Test func hiddenFilesAreSuggestedOnlyAfterADot() {
        var person = asking(files: ["Downloads/", "links.html", ".config/", ".links.html"])
        person.press("Tab", "Down", "Down", "Down")
        #expect(person.messageLine.hasSuffix("browsers: links.html"))
        person.type(".")
        #expect(person.messageLine.hasSuffix("browsers: .config/"))
        person.press("Down", "Down")
        #expect(person.messageLine.hasSuffix("browsers: .links.html"))
        person.press("Up", "Tab")
        person.send(.folderListed(".config/", [".git/", "a.html"]))
        #expect(person.messageLine.hasSuffix("browsers: .config/a.html"))
    }

    @Test func firstImportSelectsTheTopOfTheList() {
        var person = importing([])
        person.list.apply([.upsert(Person.row(1, "B"))])
        person.send(.listChanged)
        person.list.apply([.upsert(Person.row(0, "A"))])
        person.send(.listChanged)
        person.send(.imported(ImportEnd(summary: "2 added", isAnything: true, isSuccess: true)))
        #expect(person.selectedName == "A")
    }

    /// A step has the bookmarks in the order of the file, whose last ones may come first here.
    @Test func redoneImportSelectsTheTopmostBookmark() {
        var person = Person(Person.names(60))
        let ids = (20..<60).reversed().map(String.init)
        person.send(.outcome(.reversed(what: "Imported x.html", ids: ids, isUndo: false)))
        #expect(person.said == "Redone: Imported x.html")
        #expect(person.selectedName == "Name 020")
        // The filter hides all but one.
        person.press("/")
        person.type("040")
        person.press("Enter")
        person.send(.outcome(.reversed(what: "Imported x.html", ids: ids, isUndo: true)))
        #expect(person.selectedName == "Name 040" && person.said == "Undone: Imported x.html")
    }

    @Test func emptyLibraryOffersImports() {
        var person = Person()
        #expect(person.screen.contains("i  Import a file or a URL"))
        person.send(.browsers([firefox, second, chrome]))
        #expect(person.screen.contains("2  Import Firefox two\n"))
        #expect(person.screen.contains("0  Import all 3"))
        person.press("i")
        #expect(person.messageLine.hasSuffix("browsers: browsers"))
        person.press("Tab", "Enter")
        #expect(person.said?.hasPrefix("There are several") == true)
    }

    @Test(arguments: [(40, 12), (30, 12)]) func importOfferFitsSmallScreens(
        _ columns: Int, _ rows: Int
    ) {
        var person = Person([], columns: columns, rows: rows)
        person.send(.browsers([firefox]))
        #expect(person.screen.contains("1  Import Firefox\n"))
        #expect(!person.screen.contains("…"))
    }
}

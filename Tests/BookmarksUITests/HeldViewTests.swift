import Bookmarks
import BookmarksUI
import Documents
import KeyValueStore
import Testing

/// The decision about held deletions, which undo does not cover.
@Suite struct HeldViewTests {
    /// A person on the page of held deletions.
    private func person(holding count: Int) -> Person {
        var person = Person(["A"])
        person.state.shell.undoOffer.next = NextUndo(step: 1)
        person.send(.sync(SyncState(phase: .held(deletions: count, of: 90))))
        person.press("R")
        _ = person.takeEffects()
        return person
    }

    @Test func acceptingHeldDeletionsAsksFirst() {
        var person = person(holding: 40)
        person.press("a")
        #expect(person.messageLine == " Delete 40 bookmarks here too? [y/N]")
        person.press("n")
        #expect(person.takeEffects().isEmpty)
        #expect(person.state.shell.context == .held)
        person.press("a", "y")
        #expect(person.takeEffects() == [.send(DecideHeld(isRestoring: false))])
        #expect(person.state.shell.context == .list)
    }

    /// The bookmarks can be looked at one by one, as in the list.
    @Test(arguments: [(80, 24), (40, 12)]) func heldDeletionsCanBeViewedOneByOne(
        _ columns: Int, _ rows: Int
    ) {
        var person = person(holding: 3)
        let held = ["X", "Y", "Z"].enumerated().map { Person.row(50 + $0.offset, $0.element) }
        person.send(.answer(HeldBookmarks(held), to: HeldRequest()))
        person.resize(columns, rows)
        #expect(person.screen.contains("Other devices deleted 3 of 90"))
        #expect(person.screen.contains(" > X"))
        person.press("j", "l")
        #expect(person.takeEffects() == [.loadDetails(id: "51")])
        person.press("j")
        #expect(person.takeEffects() == [.loadDetails(id: "52")])
        person.press("p", "p", "p")
        #expect(person.said == "This is the first one")
        person.press("q")
        #expect(person.state.shell.context == .held && person.screen.contains(" > X"))
        _ = person.takeEffects()
        person.press("y")
        #expect(person.takeEffects() == [.copy(ids: ["50"])])
    }

    /// The keys act on the bookmark of a document.
    @Test func heldDocumentsAreBelowTheBookmarks() throws {
        var person = Person(["A"], columns: 120)
        person.send(
            .sync(SyncState(phase: .held(deletions: 14, of: 90), heldDocuments: 2)))
        let what = "12 of 90 bookmarks and 2 documents"
        #expect(person.said == "Other devices deleted \(what). They are still here; R to decide")
        person.press("S")
        #expect(person.screen.contains("deletions of \(what) wait"))
        person.press("q", "R")
        _ = person.takeEffects()
        let files = ["a.pdf", "b.pdf"].map { name in
            HeldDocument(
                Document(
                    id: name, bookmark: "7", kind: .file, name: name, mediaType: "application/pdf",
                    added: 0,
                    head: DocumentVersion(
                        content: ChunkName(of: []), length: 0, made: 0, device: "desk")),
                ofBookmark: "Plans")
        }
        person.send(
            .answer(
                HeldBookmarks([Person.row(50, "X")], documents: files), to: HeldRequest()))
        #expect(person.screen.contains("Other devices deleted \(what)."))
        #expect(person.screen.contains("file of “Plans”"))
        person.press("G", "y")
        #expect(person.takeEffects() == [.copy(ids: ["7"])])
        person.press("a")
        #expect(
            person.messageLine.contains("Delete 12 bookmarks and 2 documents here too? [y/N]"))
        person.press("n", "r")
        #expect(person.said == "Restoring 12 bookmarks and 2 documents on all devices…")
    }

    @Test func deletionsOfDocumentsAloneAreNamedSo() {
        var person = Person(["A"], columns: 120)
        person.send(
            .sync(
                SyncState(
                    phase: .held(deletions: 64, of: 29), goneBefore: 3, heldDocuments: 64)))
        #expect(
            person.said
                == "Other devices deleted 64 documents, which are still here; 3 more are already "
                + "gone here too; R to decide, or to restore all of them")
        person.press("R")
        person.send(.answer(HeldBookmarks([], earlier: 3), to: HeldRequest()))
        person.press("r")
        #expect(person.said == "Restoring 67 bookmarks and documents on all devices…")
    }

    /// A yes applies only to the number in the question.
    @Test func acceptingAsksAgainIfMoreDeletionsArrived() {
        var person = person(holding: 40)
        person.press("a")
        person.send(.sync(SyncState(phase: .held(deletions: 50, of: 90))))
        _ = person.takeEffects()
        person.press("y")
        #expect(person.takeEffects().isEmpty)
        #expect(person.messageLine == " Delete 50 bookmarks here too? [y/N]")
        person.press("y")
        #expect(person.takeEffects() == [.send(DecideHeld(isRestoring: false))])
    }

    @Test func acceptingDeletionsThatNoLongerWaitDeletesNoBookmark() {
        var person = person(holding: 40)
        person.press("a")
        person.send(.sync(SyncState()))
        _ = person.takeEffects()
        person.press("y")
        #expect(person.takeEffects().isEmpty)
        #expect(person.said == "No deletions are waiting")
    }

    @Test(arguments: [
        (["a", "y"], "accepted deletions; D to see them in the trash, u"),
        (["r"], "keeping deleted bookmarks; u"),
    ]) func undoDoesNotCoverADecisionAboutHeldDeletions(_ keys: [String], _ what: String) {
        var person = person(holding: 40)
        for key in keys { person.press(key) }
        _ = person.takeEffects()
        person.send(.sync(SyncState()))
        #expect(!person.screen.contains("u undo"), "\(person.screen)")
        person.press("u")
        #expect(person.takeEffects().isEmpty)
        #expect(person.said == "Undo does not cover \(what) to undo the latest edit here")
        // The person knows now what undo would take back.
        person.press("u")
        #expect(person.takeEffects() == [.undo])
    }

    /// If no bookmarks are left, the screen offers the trash, and not undo.
    @Test func listEmptiedByADecisionOffersTheTrashWithoutUndo() {
        var person = person(holding: 1)
        person.press("a", "y")
        person.list.apply([.remove(id: "0")])
        person.send(.sync(SyncState()))
        person.send(.listChanged)
        #expect(person.screen.contains("Press D to restore deleted bookmarks."))
        #expect(!person.screen.contains("u undo"), "\(person.screen)")
    }

    /// Undo takes back an edit that was made after the decision.
    @Test func undoIsOfferedForAnEditAfterTheDecision() {
        var person = person(holding: 40)
        person.press("a", "y")
        person.send(.sync(SyncState()))
        person.state.shell.undoOffer.next = NextUndo(step: 2)
        #expect(person.screen.contains("u undo"))
        _ = person.takeEffects()
        person.press("u")
        #expect(person.takeEffects() == [.undo])
    }

    @Test func failedDecisionLeavesUndoAvailable() {
        var person = person(holding: 40)
        person.press("a", "y")
        person.send(.outcome(.failed("The disk is full")))
        _ = person.takeEffects()
        person.press("u")
        #expect(person.takeEffects() == [.undo])
    }

    /// The decision goes on when, for example, no browser can open a page.
    @Test func failureOfAnotherEffectKeepsTheDecision() {
        var person = person(holding: 40)
        person.resize(120, 24)
        person.press("r")
        person.send(.sync(SyncState(unsent: 30)))
        person.send(.outcome(.failed("No browser could be started.")))
        #expect(person.screen.contains("restoring 10/40"), "\(person.screen)")
        _ = person.takeEffects()
        person.press("u")
        #expect(person.takeEffects().isEmpty)
        person.send(.sync(SyncState()))
        let end = "Kept 40 bookmarks; the other devices get them back when they sync"
        #expect(person.state.shell.log.last?.text == end)
    }

    // MARK: Deletions in browsers

    private static let held = ["X", "Y"].enumerated().map { Person.row(50 + $0.offset, $0.element) }
    private static let request = HeldRequest(isOfBrowsers: true)

    private func personWithBrowser(_ phase: SyncState.Phase = .idle) -> Person {
        var person = Person(["A"])
        var sync = SyncState(phase: phase)
        person.send(.sync(sync))
        sync.browserDeletions = 2
        person.send(.sync(sync))
        _ = person.takeEffects()
        return person
    }

    @Test func browserDeletionsShowInTheTitleAndInAMessage() {
        let person = personWithBrowser()
        #expect(person.screen.contains("2 deletions waiting"), "\(person.screen)")
        #expect(
            person.said
                == "A browser deleted 2 bookmarks at once. They are still here; R to decide")
    }

    @Test func pageOfHeldDeletionsShowsBrowserDeletions() {
        var person = personWithBrowser()
        person.press("R")
        #expect(person.takeEffects() == [.send(Self.request)])
        person.send(
            .answer(
                HeldBookmarks(Self.held, browsers: ["floccus, bookmarks.xbel"]), to: Self.request))
        #expect(
            person.screen.contains(
                "A browser (floccus, bookmarks.xbel) deleted 2 bookmarks at once."),
            "\(person.screen)")
        #expect(person.screen.contains(" > X") && person.screen.contains("r to keep"))
    }

    @Test(arguments: [(["a", "y"], false), (["r"], true)])
    func sameKeysDecideAboutBrowserDeletions(_ keys: [String], _ isKeeping: Bool) {
        var person = personWithBrowser()
        person.press("R")
        person.send(.answer(HeldBookmarks(Self.held, browsers: ["x"]), to: Self.request))
        _ = person.takeEffects()
        for key in keys { person.press(key) }
        let edit = DecideBrowserDeletions(ids: ["50", "51"], isKeeping: isKeeping)
        #expect(person.takeEffects() == [.send(edit)])
        #expect(person.state.shell.context == .list)
        person.send(.sync(SyncState()))
        #expect(!person.screen.contains("waiting"), "\(person.screen)")
    }

    @Test func decliningLeavesBrowserDeletionsWaiting() {
        var person = personWithBrowser()
        person.press("R")
        person.send(.answer(HeldBookmarks(Self.held, browsers: ["x"]), to: Self.request))
        _ = person.takeEffects()
        person.press("a")
        #expect(person.messageLine == " Delete 2 bookmarks here too? [y/N]")
        person.press("n")
        #expect(person.takeEffects().isEmpty && person.state.shell.context == .held)
    }

    /// Deletions from other devices are decided before those from browsers.
    @Test func heldDeletionsOfDevicesComeBeforeThoseOfBrowsers() {
        var person = personWithBrowser(.held(deletions: 40, of: 90))
        person.press("R")
        #expect(person.takeEffects() == [.send(HeldRequest())])
    }

    @Test func statusShowsBrowserDeletions() {
        var person = personWithBrowser()
        person.press("S")
        #expect(
            person.screen.contains("Browsers       deletions of 2 bookmarks wait; R to decide"),
            "\(person.screen)")
    }
}

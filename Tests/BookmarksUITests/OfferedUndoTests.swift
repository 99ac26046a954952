import Bookmarks
import BookmarksUI
import Testing

/// A message that offers undo describes what the next undo takes back, as long as it shows.
@Suite struct OfferedUndoTests {
    private let imported = Event.imported(
        ImportEnd(summary: "x.html: 2 added", isAnything: true, isSuccess: true))
    private let saved = Event.outcome(.searchesChanged(.save("#a", as: "a")))

    @Test func undoCoversAnImportAfterASavedSearch() {
        var person = Person(["A", "B"])
        person.send(saved)
        person.send(imported)
        #expect(person.messageLine == " x.html: 2 added   u undo")
        person.press("u")
        #expect(person.takeEffects() == [.undo])
    }

    /// Opening and copying change nothing, so the saved search is still the latest change.
    @Test(arguments: [
        ActionOutcome.opened(names: ["A"]), .copied(urls: ["u"]), .answered("So already"),
        .deletedForever(count: 1), .failed("No"),
    ]) func savedSearchStaysTheLatestChangeAfterActionsWithoutAnEdit(_ outcome: ActionOutcome) {
        var person = Person(["A"])
        person.send(saved)
        person.send(.outcome(outcome))
        person.press("u")
        #expect(!person.takeEffects().contains(.undo))
    }

    /// An older edit must not be taken for the deletion.
    @Test func undoAfterADeletionForeverSaysWhatItCovers() {
        var person = Person(["A"])
        person.state.shell.undoOffer.next = NextUndo(step: 1)
        person.send(.outcome(.deletedForever(count: 1)))
        person.press("u")
        #expect(person.takeEffects().isEmpty)
        #expect(
            person.said
                == "Undo does not cover what was deleted forever; u to undo the edit before it"
        )
        person.press("u")
        #expect(person.takeEffects() == [.undo])
    }

    @Test func errorThatStaysOffersNoUndoOfAnImport() {
        var person = Person(["A"])
        person.send(.message(.error, "The disk is full"))
        person.send(imported)
        #expect(person.messageLine.contains("The disk is full"))
        #expect(!person.messageLine.contains("undo"))
    }

    /// A deletion that is made during an import is undone first.
    @Test func undoOfAnImportIsOfferedOnlyIfItIsTheNextStep() {
        var person = Person(["A"])
        for (next, isOffered) in [(7, true), (8, false)] as [(Int64, Bool)] {
            person.state.shell.undoOffer.next = NextUndo(step: next)
            person.send(
                .imported(
                    ImportEnd(summary: "2 added", isAnything: true, isSuccess: true, step: 7)))
            #expect(person.messageLine.contains("u undo") == isOffered)
        }
    }

    /// `cloudy undo` in a shell may have taken back the step that a message offers to undo.
    @Test func stepUndoneElsewhereIsNoLongerOffered() {
        var person = Person(["A"])
        person.state.shell.undoOffer.next = NextUndo(step: 2)
        person.send(.outcome(.deleted(id: "x", name: "X")))
        #expect(person.messageLine == " Deleted “X”   u undo")
        person.state.shell.undoOffer.next = NextUndo(step: 1)
        #expect(person.messageLine == " Deleted “X”")
    }

    /// A value that another device typed, too, is saved without an edit.
    @Test func saveWithoutAnEditOffersNoUndo() {
        var person = Person(["A"])
        person.state.shell.undoOffer.next = NextUndo(step: 4)
        person.state.shell.undoOffer.spokenStep = 0
        person.send(.outcome(.edited(id: "0", name: "A")))
        #expect(person.messageLine == " Saved “A”")
        person.state.shell.undoOffer.spokenStep = 4
        person.send(.outcome(.edited(id: "0", name: "A")))
        #expect(person.messageLine == " Saved “A”   u undo")
    }

    /// After a saved search, u takes back a later edit of this list, but not one from another
    /// terminal.
    @Test(arguments: [true, false])
    func undoAfterASavedSearchCoversOnlyEditsOfThisList(_ isOwn: Bool) {
        var person = Person(["A"])
        person.state.shell.undoOffer.next = NextUndo(step: 1, isOwn: false)
        person.send(saved)
        person.state.shell.undoOffer.next = NextUndo(step: 2, isOwn: isOwn)
        person.press("u")
        #expect(person.takeEffects() == (isOwn ? [.undo] : []))
    }

    @Test func stoppedUndoOrRedoOffersToContinue() {
        var person = Person(["A"])
        person.send(.outcome(.halted(what: "Stopped", isUndo: true)))
        #expect(person.messageLine == " Stopped   u undo")
        person.send(.outcome(.halted(what: "Stopped", isUndo: false)))
        #expect(person.messageLine == " Stopped   Ctrl-R redo")
        person.send(.outcome(.joined(isUndoable: false)))
        #expect(person.messageLine == " Joined the cloud")
    }

    /// Another device may restore all that was deleted here.
    @Test(arguments: [
        ActionOutcome.changed(what: "Deleted 3 bookmarks", ids: ["0", "1", "2"]),
        .restored(ids: ["0", "1", "2"], name: "A"),
    ]) func messageAboutSeveralBookmarksGoesWhenOneOfThemChanges(_ outcome: ActionOutcome) {
        var person = Person(["A", "B", "C"])
        person.send(.outcome(outcome))
        #expect(person.messageLine.contains("u undo"))
        person.receive(.added, Person.row(1, "B"))
        #expect(!person.screen.contains("u undo"))
    }
}

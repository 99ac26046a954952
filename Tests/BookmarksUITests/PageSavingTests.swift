import Bookmarks
import BookmarksUI
import KeyValueStore
import Testing

/// The saving of pages in the list: its keys, its progress and its reports.
struct PageSavingTests {
    @Test func titleShowsTheProgressOfSavingAndAKeyStopsIt() {
        var person = Person(["A", "B", "C"])
        person.press("*", "P")
        let save = SavePages(ids: ["0", "1", "2"])
        #expect(person.takeEffects() == [.send(save)])
        var progress = SaveProgress(total: 3)
        progress.done = 1
        person.send(.answer(.progress(progress), to: save))
        #expect(person.screen.contains("saving 1/3"))
        person.press("P")
        #expect(person.takeEffects() == [.stop(SavePages.self)])
        person.send(
            .answer(.ended(SaveEnd(ids: ["0"], total: 3, isStopped: true, step: 1)), to: save))
        #expect(person.said == "Stopped. Saved 1 of 3 pages")
        #expect(!person.screen.contains("saving"))
    }

    @Test func titleShowsHowMuchOfAPageHasArrived() {
        var person = Person(["A", "B"])
        person.press("P")
        let save = SavePages(ids: ["0"])
        var progress = SaveProgress(total: 1)
        let titles: [(received: Int, size: Int?, words: String)] = [
            (3 << 20, 20 << 20, "saving 0/1, 3 of 20 MiB  "),
            (9 << 10, 20 << 20, "saving 0/1, 9 KiB of 20 MiB  "),
            (9 << 10, nil, "saving 0/1, 9 KiB  "), (9 << 10, 8 << 10, "saving 0/1, 9 KiB  "),
        ]
        for (received, size, words) in titles {
            (progress.received, progress.size) = (received, size)
            person.send(.answer(.progress(progress), to: save))
            #expect(person.lines[0].contains(words), "\(person.lines[0])")
        }
        // Several pages have their bytes together.
        var several = SaveProgress(total: 3)
        (several.done, several.received) = (1, 5 << 20)
        person.send(.answer(.progress(several), to: save))
        #expect(person.lines[0].contains("saving 1/1, 5 MiB  "), "\(person.lines[0])")
        // Nothing is saved yet, so undo takes back the edit before.
        #expect(save.edit(at: .progress(progress)) == nil)
        person.send(.answer(.progress(SaveProgress(total: 1)), to: save))
        #expect(person.lines[0].contains("saving 0/1  "))
    }

    /// Saved pages are documents as they arrive, so undo waits for the others.
    @Test func undoWaitsForAllPages() {
        let save = SavePages(ids: ["0", "1"])
        var progress = SaveProgress(total: 2)
        progress.done = 1
        #expect(save.edit(at: .progress(progress)) == .begun)
        var person = Person(["A", "B"])
        person.press("*", "P")
        let isPromised = person.state.acceptReversal(isUndo: true)
        #expect(isPromised && person.said == "Undo starts when this is done: saving 0/2")
    }

    /// A page that waits already is not saved twice: the same key takes it out of the queue.
    @Test func keyTakesAWaitingPageOutOfTheQueue() {
        var person = Person(["A", "B", "C"])
        person.press("P", "j", "P")
        #expect(person.lines[0].contains("saving 0/1, 1 next"), "\(person.lines[0])")
        person.press("P")
        #expect(person.said == "The page of “B” will not be saved")
        #expect(person.lines[0].contains("saving 0/1  "), "\(person.lines[0])")
        // With other pages, one that is being saved or that waits is not put in once more.
        person.press("P", "*", "P")
        #expect(person.lines[0].contains("saving 0/1, 2 next"), "\(person.lines[0])")
        #expect(person.said == "The pages of 3 bookmarks will be saved next; P to cancel")
        // The same key on all of them cannot stop the one in progress.
        person.press("P")
        #expect(person.said == "2 pages will not be saved; the others are being saved")
        #expect(person.lines[0].contains("saving 0/1  "), "\(person.lines[0])")
        person.press("P")
        _ = person.takeEffects()
        person.send(
            .answer(.ended(SaveEnd(ids: ["0"], total: 1, step: 1)), to: SavePages(ids: ["0"])))
        #expect(person.takeEffects().contains(.send(SavePages(ids: ["1", "2"]))))
    }

    /// The pages would be lost without a word.
    @Test func quittingAsksWhilePagesAreSaved() {
        var person = Person(["A", "B", "C"])
        person.press("P", "j", "P", "q")
        #expect(person.messageLine == " Quit without saving 2 pages? [y/N]")
        person.press("n")
        #expect(!person.takeEffects().contains(.quit))
        #expect(person.lines[0].contains("saving 0/1, 1 next"), "\(person.lines[0])")
        person.press("P", "q")
        #expect(person.messageLine == " Quit without saving 1 page? [y/N]")
        person.press("n", "Ctrl-C")
        #expect(person.messageLine == " Quit without saving 1 page? [y/N]")
        person.press("y")
        #expect(person.takeEffects() == [.quit])
    }

    @Test func quittingAsksForTextFirstAndNotForStoppedPages() {
        var person = Person(["A"])
        person.press("P", "a")
        person.type("x")
        person.press("Ctrl-C", "y")
        #expect(person.messageLine == " Quit without saving 1 page? [y/N]")
        person.press("n", "P")
        #expect(!person.takeEffects().contains(.quit))
        person.press("q")
        #expect(person.takeEffects() == [.quit])
    }

    @Test func airplaneModeStopsTheSaving() {
        var person = Person(["A", "B"])
        person.press("*", "P")
        _ = person.takeEffects()
        person.send(.sync(SyncState(phase: .offline)))
        #expect(person.takeEffects().contains(.stop(SavePages.self)))
        var end = SaveEnd(ids: ["0"], total: 2, step: 1)
        end.isStopped = true
        person.send(.answer(.ended(end), to: SavePages(ids: ["0", "1"])))
        #expect(person.said == "Stopped. Saved 1 of 2 pages")
    }

    @Test func emptiedQueueSavesNothing() {
        var person = Person(["A", "B"])
        person.press("P", "j", "P", "P")
        _ = person.takeEffects()
        person.send(
            .answer(.ended(SaveEnd(ids: ["0"], total: 1, step: 1)), to: SavePages(ids: ["0"])))
        let isSaving = person.takeEffects().contains { effect in
            guard case .request(let asked) = effect else { return false }
            return asked.request is SavePages
        }
        #expect(!isSaving && !person.lines[0].contains("saving"))
    }

    @Test func pagesAreNotSavedInAirplaneMode() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .offline, device: "laptop")))
        person.press("P")
        #expect(person.effects.isEmpty)
        #expect(person.said == "Airplane mode is on, so the web is not contacted")
    }

    @Test func pagesOfAddedBookmarksAreSavedInTurn() {
        var person = Person(["A"])
        person.state.activities.saving.savesAdded = true
        person.send(.outcome(.added(id: "0", name: "A")))
        #expect(person.takeEffects() == [.send(SavePages(ids: ["0"]))])
        person.send(.outcome(.added(id: "1", name: "B")))
        person.send(.outcome(.added(id: "2", name: "C")))
        #expect(person.takeEffects().isEmpty)
        let first = SavePages(ids: ["0"])
        person.send(.answer(.ended(SaveEnd(ids: ["0"], total: 1, step: 1)), to: first))
        #expect(person.takeEffects() == [.send(SavePages(ids: ["1", "2"]))])
        #expect(person.said == "Added “C”")
        person.send(
            .answer(
                .ended(SaveEnd(ids: [], total: 1, problem: "404 Not Found")),
                to: SavePages(ids: ["1", "2"])))
        #expect(person.said == "The page was not saved: 404 Not Found")
    }

    @Test func logNamesEachPageThatWasNotSaved() {
        var person = Person(["A", "B", "C"], columns: 120)
        let save = SavePages(ids: ["0", "1", "2"])
        let failures = [
            SaveEnd.Failure(id: "0", reason: "the server answered 404 Not Found"),
            SaveEnd.Failure(id: "2", reason: "it is too large"),
        ]
        person.send(
            .answer(
                .ended(
                    SaveEnd(
                        ids: ["1"], total: 3, problem: failures[0].reason, failures: failures)),
                to: save))
        #expect(
            person.said
                == "Saved 1 of 3 pages: the server answered 404 Not Found; M to see which failed")
        #expect(
            person.state.shell.log.suffix(3).map(\.text).prefix(2) == [
                "The page of “A” was not saved: the server answered 404 Not Found",
                "The page of “C” was not saved: it is too large",
            ])
    }

    @Test func secondPageIsSavedAfterTheFirst() {
        var person = Person(["A", "B"])
        person.press("P", "j", "P")
        #expect(person.takeEffects() == [.send(SavePages(ids: ["0"]))])
        #expect(person.said == "The page of “B” will be saved next; P to cancel")
        person.send(
            .answer(.ended(SaveEnd(ids: ["0"], total: 1, step: 1)), to: SavePages(ids: ["0"])))
        #expect(person.takeEffects() == [.send(SavePages(ids: ["1"]))])
        person.send(
            .answer(.ended(SaveEnd(ids: ["1"], total: 1, step: 2)), to: SavePages(ids: ["1"])))
        #expect(person.said == "Saved the page of “B”; r to read it")
    }

    @Test func stoppedSaveReportsItsEnd() {
        var person = Person(["A"])
        person.state.activities.saving.savesAdded = true
        person.send(.outcome(.added(id: "0", name: "A")))
        person.press("P")
        #expect(person.takeEffects().contains(.stop(SavePages.self)))
        let end = SaveEnd(ids: [], total: 1, isStopped: true, step: 0)
        person.send(.answer(.ended(end), to: SavePages(ids: ["0"])))
        #expect(person.said == "Stopped. Saved 0 of 1 page")
    }
}

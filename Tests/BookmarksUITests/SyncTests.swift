import Bookmarks
import BookmarksUI
import KeyValueStore
import Testing

@Suite struct SyncTests {
    @Test(arguments: [
        (SyncState(device: "laptop"), "● synced · laptop"),
        (SyncState(unsent: 3, device: "laptop"), "● online · 3 unsent · laptop"),
        (SyncState(phase: .offline, device: "laptop"), "○ offline · laptop"),
        (SyncState(phase: .offline, unsent: 1_234, device: "x"), "○ offline · 1,234 unsent · x"),
        (SyncState(phase: .unreachable("why"), device: "x"), "! unreachable · x"),
        (
            SyncState(phase: .unreachable("why"), unsent: 2, device: "x", lacksRoom: true),
            "! cloud has no room · 2 unsent · x"
        ),
        (SyncState(phase: .refused("why"), unsent: 1, device: "x"), "! refused · 1 unsent · x"),
        (SyncState(phase: .held(deletions: 40, of: 90), device: "x"), "! 40 deletions held · x"),
        (
            SyncState(phase: .locked(isReplaced: false), unsent: 2, device: "x"),
            "! sealed, no key · 2 unsent · x"
        ),
        (SyncState(phase: .locked(isReplaced: true), device: "x"), "! sealed anew · x"),
        (SyncState(unsent: 2, device: "x", quotaExceeded: true), "! account full · 2 unsent · x"),
        (SyncState(device: "laptop", account: "work"), "● synced · laptop · work"),
    ]) func theTitleTellsHowSyncingGoes(_ sync: SyncState, _ text: String) {
        var person = Person(["A"])
        person.send(.sync(sync))
        let title = person.screen.split(separator: "\n")[0]
        #expect(title.hasSuffix("  " + text))
    }

    @Test func withoutUTF8TheTitleIsPlain() {
        let person = Person(["A"], symbols: .ascii)
        #expect(person.screen.split(separator: "\n")[0].hasSuffix("* synced - laptop"))
        #expect(person.screen.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func whatMattersIsSaidOnce() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .unreachable("connection refused"))))
        #expect(
            person.said
                == "Nothing can be synced now: connection refused. What you saved is safe here and "
                + "is sent later; R tries now")
        person.send(.sync(SyncState(phase: .unreachable("still refused"))))
        person.send(.sync(SyncState(phase: .unreachable("still refused"), unsent: 1)))
        #expect(person.state.log.count == 1)
        person.send(.sync(SyncState(phase: .refused("it was revoked"))))
        #expect(person.said?.hasPrefix("Nothing can be synced now: it was revoked.") == true)
        person.send(.sync(SyncState(phase: .refused("it was revoked"), unsent: 1)))
        #expect(person.state.log.count == 2)
        person.send(.sync(SyncState()))
        #expect(person.said == "Syncing works again")
    }

    @Test func aSealedCloudWithoutAKeySaysWhatToType() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .locked(isReplaced: false))))
        #expect(
            person.said
                == "Sealed, no key here: what you type stays here unsent. Type: cloudy key join")
        person.send(.sync(SyncState(phase: .locked(isReplaced: false), unsent: 1)))
        #expect(person.state.log.count == 1)
        person.send(.sync(SyncState()))
        #expect(person.said == nil)
        person.send(.sync(SyncState(phase: .locked(isReplaced: true))))
        #expect(person.said?.hasPrefix("Sealed with another key: what") == true)
    }

    @Test func ordinarySyncingSaysNothing() {
        var person = Person(["A"])
        person.send(.sync(SyncState(unsent: 1)))
        person.send(.sync(SyncState()))
        #expect(person.said == nil)
    }

    @Test func inAirplaneModeThereIsNothingToSync() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .offline)))
        #expect(person.said == "Airplane mode is on: edits are safe here and wait; C turns it off")
        person.press("R")
        #expect(person.effects.isEmpty)
        #expect(person.said == "Nothing can be synced: airplane mode is on. C turns it off")
        person.press("C")
        #expect(person.effects == [.toggleOffline])
        person.send(.sync(SyncState()))
        #expect(person.said == "Airplane mode is off: edits are sent now")
    }

    @Test func aFullCloudIsSaidOnce() {
        var person = Person(["A"])
        person.send(.sync(SyncState(unsent: 1, quotaExceeded: true)))
        person.send(.sync(SyncState(unsent: 2, quotaExceeded: true)))
        #expect(
            person.state.log.map(\.text) == [
                "This account is full in the cloud: your edits are safe here and are sent when it "
                    + "has room. Deleting bookmarks makes room"
            ])
        person.send(.sync(SyncState()))
        #expect(person.said == "This account has room again")
    }

    @Test func heldDeletionsWaitForAnAnswer() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .held(deletions: 40, of: 90))))
        #expect(
            person.said
                == "Other devices deleted 40 of 90 bookmarks. They are still here; R decides")
        person.press("R")
        #expect(person.takeEffects() == [.loadHeld])
        person.send(
            .held([
                BookmarkRow(id: "0", name: "A", url: "https://a.example", added: 0, modified: 0)
            ]))
        #expect(person.screen.contains("https://a.example"))
        #expect(person.screen.contains("and 39 more"))
        person.press("h")
        #expect(person.effects.isEmpty)
        #expect(person.state.context == .list)
        person.press("R", "a")
        #expect(person.effects == [.loadHeld, .acceptDeletions])
        #expect(person.state.context == .list)
        // What was decided can be read, also behind a next key.
        person.press("j")
        #expect(person.said == "Deleted 40 bookmarks here too, as the other devices did")
        person.press("R", "r")
        #expect(person.effects.suffix(2) == [.loadHeld, .restoreDeletions])
        person.send(.sync(SyncState(unsent: 1)))
        person.send(.sync(SyncState()))
        person.press("k")
        #expect(
            person.said == "Kept 40 bookmarks; the other devices get them back when they sync")
        #expect(person.state.log.last?.text == person.said)
    }

    @Test func heldDeletionsThatWereUndoneElsewhereAreNoQuestionAnyMore() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .held(deletions: 40, of: 90))))
        person.press("R")
        person.send(.sync(SyncState()))
        #expect(person.screen.contains("Nothing is held back any more"))
        person.press("a")
        #expect(person.effects == [.loadHeld])
    }

    @Test func joiningIsAskedWithWhatWouldHappen() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .joining(own: 12, there: 20))))
        #expect(person.said?.hasPrefix("This device has 12 bookmarks of its own") == true)
        person.press("R")
        #expect(person.takeEffects() == [.loadJoin])
        person.send(.join(JoinPlan(own: 12, there: 20)))
        #expect(person.state.context == .question)
        let question = "12 here, 20 there, 0 the same, 0 differ. Join them? Nothing is lost"
        #expect(person.messageLine == " \(question) [y/N]")
        person.press("n")
        #expect(person.effects.isEmpty)
        #expect(person.said == "Nothing was sent; R asks again, C stays apart")
        person.press("R")
        person.send(.join(JoinPlan(own: 12, there: 20)))
        person.press("y")
        #expect(person.effects == [.loadJoin, .join])
    }

    @Test func joiningIsAskedWhereverItWasAskedFor() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .joining(own: 12, there: 20))))
        person.press("l", "R")
        #expect(person.takeEffects().last == .loadJoin)
        person.send(.join(JoinPlan(own: 12, there: 20)))
        #expect(person.state.context == .question)
        person.press("n")
        #expect(person.state.context == .detail)
        // What is typed for something else answers nothing.
        for keys in [["h", "/"], ["Esc", "a"], ["Esc", "s"]] {
            for key in keys { person.press(key) }
            let context = person.state.context
            person.send(.join(JoinPlan(own: 12, there: 20)))
            #expect(person.state.context == context)
        }
    }
}

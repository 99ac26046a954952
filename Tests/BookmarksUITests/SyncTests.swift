import Bookmarks
import BookmarksUI
import KeyValueStore
import Testing

@Suite struct SyncTests {
    @Test(arguments: [
        (SyncState(device: "laptop"), "● synced · laptop"),
        (SyncState(device: "laptop", isAlone: true), "● local · laptop"),
        (SyncState(unsent: 2, device: "laptop", isAlone: true), "● local · 2 unsent · laptop"),
        (SyncState(phase: .offline, device: "laptop", isAlone: true), "○ offline · laptop"),
        (SyncState(unsent: 3, device: "laptop"), "● online · 3 unsent · laptop"),
        (SyncState(phase: .offline, device: "laptop"), "○ offline · laptop"),
        (SyncState(phase: .offline, unsent: 1_234, device: "x"), "○ offline · 1,234 unsent · x"),
        (SyncState(phase: .unreachable("why"), device: "x"), "! unreachable · x"),
        (
            SyncState(phase: .unreachable("why"), unsent: 2, device: "x", lacksRoom: true),
            "! cloud has no space · 2 unsent · x"
        ),
        (
            SyncState(
                phase: .unreachable("why"), unsent: 2, device: "x", lacksRoom: true,
                isFullHere: true),
            "! disk full · 2 unsent · x"
        ),
        (
            SyncState(phase: .unreachable("why"), device: "x", isReadOnly: true),
            "! read-only · x"
        ),
        (
            SyncState(phase: .refused("why"), unsent: 1, device: "x"),
            "! refused; press S for details · 1 unsent · x"
        ),
        (SyncState(phase: .held(deletions: 40, of: 90), device: "x"), "! 40 deletions waiting · x"),
        (
            SyncState(phase: .held(deletions: 5, of: 90), device: "x", missing: 3),
            "! 3 missing at server · x"
        ),
        (
            SyncState(phase: .locked(isReplaced: false), unsent: 2, device: "x"),
            "! sealed, no key; press S for details · 2 unsent · x"
        ),
        (
            SyncState(phase: .locked(isReplaced: true), device: "x"),
            "! new key; press S for details · x"
        ),
        (
            SyncState(phase: .unsealed("why"), unsent: 3, device: "x"),
            "! not sealed; press S for details · 3 unsent · x"
        ),
        (SyncState(unsent: 2, device: "x", quotaExceeded: true), "! account full · 2 unsent · x"),
        (SyncState(device: "laptop", account: "work"), "● synced · laptop · work"),
    ]) func titleShowsTheSyncState(_ sync: SyncState, _ text: String) {
        var person = Person(["A"])
        person.send(.sync(sync))
        let title = person.screen.split(separator: "\n")[0]
        #expect(title.hasSuffix("  " + text))
    }

    @Test func titleHasAnASCIIForm() {
        let person = Person(["A"], symbols: .ascii)
        #expect(person.screen.split(separator: "\n")[0].hasSuffix("* synced - laptop"))
        #expect(person.screen.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func bookmarksMissingAtASealedServerAreReportedAndDecided() {
        var person = Person(["A"], columns: 120)
        let sync = SyncState(phase: .held(deletions: 3, of: 90), device: "x", missing: 3)
        person.send(.sync(sync))
        #expect(
            person.said
                == "The server lacks 3 of 90 bookmarks, and no device has deleted them. They are "
                + "still here; R to decide")
        person.press("R")
        #expect(person.screen.contains("no device has deleted them"), "\(person.screen)")
        person.press("a")
        #expect(person.messageLine == " Move 3 bookmarks to the trash of this device? [y/N]")
        person.press("y")
        #expect(person.said?.contains("Deleting 3 bookmarks here") == true)
        person.send(.sync(SyncState(device: "x")))
        #expect(person.said == "Moved 3 bookmarks to the trash here; D to see them")
    }

    @Test func syncFailureIsReportedOnce() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .unreachable("connection refused"))))
        #expect(
            person.said
                == "Cannot sync now: connection refused. Your edits are safe here and "
                + "will be sent later; R to try now")
        person.send(.sync(SyncState(phase: .unreachable("still refused"))))
        person.send(.sync(SyncState(phase: .unreachable("still refused"), unsent: 1)))
        #expect(person.said?.hasPrefix("Cannot sync now: still refused.") == true)
        #expect(person.state.shell.log.map(\.text) == [person.said])
        person.press("Esc")
        person.send(.sync(SyncState(phase: .unreachable("certificate expired"))))
        #expect(person.said == nil, "a failure that was read must not be reported again")
        #expect(person.state.shell.log.count == 1)
        person.send(.sync(SyncState(phase: .refused("it was revoked"))))
        #expect(person.said?.hasPrefix("Cannot sync now: it was revoked.") == true)
        person.send(.sync(SyncState(phase: .refused("it was revoked"), unsent: 1)))
        #expect(person.state.shell.log.count == 2)
        person.send(.sync(SyncState()))
        #expect(person.said == "Syncing works again")
    }

    @Test func sealedCloudWithoutAKeySaysWhatToType() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .locked(isReplaced: false))))
        #expect(
            person.said
                == "Sealed, no key on this device: your edits stay here unsent. "
                + "Type: cloudy key enter")
        person.send(.sync(SyncState(phase: .locked(isReplaced: false), unsent: 1)))
        #expect(person.state.shell.log.count == 1)
        person.send(.sync(SyncState()))
        #expect(person.said == nil)
        person.send(.sync(SyncState(phase: .locked(isReplaced: true))))
        #expect(person.said?.hasPrefix("Sealed with a different key: your") == true)
    }

    @Test func unsealedCloudSaysWhatToTypeUntilItIsSealed() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .unsealed("Type cloudy key seal."))))
        #expect(person.said == "Your edits stay here unsent. Type cloudy key seal.")
        person.send(.sync(SyncState(phase: .unsealed("Type cloudy key seal."), unsent: 1)))
        #expect(person.state.shell.log.count == 1)
        person.send(.sync(SyncState(phase: .unsealed("It has an older key."))))
        #expect(person.state.shell.log.count == 2)
        person.send(.sync(SyncState()))
        #expect(person.said == "Syncing works again")
    }

    @Test func ordinarySyncingShowsNoMessage() {
        var person = Person(["A"])
        person.send(.sync(SyncState(unsent: 1)))
        person.send(.sync(SyncState()))
        #expect(person.said == nil)
    }

    @Test func airplaneModeBlocksSyncing() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .offline)))
        #expect(
            person.said == "Airplane mode is on: edits are safe here and wait; C to turn it off")
        person.press("R")
        #expect(person.effects.isEmpty)
        #expect(person.said == "Airplane mode is on, so nothing is synced; C to turn it off")
        person.press("C")
        #expect(person.effects == [.toggleOffline])
        person.send(.sync(SyncState()))
        #expect(person.said == "Airplane mode is off: edits are sent now")
    }

    @Test func fullAccountIsReportedOnce() {
        var person = Person(["A"])
        person.send(.sync(SyncState(unsent: 1, quotaExceeded: true)))
        person.send(.sync(SyncState(unsent: 2, quotaExceeded: true)))
        #expect(
            person.state.shell.log.map(\.text) == [
                "The cloud has no more space for this account. Your edits are safe here, and "
                    + "Cloudy sends them once there is space. Delete bookmarks to free some"
            ])
        person.send(.sync(SyncState()))
        #expect(person.said == "The cloud has space for this account again")
    }

    @Test func heldDeletionsWaitForADecision() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .held(deletions: 40, of: 90))))
        #expect(
            person.said
                == "Other devices deleted 40 of 90 bookmarks. They are still here; R to decide")
        person.press("R")
        #expect(person.takeEffects() == [.send(HeldRequest())])
        person.send(
            .held([
                BookmarkRow(id: "0", name: "A", url: "https://a.example", added: 0, modified: 0)
            ]))
        #expect(person.screen.contains("https://a.example"))
        // The number of held deletions may have changed.
        person.send(.sync(SyncState(phase: .held(deletions: 41, of: 90))))
        #expect(person.takeEffects() == [.send(HeldRequest())])
        person.press("h")
        #expect(person.effects.isEmpty)
        #expect(person.state.shell.context == .list)
        person.press("R", "a", "y")
        #expect(person.effects == [.send(HeldRequest()), .send(DecideHeld(isRestoring: false))])
        #expect(person.state.shell.context == .list)
        person.send(.sync(SyncState(isSettling: true)))
        #expect(person.said == "Deleting 41 bookmarks here too…")
        #expect(person.screen.hasPrefix(" Cloudy  1  deleting 41 "))
        // A count from before the decision may arrive late.
        person.send(.sync(SyncState(phase: .held(deletions: 41, of: 90))))
        person.press("j")
        person.send(.sync(SyncState(isSettling: true)))
        #expect(person.screen.contains("deleting 41"))
        person.send(.sync(SyncState()))
        #expect(!person.screen.contains("deleting 41"))
        // The result is in the log, and stays readable after the next key.
        person.press("k")
        #expect(
            person.said
                == "Deleted 41 bookmarks here too, as the other devices did; D to see them in the "
                + "trash")
        #expect(person.state.shell.log.last?.text == person.said)
    }

    @Test func heldDeletionsMentionEarlierDeletions() {
        var person = Person(["A"], columns: 120)
        person.send(.sync(SyncState(phase: .held(deletions: 3000, of: 9000), goneBefore: 500)))
        #expect(
            person.said
                == "Other devices deleted 500 bookmarks that are already gone here too, and "
                + "3,000 of 9,000 bookmarks that are still here; R to decide, or to "
                + "restore all of them")
        person.press("S")
        #expect(person.screen.contains("and 500 more are gone here already; R to decide, or to"))
    }

    @Test func oneBookmarkIsCountedInTheSingular() {
        var person = Person(["A"], columns: 120)
        person.send(.sync(SyncState(phase: .held(deletions: 30, of: 90), goneBefore: 1)))
        #expect(person.said?.contains("1 bookmark that is already gone here too") == true)
        person.send(.sync(SyncState(phase: .held(deletions: 1, of: 90), goneBefore: 2)))
        #expect(person.said?.contains("1 of 90 bookmarks that is still here") == true)
        person.send(.sync(SyncState(phase: .joining(own: 1, there: 20))))
        #expect(person.said?.hasPrefix("This device has 1 bookmark of its own") == true)
    }

    @Test func restoringHeldDeletionsCountsTheBookmarks() {
        var person = Person(["A"], columns: 250)
        let held = SyncState(phase: .held(deletions: 3000, of: 9000))
        person.send(.sync(held))
        person.press("R")
        person.send(.held([], earlier: 500))
        #expect(person.screen.contains("and 500 more are gone here already. The 3,000 are still"))
        #expect(person.screen.contains("r to restore all 3,500 on all devices"))
        person.press("r")
        #expect(person.effects == [.send(HeldRequest()), .send(DecideHeld(isRestoring: true))])
        #expect(person.said == "Restoring 3,500 bookmarks on all devices…")
        person.send(.sync(SyncState(isSettling: true)))
        #expect(person.screen.contains("restoring 3,500 "))
        person.send(.sync(SyncState(unsent: 2500)))
        #expect(person.screen.contains("restoring 1,000/3,500 "))
        person.press("j")
        #expect(person.said == nil)
        person.send(.sync(SyncState()))
        #expect(!person.screen.contains("restoring"))
        let end = "Kept 3,000 bookmarks, restored 500 more; the other devices get them back when"
        #expect(person.said == end + " they sync")

        // The decision holds even if the edits can't be sent now.
        person.send(.sync(held))
        person.press("R", "r")
        person.send(.sync(SyncState(phase: .unreachable("no route"), unsent: 3000)))
        #expect(
            person.state.shell.log.contains {
                $0.text == "Kept 3,000 bookmarks; the other devices get them back when they sync, "
                    + "once this one can send them"
            })
    }

    @Test func failedOrRenewedDecisionIsNotReportedAsDone() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .held(deletions: 40, of: 90))))
        person.press("R", "a", "y")
        // More bookmarks were deleted in the meantime.
        person.send(.sync(SyncState(phase: .held(deletions: 50, of: 90))))
        #expect(!person.screen.contains("deleting"))
        person.press("R", "a", "y")
        person.send(.outcome(.failed("The disk is full.")))
        #expect(!person.screen.contains("deleting"))
        person.send(.sync(SyncState()))
        #expect(!person.state.shell.log.contains { $0.text.hasPrefix("Deleted") })
    }

    /// The person accepted these deletions, so no warning is shown.
    @Test func acceptedDeletionsAreNotAnnounced() {
        var person = Person(["A", "B", "C"])
        person.send(.sync(SyncState(phase: .held(deletions: 2, of: 3))))
        person.press("R")
        person.send(.held([Person.row(1, "B"), Person.row(2, "C")]))
        person.press("a", "y")
        person.send(.sync(SyncState()))
        let done =
            "Deleted 2 bookmarks here too, as the other devices did; D to see them in the trash"
        let changes = (1...2).map {
            ReceivedChanges.Change(
                id: "\($0)", name: "x", kind: .deleted, device: "phone", isRemote: true)
        }
        person.list.apply([.remove(id: "1"), .remove(id: "2")])
        person.send(.received(ReceivedChanges(changes: changes)))
        #expect(person.said == done)
        // Later deletions are announced.
        person.send(.received(ReceivedChanges(changes: changes)))
        #expect(person.said == "2 bookmarks were deleted on phone")
    }

    @Test func heldDeletionsScroll() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .held(deletions: 100_000, of: 200_000))))
        person.press("R")
        person.send(.held((0..<100_000).map { Person.row($0, "Name \($0)") }))
        person.press("G")
        #expect(person.screen.contains("Name 99999 "))
        person.press("k")
        #expect(person.screen.contains(" > Name 99998 "))
        person.press("g")
        #expect(person.screen.contains("Other devices deleted 100,000"))
        #expect(person.screen.contains("Name 0 "))
    }

    @Test func heldDeletionsUndoneElsewhereNoLongerWait() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .held(deletions: 40, of: 90))))
        person.press("R")
        person.send(.sync(SyncState()))
        person.send(.held([]))
        #expect(person.screen.contains("No deletions are waiting. Press Esc to go back."))
        // The page asks for the deletions that wait now, and sends nothing else.
        person.press("a")
        #expect(person.effects == [.send(HeldRequest()), .send(HeldRequest())])
    }

    @Test func joiningAsksWithTheCountsOfBothSides() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .joining(own: 12, there: 20))))
        #expect(person.said?.hasPrefix("This device has 12 bookmarks of its own") == true)
        person.press("R")
        #expect(person.takeEffects() == [.loadJoin])
        person.send(.join(JoinPlan(own: 12, there: 20)))
        #expect(person.state.shell.context == .question)
        let question = "12 bookmarks here, 20 there. Join them? Nothing is lost"
        #expect(person.messageLine == " \(question) [y/N]")
        person.press("n")
        #expect(person.effects.isEmpty)
        #expect(person.said == "Nothing was sent; R to join them, C to keep them apart")
        person.press("R")
        person.send(.join(JoinPlan(own: 12, there: 20)))
        person.press("y")
        #expect(person.effects == [.loadJoin, .join])
    }

    @Test func joinQuestionOpensOnThePageThatRequestedIt() {
        var person = Person(["A"])
        person.send(.sync(SyncState(phase: .joining(own: 12, there: 20))))
        person.press("l", "R")
        #expect(person.takeEffects().last == .loadJoin)
        person.send(.join(JoinPlan(own: 12, there: 20)))
        #expect(person.state.shell.context == .question)
        person.press("n")
        #expect(person.state.shell.context == .detail)
        // A key that was meant for another question answers nothing.
        for keys in [["h", "/"], ["Esc", "a"], ["Esc", "s"]] {
            for key in keys { person.press(key) }
            let context = person.state.shell.context
            person.send(.join(JoinPlan(own: 12, there: 20)))
            #expect(person.state.shell.context == context)
        }
    }
}

extension Event {
    /// The answer with the deletions that are held back.
    fileprivate static func held(_ rows: [BookmarkRow], earlier: Int = 0) -> Event {
        .answer(HeldBookmarks(rows, earlier: earlier), to: HeldRequest())
    }
}

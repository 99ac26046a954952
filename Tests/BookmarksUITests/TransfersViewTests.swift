import Bookmarks
import BookmarksUI
import Documents
import KeyValueStore
import Screen
import Testing

/// The view of the transfers of documents.
struct TransfersViewTests {
    private static func transfer(
        _ name: String, _ direction: Transfer.Direction, _ state: Transfer.State, done: Int = 0,
        of total: Int = 12 << 20, reason: String = ""
    ) -> Transfer {
        Transfer(
            content: ChunkName(of: Array(name.utf8)), direction: direction, document: "d" + name,
            bookmark: "0", name: name, done: done, total: total, state: state, reason: reason)
    }

    private static let all = [
        transfer("paper.pdf", .up, .running, done: 3 << 20), transfer("page", .up, .waiting),
        transfer("talk.mp4", .down, .paused, done: 512 << 10),
        transfer("", .down, .failed, reason: "The server has no space."),
    ]

    /// The requests that the page sends when it opens and after each change.
    private static let requests: [Effect] = [
        .send(TransfersRequest()), .send(TransferPauseRequest()),
    ]

    private func person(
        _ transfers: [Transfer] = all, areTransfersPaused: Bool = false, columns: Int = 80,
        symbols: Symbols = .unicode
    ) -> Person {
        var person = Person(["A", "B"], columns: columns)
        person.state.shell.symbols = symbols
        person.press("T")
        #expect(person.takeEffects() == Self.requests)
        person.send(.answer(transfers, to: TransfersRequest()))
        person.send(.answer(areTransfersPaused, to: TransferPauseRequest()))
        return person
    }

    @Test func eachTransferIsARow() throws {
        let person = person()
        #expect(person.screen.contains("Transfers  4"))
        let paper = try #require(person.lines.first { $0.contains("paper.pdf") })
        #expect(paper.contains("↑") && paper.contains("3 of 12 MiB") && paper.contains("running"))
        let talk = try #require(person.lines.first { $0.contains("talk.mp4") })
        #expect(talk.contains("↓") && talk.contains("512 KiB of 12 MiB"))
        #expect(talk.contains("paused"))
        // A document without a name shows the name of its bookmark.
        #expect(person.lines.contains { $0.contains("↓ A") && $0.contains("failed") })
    }

    @Test(arguments: [20, 30, 34, 46, 60, 80, 200])
    func nameShowsAtEveryWidth(_ columns: Int) {
        #expect(person(columns: columns).screen.contains("paper"))
    }

    @Test func failedTransferSaysWhy() {
        var person = person()
        #expect(!person.screen.contains("no space"))
        person.press("G")
        #expect(person.screen.contains("The server has no space."))
    }

    @Test func transferThatWaitsForTheServerSaysSo() {
        let reason = "The server does not answer."
        let person = person([Self.transfer("paper.pdf", .up, .waiting, reason: reason)])
        #expect(person.lines.contains { $0.contains("paper.pdf") && $0.contains("waiting") })
        #expect(person.screen.contains(reason))
        #expect(person.lines[0].contains("1 document not sent"))
    }

    /// The cloud is asked with the first one only; the others wait for the same reason.
    @Test func titleCountsEachDocumentThatWaitsForTheServer() {
        let reason = "The server does not answer."
        let person = person([
            Self.transfer("a.pdf", .up, .waiting, reason: reason),
            Self.transfer("b.pdf", .up, .waiting), Self.transfer("c.pdf", .up, .paused),
        ])
        #expect(person.lines[0].contains("2 documents not sent"), "\(person.lines[0])")
    }

    @Test func oneKeyPausesAndResumesATransfer() {
        var person = person()
        #expect(person.lines.last?.contains("pause") == true)
        person.press("p")
        #expect(person.takeEffects() == [.send(ChangeTransfers(.pause, [Self.all[0]]))])
        person.send(.answer(true, to: ChangeTransfers(.pause, [Self.all[0]])))
        #expect(person.takeEffects() == Self.requests)
        person.press("j", "j")
        #expect(person.lines.last?.contains("resume") == true)
        person.press("p")
        #expect(person.takeEffects() == [.send(ChangeTransfers(.resume, [Self.all[2]]))])
        person.press("P")
        #expect(person.takeEffects() == [.send(ChangeTransfers(.pauseAll, Self.all))])
    }

    @Test func allPausedTransfersAreResumedTogether() {
        let paused = [Self.transfer("a", .up, .paused), Self.transfer("b", .down, .paused)]
        var person = person(paused)
        person.press("P")
        #expect(person.takeEffects() == [.send(ChangeTransfers(.resumeAll, paused))])
    }

    @Test func pausingAllAlsoPausesLaterTransfers() {
        var person = person([])
        person.press("P")
        #expect(person.takeEffects() == [.send(ChangeTransfers(.pauseAll, []))])
        person.send(.answer(true, to: ChangeTransfers(.pauseAll, [])))
        person.send(.answer(true, to: TransferPauseRequest()))
        #expect(person.screen.contains("Transfers  0  all paused"))
        #expect(person.lines.last?.contains("resume all") == true)
        // One of these transfers was resumed individually.
        person.send(.answer(Self.all, to: TransfersRequest()))
        _ = person.takeEffects()
        person.press("P")
        #expect(person.takeEffects() == [.send(ChangeTransfers(.resumeAll, Self.all))])
    }

    @Test func canceledUploadIsShownAsCanceledAndCanBeResumed() {
        var person = person([Self.transfer("paper.pdf", .up, .canceled)])
        let line = person.lines.first { $0.contains("paper.pdf") } ?? ""
        #expect(line.contains("canceled") && !line.contains("paused"))
        person.press("p")
        let resumed = ChangeTransfers(.resume, [Self.transfer("paper.pdf", .up, .canceled)])
        #expect(person.takeEffects() == [.send(resumed)])
    }

    @Test func canceledUploadIsReportedAsOnThisDeviceOnly() {
        var person = person()
        person.press("x")
        let cancel = ChangeTransfers(.cancel, [Self.all[0]])
        #expect(person.takeEffects() == [.send(cancel)])
        person.send(.answer(true, to: cancel))
        #expect(person.screen.contains("It stays on this device only, unsent; p to send it"))
        let download = ChangeTransfers(.cancel, [Self.all[2]])
        person.send(.answer(true, to: download))
        #expect(person.screen.contains("Canceled; it is fetched when you open it"))
    }

    @Test func cancelingAllTransfersAsksFirst() {
        var person = person()
        person.press("X")
        #expect(person.takeEffects() == [])
        #expect(person.screen.contains("Cancel 4 transfers?"))
        person.press("y")
        #expect(person.takeEffects() == [.send(ChangeTransfers(.cancel, Self.all))])
        person.press("X", "n")
        #expect(person.takeEffects() == [])
    }

    @Test func enterShowsTheBookmarkOfATransfer() {
        var person = person()
        person.press("Enter")
        #expect(person.state.shell.context == .detail)
        person.press("q")
        #expect(person.state.shell.context == .transfers)
    }

    @Test func selectionStaysOnItsTransfer() {
        var person = person()
        person.press("j", "j")
        person.send(.answer(Array(Self.all.dropFirst()), to: TransfersRequest()))
        person.press("p")
        #expect(person.takeEffects() == [.send(ChangeTransfers(.resume, [Self.all[2]]))])
    }

    /// Each attempt fails in the same way, and the person needs to hear that once.
    @Test func contentThatCannotBeSentIsReportedOnce() {
        var person = Person(["A"], columns: 120)
        func report(_ transfers: Transfer...) {
            person.send(.answer(transfers, to: TransfersRequest()))
        }
        let words = "“paper.pdf” was not sent: The account is full; T to see the transfers"
        let failed = Self.transfer("paper.pdf", .up, .failed, reason: "The account is full.")
        report(failed)
        #expect(person.said == words)
        person.send(.tick(2_000))
        report(Self.transfer("paper.pdf", .up, .running))
        report(failed)
        #expect(person.said == nil)
        report()
        report(failed)
        #expect(person.said == words)
    }

    @Test func unreachableCloudIsReportedOnlyBySyncing() {
        var person = Person(["A"], columns: 120)
        person.send(.sync(SyncState(phase: .unreachable("no route"))))
        let said = person.said
        let failed = Self.transfer("paper.pdf", .up, .failed, reason: "no route")
        person.send(.answer([failed], to: TransfersRequest()))
        #expect(person.said == said)
    }

    @Test func emptyPageOfTransfersSaysSo() {
        var person = person([])
        #expect(person.screen.contains("There is nothing to send or fetch."))
        person.press("p")
        #expect(person.takeEffects() == [])
        #expect(person.said == "There is nothing to send or fetch")
    }

    @Test func titleShowsRunningTransfers() {
        var person = Person(["A", "B"])
        let quiet = person.lines[0]
        func title(_ transfers: [Transfer]) -> String {
            person.send(.answer(transfers, to: TransfersRequest()))
            #expect(person.takeEffects() == [])
            return person.lines[0]
        }
        #expect(title(Self.all).contains("↑ 3 of 12 MiB, 1 more"))
        let down = Self.transfer("b", .down, .running, done: 1000, of: 4 << 20)
        #expect(title([Self.all[0], down]).contains("↑ 3 of 12 MiB  ↓ 1,000 B of 4 MiB"))
        #expect(title([Self.all[2], Self.all[3]]) == quiet)
        let failed = Self.transfer("paper.pdf", .up, .failed, reason: "The account is full.")
        #expect(title([Self.all[2], failed]).contains("1 document not sent"))
        #expect(title([Self.all[0], failed]).contains("↑ 3 of 12 MiB"))
        #expect(title([]) == quiet)
    }

    @Test func titleSaysThatAllTransfersArePausedWhileSomeWait() {
        var person = Person(["A", "B"])
        let quiet = person.lines[0]
        func title(_ transfers: [Transfer], areTransfersPaused: Bool) -> String {
            person.send(.answer(transfers, to: TransfersRequest()))
            person.send(.answer(areTransfersPaused, to: TransferPauseRequest()))
            #expect(person.takeEffects() == [])
            return person.lines[0]
        }
        let paused = [Self.all[2], Self.transfer("b", .up, .paused)]
        #expect(title(paused, areTransfersPaused: true).contains("  all transfers paused"))
        // One transfer was resumed individually.
        let resumed = title([Self.all[0]] + paused, areTransfersPaused: true)
        #expect(resumed.contains("  ↑ 3 of 12 MiB, all others paused"))
        #expect(title(paused, areTransfersPaused: false) == quiet)
        #expect(title([], areTransfersPaused: true) == quiet)
    }

    @Test func pageSaysOnceThatAllTransfersArePaused() {
        let person = person([Self.all[2]], areTransfersPaused: true)
        #expect(person.lines[0].contains("Transfers  1  all transfers paused  "))
    }

    @Test func directionsAreWordsInASCII() {
        let person = person(symbols: .ascii)
        #expect(person.lines.contains { $0.contains("Down talk.mp4") })
        #expect(person.lines.contains { $0.contains("Up   paper.pdf") })
    }
}

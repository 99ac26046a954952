import DeviceStore
import Foundation
import ScratchFolder
import Testing

@testable import UbiquitousStore

/// A document on two devices that share a cloud.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct DocumentTests {
    let device = TestDevice()
    let laptop: UbiquityContainer
    let phone: UbiquityContainer

    init() {
        laptop = device.container("laptop")
        phone = device.container("phone")
    }

    /// Syncs until both devices have what either saved.
    private func sync() async throws {
        try await laptop.sync()
        try await phone.sync()
        try await laptop.sync()
    }

    private func setOffline(_ container: UbiquityContainer, _ isOffline: Bool) throws {
        try container.current().documents.device.setOffline(isOffline)
    }

    private func code(_ error: (any Error)?) -> UbiquityError.Code? {
        (error as? UbiquityError)?.code
    }

    @Test func documentSavedOnOneDeviceOpensOnAnother() async throws {
        let note = await laptop.make("a b.txt", "Привет\0мир")
        #expect(note.documentState == .normal && note.errors.isEmpty)
        try await sync()
        let other = await phone.note("a b.txt")
        #expect(other.documentState == .normal && other.errors.isEmpty)
        #expect(other.text == "Привет\0мир")
        #expect(other.localizedName == "a b" && other.fileType == "txt")
        #expect(other.fileModificationDate == note.fileModificationDate)
    }

    @Test func emptyAndLargeContentsSyncCompletely() async throws {
        _ = await laptop.make("empty", "")
        let long = String(repeating: "0123456789abcdef", count: 200_000)
        _ = await laptop.make("long", long)
        try await sync()
        #expect(await phone.note("empty").text == "")
        // `#expect` would take hours to find the differences between long values.
        let isWhole = await phone.note("long").text == long
        #expect(isWhole)
    }

    @Test func changeIsSavedAutomatically() async throws {
        let note = await laptop.make("n", "1")
        note.autosavingDelay = 0
        #expect(!note.hasUnsavedChanges)
        note.write("2")
        #expect(note.hasUnsavedChanges)
        #expect(await eventuallyOnMain { !note.hasUnsavedChanges })
        #expect(await laptop.note("n").text == "2")
    }

    @Test func autosavesMakeOneVersion() async throws {
        let note = await laptop.make("n", "first")
        for number in 1...5 {
            note.write("\(number)")
            #expect(await note.autosave())
        }
        let url = note.fileURL
        #expect(NSFileVersion.otherVersionsOfItem(at: url)?.count == 1)
        #expect(await note.save(to: url, for: .forOverwriting))
        note.write("last")
        #expect(await note.close())
        #expect(NSFileVersion.otherVersionsOfItem(at: url)?.count == 2)
        #expect(note.documentState == .closed)
        #expect(await laptop.note("n").text == "last")
    }

    /// The calls also work with a completion handler, as in code for Apple's class.
    @Test func completionHandlersAreCalled() async throws {
        let note = Note(fileURL: laptop.document("n"))
        note.text = "x"
        let results = await withCheckedContinuation { continuation in
            note.save(to: note.fileURL, for: .forCreating) { saved in
                note.write("y")
                note.close { closed in
                    note.open { continuation.resume(returning: [saved, closed, $0]) }
                }
            }
        }
        #expect(results == [true, true, true])
        #expect(note.text == "y")
    }

    @Test func uneditedDocumentShowsChangesOfAnotherDevice() async throws {
        _ = await laptop.make("n", "1")
        try await sync()
        let other = await phone.note("n")
        let note = await laptop.note("n")
        note.write("2")
        #expect(await note.autosave())
        #expect(await eventuallyOnMain { other.text == "2" })
        #expect(other.documentState == .normal && !other.hasUnsavedChanges)
        // And in the other direction, to show that both follow.
        other.write("3")
        #expect(await other.autosave())
        #expect(await eventuallyOnMain { note.text == "3" })
        #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: note.fileURL) == [])
    }

    @Test func editedDocumentGoesIntoConflictAndKeepsBothVersions() async throws {
        _ = await laptop.make("n", "1")
        try await sync()
        let other = await phone.note("n")
        other.autosavingDelay = 1e6
        other.write("mine")
        let note = await laptop.note("n")
        note.write("theirs")
        #expect(await note.autosave())
        #expect(await eventuallyOnMain { other.documentState == .inConflict })
        #expect(other.text == "mine" && other.hasUnsavedChanges)
        #expect(await other.autosave())
        let lost = try #require(
            NSFileVersion.unresolvedConflictVersionsOfItem(at: other.fileURL)?.first)
        #expect(lost.localizedNameOfSavingComputer == "laptop")
        #expect(String(decoding: try await lost.contents(), as: UTF8.self) == "theirs")
        #expect(await eventuallyOnMain { note.text == "mine" && note.documentState == .inConflict })
        // Moving it out of the container would lose the other version.
        let file = URL(fileURLWithPath: device.folder.path("moved"))
        await #expect(throws: UbiquityError.self) {
            try await FileManager.default.setUbiquitous(
                false, itemAt: other.fileURL, destinationURL: file)
        }
        #expect(!device.folder.names.contains("moved"))
        // A conflict that is settled on one device is settled on both.
        lost.isResolved = true
        #expect(lost.isResolved)
        #expect(await eventuallyOnMain { other.documentState == .normal })
        #expect(await eventuallyOnMain { note.documentState == .normal })
        #expect(NSFileVersion.otherVersionsOfItem(at: other.fileURL)?.count == 2)
    }

    /// Two devices save a document while they are offline, and have closed it.
    @Test func offlineSavesOnTwoDevicesKeepBothVersions() async throws {
        _ = await laptop.make("n", "1")
        try await sync()
        // From then on, the phone has the content.
        #expect(await phone.note("n").close())
        for container in [laptop, phone] { try setOffline(container, true) }
        for (container, text) in [(laptop, "from the laptop"), (phone, "from the phone")] {
            let note = await container.note("n")
            #expect(note.text == "1")
            note.write(text)
            #expect(await note.close())
        }
        for container in [laptop, phone] { try setOffline(container, false) }
        try await sync()
        let note = await laptop.note("n")
        #expect(note.documentState == .inConflict)
        let lost = try #require(
            NSFileVersion.unresolvedConflictVersionsOfItem(at: note.fileURL))
        try #require(lost.count == 1)
        let other = String(decoding: try await lost[0].contents(), as: UTF8.self)
        #expect(Set([note.text, other]) == ["from the laptop", "from the phone"])
        // The other version is chosen, as in tutorials.
        try lost[0].replaceItem(at: note.fileURL)
        #expect(await note.revert(toContentsOf: note.fileURL))
        #expect(note.text == other)
        try NSFileVersion.removeOtherVersionsOfItem(at: note.fileURL)
        for version in lost { version.isResolved = true }
        #expect(await eventuallyOnMain { note.documentState == .normal })
        try await sync()
        let settled = await phone.note("n")
        #expect(settled.text == other && settled.documentState == .normal)
        #expect(NSFileVersion.otherVersionsOfItem(at: settled.fileURL) == [])
    }

    @Test func documentCreatedOnTwoDevicesKeepsBothVersions() async throws {
        for container in [laptop, phone] {
            _ = try container.current()
            try setOffline(container, true)
        }
        _ = await laptop.make("n", "1")
        _ = await phone.make("n", "2")
        for container in [laptop, phone] { try setOffline(container, false) }
        try await sync()
        let note = await phone.note("n")
        #expect(note.documentState == .inConflict)
        #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: note.fileURL)?.count == 1)
    }

    @Test func creatingAnExistingDocumentIsRefused() async throws {
        _ = await laptop.make("n", "1")
        let second = await laptop.make("n", "2")
        #expect(second.documentState == .closed && code(second.lastError) == .exists)
        #expect(await laptop.note("n").text == "1")
    }

    @Test func aRemovedDocumentClosesUnlessItIsEdited() async throws {
        _ = await laptop.make("n", "1")
        try await sync()
        let (unedited, edited) = (await phone.note("n"), await phone.note("n"))
        edited.autosavingDelay = 1e6
        edited.write("kept")
        try laptop.removeItem(at: laptop.document("n"))
        #expect(await eventuallyOnMain { unedited.documentState == .closed })
        #expect(await phone.note("n").errors.count == 1)
        #expect(edited.documentState == .normal)
        #expect(await edited.close())
        try await sync()
        #expect(await laptop.note("n").text == "kept")
    }

    @Test func unloadableContentBecomesAConflict() async throws {
        _ = await laptop.make("n", "1")
        try await sync()
        let note = await phone.note("n")
        note.refused = "broken"
        let other = await laptop.note("n")
        other.write("broken")
        #expect(await other.autosave())
        #expect(await eventuallyOnMain { note.documentState == .inConflict })
        #expect(note.text == "1" && !note.errors.isEmpty)
        note.write("2")
        #expect(await note.autosave())
        #expect(NSFileVersion.unresolvedConflictVersionsOfItem(at: note.fileURL)?.count == 1)
    }

    @Test func editDuringCloseIsSaved() async throws {
        let note = await laptop.make("n", "1")
        note.autosavingDelay = 1e6
        note.write("2")
        note.whenSaved = { [unowned note] in note.write("3") }
        #expect(await note.close() && note.documentState == .closed)
        #expect(await laptop.note("n").text == "3")
    }

    @Test func documentStateChangesAreAnnounced() async throws {
        let note = Note(fileURL: laptop.document("n"))
        var states: [Document.State] = []
        let token = NotificationCenter.default.addObserver(
            forName: Document.stateChangedNotification, object: note, queue: nil
        ) { _ in MainActor.assumeIsolated { states.append(note.documentState) } }
        defer { NotificationCenter.default.removeObserver(token) }
        #expect(await !note.open())
        #expect(code(note.lastError) == .notFound)
        #expect(await note.save(to: note.fileURL, for: .forCreating))
        #expect(await note.close())
        #expect(states == [[.closed, .progressAvailable], .closed, .normal, .closed])
    }
}

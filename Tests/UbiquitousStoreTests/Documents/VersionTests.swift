import Foundation
import Testing

@testable import UbiquitousStore

/// The versions of a document.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct VersionTests {
    let device = TestDevice()
    let desk: UbiquityContainer

    init() { desk = device.container() }

    private func text(_ version: NSFileVersion?) async throws -> String {
        String(decoding: try await #require(version).contents(), as: UTF8.self)
    }

    /// A document that was saved several times.
    private func make(_ texts: String...) async -> Note {
        let note = await desk.make("n.txt", texts[0])
        for text in texts.dropFirst() {
            note.text = text
            _ = await note.save(to: note.fileURL, for: .forOverwriting)
        }
        return note
    }

    @Test func eachSaveIsAVersionWithItsDetails() async throws {
        let note = await make("1", "22", "333")
        let current = try #require(NSFileVersion.currentVersionOfItem(at: note.fileURL))
        #expect(try await text(current) == "333")
        let others = try #require(NSFileVersion.otherVersionsOfItem(at: note.fileURL))
        #expect(try await text(others.first) == "22")
        #expect(try await text(others.last) == "1")
        let version = others[0]
        #expect(version.size == 2 && version.hasLocalContents && version.isDiscardable)
        #expect(!version.isConflict && version.isResolved)
        #expect(version.localizedName == "n" && version.url == note.fileURL)
        #expect(version.localizedNameOfSavingComputer == "desk")
        #expect(try #require(version.modificationDate) < #require(current.modificationDate))
        let found = NSFileVersion.version(
            itemAt: note.fileURL, forPersistentIdentifier: version.persistentIdentifier)
        #expect(found == version && found != current)
        #expect(NSFileVersion.otherVersionsOfItem(at: desk.document("none")) == nil)
    }

    @Test func formerVersionCanBeRestored() async throws {
        let note = await make("1", "2")
        let first = try #require(NSFileVersion.otherVersionsOfItem(at: note.fileURL)?.first)
        try first.replaceItem(at: note.fileURL)
        #expect(await eventuallyOnMain { note.text == "1" }, "the document must show it")
        #expect(NSFileVersion.otherVersionsOfItem(at: note.fileURL)?.count == 2)
        #expect(throws: UbiquityError.self) { try first.replaceItem(at: desk.document("other")) }
    }

    @Test func formerVersionsCanBeRemovedButNotTheCurrentOne() async throws {
        let note = await make("1", "2", "3")
        let others = try #require(NSFileVersion.otherVersionsOfItem(at: note.fileURL))
        try others[0].remove()
        #expect(NSFileVersion.otherVersionsOfItem(at: note.fileURL)?.count == 1)
        try NSFileVersion.currentVersionOfItem(at: note.fileURL)?.remove()
        #expect(await desk.note("n.txt").text == "3")
        try NSFileVersion.removeOtherVersionsOfItem(at: note.fileURL)
        #expect(NSFileVersion.otherVersionsOfItem(at: note.fileURL) == [])
        #expect(throws: UbiquityError.self) {
            try NSFileVersion.removeOtherVersionsOfItem(at: desk.document("none"))
        }
    }

    @Test func twentyVersionsAreKept() async throws {
        let note = await make("0")
        for number in 1...25 {
            note.text = "\(number)"
            #expect(await note.save(to: note.fileURL, for: .forOverwriting))
        }
        let others = try #require(NSFileVersion.otherVersionsOfItem(at: note.fileURL))
        #expect(others.count == 19)
        #expect(try await text(others.last) == "6")
    }
}

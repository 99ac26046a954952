import DeviceStore
import Foundation
import KeyValueStore
import ScratchFolder
import Testing

@testable import UbiquitousStore

/// The places of documents, and other operations on them.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct ContainerTests {
    let device = TestDevice()

    private func code(_ body: () async throws -> Void) async -> UbiquityError.Code? {
        do { try await body() } catch { return (error as? UbiquityError)?.code }
        return nil
    }

    @Test func urlThatNamesNoDocumentIsRefused() async throws {
        let desk = device.container()
        let place = try ItemPlace(desk.document("a b/é.txt"))
        #expect(place.path == "Documents/a b/é.txt" && place.name == "é.txt")
        #expect(place.container === desk)
        let manager = FileManager.default
        #expect(manager.isUbiquitousItem(at: desk.document("a")))
        for url in [
            URL(fileURLWithPath: "/tmp/a"), desk.url, desk.document(".."), desk.document("a\nb"),
            desk.document(String(repeating: "a", count: 1100)),
        ] {
            #expect(!manager.isUbiquitousItem(at: url), "\(url)")
            let note = Note(fileURL: url)
            #expect(await !note.save(to: url, for: .forCreating))
            #expect(note.documentState == .closed && note.errors.count == 1)
        }
        var other: UbiquityContainer? = device.container()
        let url = try #require(other).document("a")
        other = nil
        #expect(other == nil && !manager.isUbiquitousItem(at: url), "its container must be gone")
        #expect(await code { try desk.removeItem(at: url) } == .foreign)
    }

    /// The container is found as in code for Apple's systems.
    @Test func theStandardContainerIsFoundByItsIdentifier() throws {
        let url = try #require(
            URL(string: "ubiquity:///org.example.notes/Documents/a%20b.txt"))
        let place = try ItemPlace(url)
        #expect(place.container.url.absoluteString == "ubiquity:///org.example.notes")
        #expect(place.container === ContainerRegistry.standard("org.example.notes"))
        #expect(place.path == "Documents/a b.txt")
    }

    /// Values and documents with the same identifier are independent of each other.
    @Test func keyValueStoreContainsNoDocuments() async throws {
        let note = await device.container().make("a", "1")
        #expect(note.documentState == .normal)
        let store = NSUbiquitousKeyValueStore(device.configuration())
        #expect(try store.usage.keys == 0)
        let reports = Heard()
        let wrong = NSUbiquitousKeyValueStore(
            device.configuration(identifier: "test.ubiquity-documents", reports: reports))
        wrong.set("x", forKey: "y")
        #expect(reports.lines.count == 1 && reports.lines[0].contains("documents of a container"))
    }

    @Test func aDocumentIsMovedWithItsVersions() async throws {
        let (desk, phone) = (device.container(), device.container("phone"))
        let note = await desk.make("a", "1")
        #expect(await note.save(to: note.fileURL, for: .forOverwriting))
        note.text = "2"
        #expect(await note.save(to: note.fileURL, for: .forOverwriting))
        _ = await desk.make("taken", "3")
        let (a, b) = (desk.document("a"), desk.document("b"))
        #expect(await code { try desk.moveItem(at: a, to: desk.document("taken")) } == .exists)
        #expect(await code { try desk.moveItem(at: b, to: a) } == .notFound)
        try desk.moveItem(at: a, to: b)
        #expect(NSFileVersion.otherVersionsOfItem(at: b)?.count == 1)
        #expect(NSFileVersion.currentVersionOfItem(at: a) == nil)
        try await desk.sync()
        try await phone.sync()
        #expect(await phone.note("b").text == "2")
        #expect(await phone.note("a").errors.count == 1)
    }

    @Test func filesMoveIntoAndOutOfTheContainer() async throws {
        let (desk, manager) = (device.container(), FileManager.default)
        let (file, url) = (
            URL(fileURLWithPath: device.folder.path("file")), desk.document("a")
        )
        device.folder.write("file", "hello".utf8)
        try await manager.setUbiquitous(true, itemAt: file, destinationURL: url)
        #expect(device.folder.names.contains("file") == false)
        #expect(await desk.note("a").text == "hello")
        device.folder.write("taken", "".utf8)
        let taken = URL(fileURLWithPath: device.folder.path("taken"))
        await #expect(throws: (any Error).self) {
            try await manager.setUbiquitous(false, itemAt: url, destinationURL: taken)
        }
        #expect(await desk.note("a").text == "hello")
        try await manager.setUbiquitous(false, itemAt: url, destinationURL: file)
        #expect(device.folder.read("file") == Array("hello".utf8))
        #expect(await desk.note("a").errors.count == 1)
    }

    /// While a document is moved out, its content may have to be fetched.
    @Test func documentThatChangedIsNotRemoved() async throws {
        let desk = device.container()
        let note = await desk.make("a", "1")
        let place = try ItemPlace(note.fileURL)
        let documents = try desk.current().documents
        let known = try #require(try documents.document(at: place.path))
        note.text = "2"
        #expect(await note.save(to: note.fileURL, for: .forOverwriting))
        #expect(throws: DocumentContainer.Refusal.changed) {
            try documents.remove(at: place.path, ifUnchangedSince: known)
        }
        #expect(await desk.note("a").text == "2")
        let now = try #require(try documents.document(at: place.path))
        try documents.remove(at: place.path, ifUnchangedSince: now)
        #expect(throws: DocumentContainer.Refusal.notFound) {
            try documents.remove(at: place.path)
        }
    }

    @Test func tooLargeContentIsRefusedAndTheDocumentStays() async throws {
        let desk = device.container()
        let note = await desk.make("a", "1")
        note.autosavingDelay = 1e6
        note.write(String(repeating: "x", count: UbiquityError.longestContent + 1))
        #expect(await !note.autosave())
        #expect(note.documentState == .savingError && note.hasUnsavedChanges)
        #expect((note.lastError as? UbiquityError)?.code == .tooLarge)
        #expect(await !note.close() && note.documentState == .savingError)
        #expect(await desk.note("a").text == "1")
        note.write("2")
        #expect(await note.close() && note.lastError == nil)
        #expect(await desk.note("a").text == "2")
    }

    /// Nothing passes from one account to another.
    @Test func aDocumentStaysInItsAccount() async throws {
        let desk = device.container()
        let note = await desk.make("a", "1")
        let values = NSUbiquitousKeyValueStore(device.configuration())
        let query = NSMetadataQuery()
        query.searchScopes = [desk.url]
        #expect(query.start())
        #expect(await eventuallyOnMain { query.resultCount == 1 })
        try values.useAccount("work")
        #expect(await eventuallyOnMain { query.resultCount == 0 })
        note.write("2")
        #expect(await note.autosave())
        #expect(NSFileVersion.currentVersionOfItem(at: note.fileURL) == nil)
        #expect(query.resultCount == 0)
        _ = await desk.make("b", "1")
        #expect(await eventuallyOnMain { query.resultCount == 1 })
        try values.useAccount("default")
        #expect(await eventuallyOnMain { query.index(ofResult: query.results.first ?? 0) == 0 })
        #expect(await desk.note("a").text == "2")
        #expect(await desk.note("b").errors.count == 1)
    }
}

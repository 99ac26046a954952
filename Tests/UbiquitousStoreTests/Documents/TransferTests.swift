import DeviceStore
import FileCoordination
import Foundation
import TestSupport
import Testing

@testable import UbiquitousStore

/// Transfers of contents to the cloud and back.
@Suite(.ownThread, .timeLimit(.minutes(10)))
struct TransferTests {
    let device = TestDevice()
    let laptop: UbiquityContainer
    let phone: UbiquityContainer
    private let content = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) })

    init() {
        laptop = device.container("laptop")
        phone = device.container("phone")
    }

    /// Locks the cloud's contents, so that writers wait.
    private func lock() throws -> FileLock {
        let folder = try laptop.current().documents.device.location.cloudChunks
        try createPrivateFolder(folder)
        let lock = try FileLock(path: folder + "/lock")
        #expect(lock.tryLock())
        return lock
    }

    @Test func contentIsUploadedAndDownloaded() async throws {
        let up = try await laptop.uploadTask(with: content, to: laptop.document("a"))
        #expect(up.status.state == .suspended && up.status.countOfBytesExpected == content.count)
        try await up.value()
        #expect(up.status.state == .completed && up.status.fractionCompleted == 1)
        try await laptop.sync()
        try await phone.sync()
        let down = try phone.downloadTask(with: phone.document("a"))
        let statuses = Task {
            var last = 0
            for await status in down.statuses {
                #expect(status.countOfBytesTransferred >= last)
                last = status.countOfBytesTransferred
            }
            return last
        }
        down.resume()
        try await down.value()
        #expect(await statuses.value == content.count)
        // `#expect` would take hours to find the differences between long values.
        let isWhole = try await phone.contents(ofItemAt: phone.document("a")) == content
        #expect(isWhole)
    }

    @Test func suspendedUploadMakesItsDocumentOnlyWhenComplete() async throws {
        try await laptop.sync()
        let cloud = try lock()
        let up = try await laptop.uploadTask(with: content, to: laptop.document("a"))
        up.resume()
        #expect(await eventually { up.status.state == .running })
        up.suspend()
        #expect(up.status.state == .suspended)
        cloud.unlock()
        try await laptop.sync()
        #expect(try laptop.current().documents.documents().isEmpty)
        up.suspend()
        up.resume()
        try await up.value()
        #expect(try laptop.current().documents.documents().count == 1)
        up.suspend()
        up.cancel()
        #expect(up.status.state == .completed, "a completed upload must stay completed")
    }

    @Test func aCancelledUploadMakesNoDocument() async throws {
        try await laptop.sync()
        let cloud = try lock()
        let up = try await laptop.uploadTask(with: content, to: laptop.document("a"))
        up.resume()
        up.cancel()
        let error = await #expect(throws: UbiquityError.self) { try await up.value() }
        #expect(error?.code == .cancelled)
        cloud.unlock()
        up.resume()
        try await laptop.sync()
        #expect(try laptop.current().documents.documents().isEmpty)
        // The same content is uploaded once more.
        try await laptop.uploadTask(with: content, to: laptop.document("a")).value()
        #expect(try laptop.current().documents.documents().count == 1)
    }

    @Test func unavailableDownloadIsReported() async throws {
        #expect(throws: UbiquityError.self) { try phone.downloadTask(with: phone.document("a")) }
        let up = try await laptop.uploadTask(with: Data("x".utf8), to: laptop.document("a"))
        try await laptop.sync()
        try await up.value()
        try await laptop.sync()
        try await phone.sync()
        let device = try phone.current().documents.device
        try device.setOffline(true)
        let down = try phone.downloadTask(with: phone.document("a"))
        let error = await #expect(throws: UbiquityError.self) { try await down.value() }
        #expect(error?.code == .notHere)
        try device.setOffline(false)
        try await phone.downloadTask(with: phone.document("a")).value()
    }

    /// A device sends a document's record first, and its content later.
    @MainActor @Test func openingWaitsForContentThatIsOnItsWay() async throws {
        try await laptop.sync()
        try await phone.sync()
        let cloud = try lock()
        let saving = Task { await laptop.make("a", "hello") }
        let url = phone.document("a")
        #expect(await eventuallyOnMain { NSFileVersion.currentVersionOfItem(at: url) != nil })
        let note = Note(fileURL: url)
        let opening = Task { await note.open() }
        #expect(await eventuallyOnMain { note.documentState.contains(.progressAvailable) })
        let down = try phone.downloadTask(with: url)
        down.resume()
        cloud.unlock()
        #expect(await opening.value)
        #expect(note.text == "hello")
        try await down.value()
        _ = await saving.value
    }
}

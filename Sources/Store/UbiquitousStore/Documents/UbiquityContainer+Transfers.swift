import DeviceStore
import Documents
public import Foundation

extension UbiquityContainer {
    /// Returns a task that sends a content to the cloud, and then saves it as a document: other
    /// devices see all of it, or nothing. A document with that name gets another version. The task
    /// completes when the cloud has the document too, if it can be reached.
    ///
    /// When this returns, the content is on the disk of this device. Throws ``UbiquityError``.
    public func uploadTask(with data: Data, to url: URL) async throws -> UbiquityTransferTask {
        let place = try ItemPlace(url)
        guard place.container === self else { throw UbiquityError.foreign(url) }
        let container = try current()
        let content = try await place.keep(data, in: container)
        return UbiquityTransferTask(url: url, length: data.count) { tell in
            do {
                try await container.documents.send(content) { tell($0.done) }
                try Task.checkCancellation()
                try container.documents.save(
                    content, length: data.count, at: place.path, from: .head)
                // The program may end when the task completes, so the document is sent now. If that
                // fails, it is saved, and is sent later.
                try? await container.documents.device.syncAndWait()
            } catch { throw Task.isCancelled ? error : UbiquityError(error, at: url) }
        }
    }

    /// Returns a task that fetches the content of a document. Throws ``UbiquityError`` if there is
    /// no such document.
    public func downloadTask(with url: URL) throws -> UbiquityTransferTask {
        let place = try ItemPlace(url)
        guard place.container === self else { throw UbiquityError.foreign(url) }
        let container = try current()
        guard
            let head = try place.withDocuments(container, { try $0.document(at: place.path) })?.head
        else { throw UbiquityError.notFound(place.name) }
        return UbiquityTransferTask(url: url, length: head.length) { tell in
            try await place.found(head, in: container) {
                try await container.documents.fetch(head.content) { tell($0.done) } ? () : nil
            }
        }
    }

    /// Returns the content of a document, from this device or else from the cloud. Throws
    /// ``UbiquityError``.
    public func contents(ofItemAt url: URL) async throws -> Data {
        let place = try ItemPlace(url)
        guard place.container === self else { throw UbiquityError.foreign(url) }
        return try await LoadedContent.load(place, in: current()).content
    }
}

import DeviceStore
import Documents
public import Foundation

// Foundation on Linux has none of iCloud's part of FileManager.

extension FileManager {
    /// Returns the URL of a container, and creates the container if necessary; `nil` if it cannot
    /// be opened. See ``UbiquityContainer/url`` for its use.
    ///
    /// - Parameter containerIdentifier: the name of the container, which programs share. `nil` is
    ///   the identifier of ``StoreConfiguration/standard``.
    public func url(forUbiquityContainerIdentifier containerIdentifier: String?) -> URL? {
        let container = ContainerRegistry.standard(containerIdentifier)
        do { _ = try container.current() } catch {
            container.configuration().report(error)
            return nil
        }
        return container.url
    }

    /// Returns whether a URL belongs to a container, even if it has no document.
    public func isUbiquitousItem(at url: URL) -> Bool { (try? ItemPlace(url)) != nil }

    /// Begins to fetch the content of a document, and returns at once. A query shows the progress.
    /// Throws ``UbiquityError`` if there is no such document.
    public func startDownloadingUbiquitousItem(at url: URL) throws {
        let place = try ItemPlace(url)
        guard let document = try place.document() else {
            throw UbiquityError.notFound(place.name)
        }
        let container = try place.container.current()
        Task.detached { _ = try? await place.content(of: document.head, in: container) }
    }

    /// Removes the content of a document and of its versions from this device; they stay in the
    /// cloud. Throws ``UbiquityError`` if the cloud lacks one of them, or the document's latest
    /// change.
    public func evictUbiquitousItem(at url: URL) throws {
        let place = try ItemPlace(url)
        try place.withDocuments { documents in
            guard let document = try documents.document(at: place.path) else {
                throw UbiquityError.notFound(place.name)
            }
            let contents = Set((document.versions + document.rivals).map(\.content))
            guard try documents.exchange?.drop(Array(contents)) == true else {
                throw UbiquityError(
                    .unreachable,
                    "“\(place.name)” stays on this device: the cloud lacks it or its latest "
                        + "change. Sync its container first.")
            }
            documents.device.ring()
        }
    }

    /// Moves a file into a container if `flag` is true; otherwise moves the content of a document
    /// out of its container, into a file. Waits for the disk; moving out also waits for the cloud
    /// if the content is not on this device. Throws ``UbiquityError``, for example if the
    /// destination already exists. A document in conflict, or one that another program or device
    /// changes meanwhile, is not moved out.
    public func setUbiquitous(
        _ flag: Bool, itemAt url: URL, destinationURL: URL
    ) async throws {
        if flag {
            let place = try ItemPlace(destinationURL)
            let data = try Data(contentsOf: url)
            _ = try await place.save(data, in: place.container.current(), from: .nothing)
            try removeItem(at: url)
        } else {
            let place = try ItemPlace(url)
            let container = try place.container.current()
            let loaded = try await LoadedContent.load(place, in: container)
            guard !loaded.isInConflict else { throw UbiquityError.inConflict(place.name) }
            try loaded.content.write(to: destinationURL, options: .withoutOverwriting)
            do {
                // The document must not be gone before the file is on the disk.
                let file = try FileHandle(forUpdating: destinationURL)
                defer { try? file.close() }
                try file.synchronize()
                try place.withDocuments(container) {
                    try $0.remove(at: place.path, ifUnchangedSince: loaded.document)
                }
            } catch {
                // If the document stays, the file is a second copy. If that is unknown, two are
                // better than none.
                if (try? place.document()) != nil { try? removeItem(at: destinationURL) }
                throw error
            }
        }
    }
}
